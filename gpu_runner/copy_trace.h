// The records of traced kernels as part of a result (core/runs/overlay.h reads them).
#pragma once

#include <functional>
#include <vector>

#include "gpu_runner/runner.h"

namespace stridescope::gpu {

// Limits: the trace of one launch, and its reported rows.
inline constexpr std::size_t max_trace_bytes = 64 << 20;
inline constexpr std::int64_t max_traced_tiles = 8192;

// The tiles of a traced kernel.
struct TracedTiles {
  std::int64_t tiles = 0;
  std::vector<std::int64_t> grid;
  std::vector<int> order;                                   // modes of the grid, fastest first
  std::function<std::int64_t(std::int64_t tile)> bytes_of;  // bytes read and written for a tile
};
TracedTiles traced_tiles(const CopyPlan& plan);
// Tile m + grid[0] n; it reads its parts of A and B and writes its part of C.
TracedTiles traced_tiles(const GemmPlan& plan);
// words: 4 per tile. More than max_traced_tiles are thinned out evenly.
TileTable tile_trace(const TracedTiles& of, const std::vector<unsigned long long>& words);
AccessTable access_trace(const TraceShape& shape, std::int64_t tile, const std::vector<unsigned long long>& words);

}  // namespace stridescope::gpu
