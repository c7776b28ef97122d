// The records of a copy's traced kernels, as part of a result (core/runs/overlay.h reads it).
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
  std::vector<int> order;                                   // of the modes of the grid, the fastest first
  std::function<std::int64_t(std::int64_t tile)> bytes_of;  // read and written for it
};
TracedTiles traced_tiles(const CopyPlan& plan);
// Tile m + grid[0] n; a tile reads its part of A and B and writes its part of C.
TracedTiles traced_tiles(const GemmPlan& plan);
// words: 4 for each tile. More than max_traced_tiles are thinned out evenly.
TileTable tile_trace(const TracedTiles& of, const std::vector<unsigned long long>& words);
AccessTable access_trace(const TraceShape& shape, std::int64_t tile, const std::vector<unsigned long long>& words);

}  // namespace stridescope::gpu
