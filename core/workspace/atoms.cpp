// An atom's facts as JSON, under the names of tests/golden/atoms.jsonl.
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

}  // namespace stridescope
