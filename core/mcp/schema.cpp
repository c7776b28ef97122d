// Schemas as text, put together from the inside out.
#include "core/mcp/schema.h"

#include "core/base/text.h"

namespace stridescope::mcp {

std::string SchemaArchive::quoted(std::string_view text) {
  std::string out;
  JsonWriter(out).string(text);
  return out;
}

void SchemaArchive::add_default(const std::string& json) {
  if (!members_.empty() && members_.back().need == Need::by_default) append_all(schema_, ",\"default\":", json);
}

bool SchemaArchive::open_member(std::string_view name, std::string_view about, Need need, bool) {
  members_.push_back({name, about, need});
  return true;
}

void SchemaArchive::close_member() {
  const Member member = members_.back();
  members_.pop_back();
  Open& record = open_.back();
  append_all(record.properties, record.properties.empty() ? "" : ",", quoted(member.name), ":{", schema_,
             ",\"description\":", quoted(member.about), "}");
  if (member.need == Need::always) append_all(record.required, record.required.empty() ? "" : ",", quoted(member.name));
}

void SchemaArchive::close_record() {
  const Open record = std::move(open_.back());
  open_.pop_back();
  schema_ = cat(R"("type":"object","properties":{)", record.properties, R"(},"required":[)", record.required,
                R"(],"additionalProperties":false)");
}

void SchemaArchive::integer(std::int64_t& value, std::int64_t, std::int64_t) {
  schema_ = R"("type":"integer")";
  add_default(cat(value));
}

void SchemaArchive::text(std::string& value) {
  schema_ = R"("type":"string")";
  add_default(quoted(value));
}

void SchemaArchive::word(std::size_t& index, std::span<const std::string_view> names) {
  schema_ = R"("type":"string","enum":[)";
  for (const std::string_view& name : names) append_all(schema_, &name == names.data() ? "" : ",", quoted(name));
  schema_ += "]";
  add_default(quoted(names[index]));
}

}  // namespace stridescope::mcp
