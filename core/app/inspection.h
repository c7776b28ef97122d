// The facts about the selected cell: its description, the cells of other values that it comes from or feeds, and the
// cells of its picture that belong to the same group.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "core/workspace/workspace.h"

namespace stridescope {

// A value type: it stays valid when the program changes, although its indices then have no meaning. Cells are 1-D
// coordinates of their value's domain.
struct Inspection {
  // The index of the value in the report, and the cell.
  int binding = -1;
  std::int64_t cell = -1;
  // The path in words, "C(1,0) = C(1) → B(1) = 2 → A(2) = A(2,0) = 16"; empty if no cell is linked.
  Message sentence;
  // The linked cells by binding, including the cell itself: every picture highlights them.
  std::map<int, std::set<std::int64_t>> lit;
  // For each of these bindings, the first cell on the path, in words and as rows; missing if it cannot be described.
  std::map<int, Described> described;
  // The cells of the same binding that are in its group in this view, for example those of its thread or its wavefront;
  // empty if the picture has no groups.
  std::set<std::int64_t> group;
};

// Queries the workspace for all of it. Never fails: facts without an answer are missing, and for a cell that does not
// exist only `lit` is set. `view`: the picture that shows the cell.
Inspection inspect(const Workspace& workspace, int binding, std::int64_t cell, const View& view);

}  // namespace stridescope
