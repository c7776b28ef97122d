// The cell that the reader looks at, and what there is to say of it: what it is, which cells of other values it comes
// from or feeds, and which cells of its picture belong together with it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "core/workspace/workspace.h"

namespace stridescope {

// A value: it stays when the program is another, though its indices then mean nothing. Cells are 1-D coordinates of
// their value's domain.
struct Inspection {
  // The value, by its index in the report, and the cell.
  int binding = -1;
  std::int64_t cell = -1;
  // The path in words, "C(1,0) = C(1) → B(1) = 2 → A(2) = A(2,0) = 16"; empty where nothing is linked.
  Message sentence;
  // Linked cells by binding, the cell itself among them: what every picture lights.
  std::map<int, std::set<std::int64_t>> lit;
  // For each of these bindings the first cell on the path, in words and as rows; missing if it cannot be described.
  std::map<int, Described> described;
  // Cells of the same binding that belong together with it in this view: its thread's, its wavefront's; empty where
  // the picture knows no such thing.
  std::set<std::int64_t> group;
};

// Asks the workspace for all of it. Never fails: of what has no answer nothing is there, and for a cell that does not
// exist only `lit` has it. `view`: the picture in which the cell is looked at.
Inspection inspect(const Workspace& workspace, int binding, std::int64_t cell, const View& view);

}  // namespace stridescope
