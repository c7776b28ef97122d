// Writes the door's types and reference for its callers.
#include "core/door/reference.h"

#include <algorithm>

#include "core/base/archive.h"
#include "core/base/text.h"
#include "core/debugger/debugger.h"
#include "core/door/door.h"

namespace stridescope::door {
namespace {

struct MemberType {
  std::string_view name;
  std::string_view about;
  std::string type;
  bool optional = false;    // in an answer: can be missing
  bool by_default = false;  // in a request: can be omitted
};

struct RecordType {
  std::string name;
  std::string_view about;
  std::vector<MemberType> members;
};

// Visits empty records and collects their types, in TypeScript's notation.
class TypeArchive final : public Archive {
 public:
  std::vector<RecordType> records;  // each before the records that use it
  std::string type;                 // type of the member visited last

 private:
  struct Open : RecordType {
    bool known = false;
  };

  bool known(std::string_view name) const {
    const auto same = [&](const RecordType& r) { return r.name == name; };
    // A record can use itself.
    return std::any_of(records.begin(), records.end(), same) || std::any_of(open_.begin(), open_.end() - 1, same);
  }

  bool describe(std::string_view name, std::string_view about) override {
    open_.back().name = name;
    open_.back().about = about;
    open_.back().known = known(name);
    return !open_.back().known;
  }
  bool open_member(std::string_view name, std::string_view about, Need need, bool) override {
    open_.back().members.push_back({name, about, {}, need == Need::sometimes, need == Need::by_default});
    return true;
  }
  void close_member() override { open_.back().members.back().type = type; }
  void open_record() override { open_.emplace_back(); }
  void close_record() override {
    Open record = std::move(open_.back());
    open_.pop_back();
    type = record.name;
    if (!record.known) records.push_back(std::move(record));
  }
  std::size_t open_list(std::size_t) override { return 1; }
  void item(std::size_t) override {}
  void close_list() override { type = type.find(' ') == std::string::npos ? type + "[]" : cat('(', type, ")[]"); }
  void open_map(std::vector<std::string>& keys) override { keys = {"key"}; }
  void key(const std::string&, std::size_t) override {}
  void close_map() override { type = cat("Record<string, ", type, '>'); }
  void boolean(bool&) override { type = "boolean"; }
  void integer(std::int64_t&, std::int64_t, std::int64_t) override { type = "number"; }
  void number(double&) override { type = "number"; }
  void text(std::string&) override { type = "string"; }
  void message(Message&) override { type = "string"; }
  void view(std::string_view) override { type = "string"; }
  void word(std::size_t&, std::span<const std::string_view> names) override {
    type.clear();
    for (const std::string_view name : names) append_all(type, type.empty() ? "'" : " | '", name, '\'');
  }
  void span(Span&) override { type = "Span"; }
  void array(NumberArray&) override { type = "NumberArray"; }
  void raw(RawJson&) override { type = "unknown"; }

  std::vector<Open> open_;
};

struct MethodType {
  const Method& method;
  std::string request;
  std::string answer;
};

struct Types {
  std::vector<RecordType> records;
  std::vector<MethodType> methods;
  std::vector<MethodType> machine_methods;
};

template <class T>
void walk_machine(Archive& archive) {
  T record;
  archive.visit(record);
}

// The methods of the debugger, which is a module of its own in the page.
std::span<const Method> machine_methods() {
  static constexpr Method all[] = {
#define METHOD(name, request, response, about) \
  {#name, about, walk_machine<debugger::request>, walk_machine<debugger::response>},
#include "core/debugger/debugger.def"
#undef METHOD
  };
  return all;
}

void add_types(std::vector<MethodType>& to, std::span<const Method> methods, TypeArchive& archive) {
  for (const Method& method : methods) {
    MethodType& type = to.emplace_back(MethodType{method, {}, {}});
    method.request(archive);
    type.request = archive.type;
    method.answer(archive);
    type.answer = archive.type;
  }
}

// machine: with the records of the debugger.
Types types(bool machine) {
  Types out;
  TypeArchive archive;
  add_types(out.methods, methods(), archive);
  if (machine) add_types(out.machine_methods, machine_methods(), archive);
  out.records = std::move(archive.records);
  return out;
}

void write_methods(std::string& out, std::string_view name, const std::vector<MethodType>& methods) {
  append_all(out, "\n/** By name: what is asked, and what is answered. */\nexport interface ", name, " {\n");
  for (const MethodType& m : methods) {
    append_all(out, "  /** ", m.method.about, " */\n  ", m.method.name, ": { request: ", m.request,
               "; answer: ", m.answer, " };\n");
  }
  out.append("}\n");
}

constexpr std::string_view span_about = "Begin and end of a part of the program, in UTF-16 code units.";
constexpr std::string_view array_about = "Numbers, binary in the module's memory, and copied out.";

}  // namespace

std::string typescript() {
  std::string out =
      "// What the core answers (core/door/door.def), made by `stridescope call --typescript`: not to be edited.\n"
      "/* eslint-disable */\n";
  append_all(out, "\n/** ", span_about, " */\nexport type Span = [number, number];\n");
  append_all(out, "/** ", array_about,
             " */\nexport type NumberArray = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;\n");
  const Types all = types(true);
  for (const RecordType& record : all.records) {
    append_all(out, "\n/** ", record.about, " */\nexport interface ", record.name, " {\n");
    for (const MemberType& member : record.members) {
      append_all(out, "  /** ", member.about, " */\n  ", member.name,
                 member.optional || member.by_default ? "?: " : ": ", member.type, ";\n");
    }
    out.append("}\n");
  }
  write_methods(out, "Methods", all.methods);
  write_methods(out, "MachineMethods", all.machine_methods);
  return out;
}

std::string reference_page() {
  std::string out =
      "# Methods\n\nEach takes a JSON object and answers with one; an error is `{\"error\": {code, message, hint}}`. "
      "Members with a question mark may be left out of a request, or be missing in an answer.\n";
  const Types all = types(false);
  for (const MethodType& m : all.methods) {
    append_all(out, "\n## ", m.method.name, "\n\n", m.method.about, "\n\nRequest: ", m.request, ". Answer: ", m.answer,
               ".\n");
  }
  append_all(out, "\n# Records\n\n`Span`: ", span_about, " `NumberArray`: ", array_about, '\n');
  for (const RecordType& record : all.records) {
    append_all(out, "\n## ", record.name, "\n\n", record.about, "\n\n");
    for (const MemberType& member : record.members) {
      append_all(out, "- `", member.name, member.optional || member.by_default ? "?: " : ": ", member.type, "` ",
                 member.about, '\n');
    }
  }
  return out;
}

}  // namespace stridescope::door
