#include "gpu_runner/copy_trace.h"

#include <algorithm>

namespace stridescope::gpu {

Json tile_trace(const CopyPlan& plan, const std::vector<unsigned long long>& words) {
  // Odd: not in step with the grid or the multiprocessors.
  const std::int64_t every = plan.tiles > max_traced_tiles ? (plan.tiles / max_traced_tiles + 1) | 1 : 1;
  unsigned long long first = ~0ULL;
  const auto word = [&](std::int64_t tile, std::size_t i) { return words[static_cast<std::size_t>(tile) * 4 + i]; };
  for (std::int64_t b = 0; b < plan.tiles; ++b) {
    if (word(b, 1) != 0) first = std::min(first, word(b, 1));
  }
  Json rows = Json::array();
  std::vector<std::int64_t> at(plan.grid.size());
  for (std::int64_t b = 0; b < plan.tiles; b += every) {
    if (word(b, 1) == 0 || word(b, 2) < word(b, 1)) continue;
    plan.tile_coordinates(b, at.data());
    std::int64_t elements = 1;
    for (std::size_t m = 0; m < at.size(); ++m) {
      elements *= std::min(plan.tile[m], plan.extents[m] - at[m] * plan.tile[m]);
    }
    rows.push_back(
        {b, word(b, 0), word(b, 1) - first, word(b, 2) - first, 2 * elements * plan.element_bytes, word(b, 3)});
  }
  return {{"of", plan.tiles},
          {"every", every},
          {"grid", plan.grid},
          {"order", plan.order},
          {"columns", {"tile", "sm", "start_ns", "end_ns", "bytes", "cycles"}},
          {"rows", std::move(rows)}};
}

Json access_trace(const TraceShape& shape, std::int64_t tile, const std::vector<unsigned long long>& words) {
  const auto accesses = static_cast<std::size_t>(shape.accesses);
  const auto warps = static_cast<std::size_t>(shape.warps);
  // Clocks of 32 bits: since the first access of the warp, by subtraction.
  Json rows = Json::array();
  for (std::size_t side = 0; side < shape.sides.size(); ++side) {
    for (std::size_t warp = 0; warp < warps; ++warp) {
      std::uint32_t origin = 0;
      bool found = false;
      for (std::size_t s = 0; s < shape.sides.size() && !found; ++s) {
        const unsigned long long w = words[(s * warps + warp) * accesses];
        if (w == 0) continue;
        origin = static_cast<std::uint32_t>(w >> 32);
        found = true;
      }
      for (std::size_t a = 0; a < accesses; ++a) {
        const unsigned long long w = words[(side * warps + warp) * accesses + a];
        if (w == 0) continue;
        rows.push_back({side, warp, a, static_cast<std::uint32_t>(static_cast<std::uint32_t>(w >> 32) - origin),
                        static_cast<std::uint32_t>(w)});
      }
    }
  }
  return {{"tile", tile},
          {"sides", shape.sides},
          {"columns", {"side", "warp", "access", "start", "cycles"}},
          {"rows", std::move(rows)}};
}

}  // namespace stridescope::gpu
