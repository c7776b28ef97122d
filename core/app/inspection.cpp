// The facts of a cell, its sources and uses, and its group.
#include "core/app/inspection.h"

namespace stridescope {

Inspection inspect(const Workspace& workspace, int binding, std::int64_t cell, const View& view) {
  Inspection out;
  out.binding = binding;
  out.cell = cell;
  out.lit[binding].insert(cell);
  const auto describe = [&](int of, std::int64_t at) {
    if (out.described.count(of) > 0) return;
    if (auto described = workspace.describe(of, at)) out.described.emplace(of, std::move(*described));
  };
  describe(binding, cell);
  if (auto linked = workspace.linked(binding, cell)) {
    out.sentence = std::move(linked->sentence);
    for (const Linked::Cell& one : linked->cells) {
      out.lit[one.binding].insert(one.cell);
      describe(one.binding, one.cell);
    }
  }
  if (const auto group = workspace.cell_group(binding, view, cell)) out.group.insert(group->begin(), group->end());
  return out;
}

}  // namespace stridescope
