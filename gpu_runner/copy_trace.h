// What the traced kernels of a copy wrote, as part of a result (core/workspace/overlay.h reads it).
#pragma once

#include <vector>

#include "gpu_runner/runner.h"

namespace stridescope::gpu {

// Caps: the trace of one launch, and rows that are told of it.
inline constexpr std::size_t max_trace_bytes = 64 << 20;
inline constexpr std::int64_t max_traced_tiles = 8192;

// words: 4 for each tile. More than max_traced_tiles are thinned out evenly.
Json tile_trace(const CopyPlan& plan, const std::vector<unsigned long long>& words);
Json access_trace(const TraceShape& shape, std::int64_t tile, const std::vector<unsigned long long>& words);

}  // namespace stridescope::gpu
