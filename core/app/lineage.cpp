// Looks through the bindings once, in both directions.
#include "core/app/lineage.h"

#include <algorithm>

namespace stridescope::app {

Lineage lineage(const door::Binding& of, const std::vector<const door::Binding*>& all) {
  const auto names = [](const std::vector<int>& uses, int id) {
    return std::find(uses.begin(), uses.end(), id) != uses.end();
  };
  Lineage out;
  for (const door::Binding* one : all) {
    if (one->name.empty()) continue;
    if (names(of.uses, one->id)) out.from.push_back(one->name);
    if (names(one->uses, of.id)) out.in.push_back(one->name);
  }
  return out;
}

}  // namespace stridescope::app
