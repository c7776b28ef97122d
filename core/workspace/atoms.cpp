#include <algorithm>

#include "core/base/json.h"
#include "core/tiled/atom.h"
#include "core/workspace/workspace.h"

namespace stridescope {

Result<std::string> atom_json(std::string_view name) {
  const auto value = find_atom(name);
  if (!value) return failure(value.error());
  const auto* mma = value->as<MmaAtom>();
  const auto* copy = value->as<CopyAtom>();
  std::string text;
  JsonWriter out(text);
  out.open_object();
  for (const AtomFact& fact : mma != nullptr ? facts_of(*mma) : facts_of(*copy)) {
    if (fact.values.size() == 1) {
      out.field(fact.name, fact.values[0]);
      continue;
    }
    out.key(fact.name);
    out.open_array();
    for (const std::string& one : fact.values) out.string(one);
    out.close_array();
  }
  out.close_object();
  return text;
}

namespace {

// "N = 8, 16, ..., 256" as all that it means.
void write_members(JsonWriter& json, std::string_view text) {
  std::vector<std::int64_t> given;
  bool gap = false;
  json.key("n");
  json.open_array();
  const auto flush = [&](std::int64_t value) {
    constexpr std::int64_t most = 1 << 10;
    const std::size_t count = given.size();
    const std::int64_t step = count > 1 ? given[count - 1] - given[count - 2] : 0;
    for (std::int64_t next = gap && step > 0 ? given.back() + step : value; next < value && next < most; next += step) {
      json.number(next);
    }
    gap = false;
    given.push_back(value);
    json.number(value);
  };
  std::int64_t value = -1;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c >= '0' && c <= '9' && value < (1 << 20)) {
      value = std::max<std::int64_t>(value, 0) * 10 + (c - '0');
    } else if (value >= 0) {
      flush(value);
      value = -1;
    }
    if (c == '.') gap = true;
  }
  json.close_array();
}

}  // namespace

Result<std::string> atoms_json(const std::vector<std::string>& words) {
  const auto listed = atom_list(words);
  if (!listed) return failure(listed.error());
  std::string out;
  JsonWriter json(out);
  json.open_array();
  for (std::string_view rest = *listed; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.empty()) continue;
    const std::size_t members = line.find("  N = ");
    json.open_object();
    json.field("name", line.substr(0, members));
    if (members != std::string_view::npos) write_members(json, line.substr(members));
    json.close_object();
  }
  json.close_array();
  return out;
}

}  // namespace stridescope
