// Tiles that count alike. What the requests of a tile ask of memory depends on two things of it alone: where in a
// sector (or a line) it begins, and which of its elements lie within the ends of the tensor. A tensor of rows of 1023
// has thousands of tiles, and few kinds of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/kernels/copy/copy_plan.h"

namespace stridescope {

struct TileClass {
  std::vector<std::int64_t> tile;  // coordinates in the grid of one of them
  std::int64_t count = 0;          // of them
};

// post: the counts add up to the tiles of the grid; all tiles of a class begin, by `map`, at the same bit modulo
// `bytes`, and have the same elements inside each edge, for the load partition (load) or the store partition. pre: an
// edge's coordinate is that of its own mode alone, and grows with it. map: without swizzles; null: the start of a tile
// does not matter. Empty if there are too many to examine: 2^18 tiles along a mode that neither repeat nor are inside,
// or 2^20 combinations of the differences along the modes. Cost: that of the classes, whatever the grid, if each mode
// of it has one stride.
std::optional<std::vector<TileClass>> tile_classes(const std::vector<std::int64_t>& grid, const KernelMap* map,
                                                   int element_bits, std::int64_t bytes,
                                                   const std::vector<KernelEdge>& edges, bool load);

}  // namespace stridescope
