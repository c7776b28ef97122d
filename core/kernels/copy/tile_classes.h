// Classes of tiles with equal counts. The memory requests of a tile depend only on its start modulo a sector (or a
// line), and on which of its elements are inside the tensor. A tensor with rows of 1023 elements has thousands of
// tiles, but few classes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/kernels/copy/copy_plan.h"

namespace stridescope {

struct TileClass {
  std::vector<std::int64_t> tile;  // coordinates of one of them in the grid
  std::int64_t count = 0;          // number of tiles
};

// post: the counts add up to the tiles of the grid; all tiles of a class begin, by `map`, at the same bit modulo
// `bytes`, and have the same elements inside each edge, for the load partition (load) or the store partition. pre: an
// edge's coordinate depends on its own mode alone, and increases with it. map: without swizzles; null: the start of a
// tile does not matter. Empty if there are too many to examine: 2^18 tiles along a mode that neither repeat nor are
// inside, or 2^20 combinations of the differences along the modes. Cost: proportional to the number of classes, for any
// grid whose modes have one stride each.
std::optional<std::vector<TileClass>> tile_classes(const std::vector<std::int64_t>& grid, const KernelMap* map,
                                                   int element_bits, std::int64_t bytes,
                                                   const std::vector<KernelEdge>& edges, bool load);

}  // namespace stridescope
