// The cell that the reader looks at, and what there is to say of it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "core/workspace/workspace.h"

namespace stridescope {

struct Inspection {
  int binding = -1;
  std::int64_t cell = -1;
  Message sentence;
  std::map<int, std::set<std::int64_t>> lit;  // linked cells by binding, the cell itself among them
  std::map<int, Described> described;         // of the first linked cell of each binding
  std::set<std::int64_t> group;               // cells of the same binding that belong together with it
};

Inspection inspect(const Workspace& workspace, int binding, std::int64_t cell, const View& view);

}  // namespace stridescope
