// Converts the output of traced kernels into tables of a result: words of a buffer become rows of tiles and accesses.
#include "gpu_runner/copy_trace.h"

#include <algorithm>

namespace stridescope::gpu {

TracedTiles traced_tiles(const CopyPlan& plan) {
  return {plan.tiles, plan.grid, plan.order, [&plan](std::int64_t b) {
            std::vector<std::int64_t> at(plan.grid.size());
            plan.tile_coordinates(b, at.data());
            std::int64_t elements = 1;
            for (std::size_t m = 0; m < at.size(); ++m) {
              elements *= std::min(plan.tile[m], plan.extents[m] - at[m] * plan.tile[m]);
            }
            return 2 * plan.bytes_of(elements);
          }};
}

TracedTiles traced_tiles(const GemmPlan& plan) {
  return {plan.tiles, {plan.grid[0], plan.grid[1]}, {0, 1}, [&plan](std::int64_t b) {
            const std::int64_t at[] = {b % plan.grid[0], b / plan.grid[0]};
            std::int64_t part[2] = {};
            for (std::size_t m = 0; m < 2; ++m) {
              part[m] = std::min(plan.math.extents[m], plan.extents[m] - at[m] * plan.math.extents[m]);
            }
            return (part[0] * plan.math.a.bits + part[1] * plan.math.b.bits) * plan.extents[2] / 8 +
                   part[0] * part[1] * plan.kernel.type_c.bits / 8;
          }};
}

TileTable tile_trace(const TracedTiles& of, const std::vector<unsigned long long>& words) {
  // An odd step avoids resonance with the grid or the number of multiprocessors.
  const std::int64_t every = of.tiles > max_traced_tiles ? (of.tiles / max_traced_tiles + 1) | 1 : 1;
  unsigned long long first = ~0ULL;
  const auto word = [&](std::int64_t tile, std::size_t i) { return words[static_cast<std::size_t>(tile) * 4 + i]; };
  for (std::int64_t b = 0; b < of.tiles; ++b) {
    if (word(b, 1) != 0) first = std::min(first, word(b, 1));
  }
  TileTable out;
  out.of = static_cast<std::uint64_t>(of.tiles);
  out.every = static_cast<std::uint64_t>(every);
  out.grid.assign(of.grid.begin(), of.grid.end());
  out.order.assign(of.order.begin(), of.order.end());
  out.columns = {"tile", "sm", "start_ns", "end_ns", "bytes", "cycles"};
  for (std::int64_t b = 0; b < of.tiles; b += every) {
    if (word(b, 1) == 0 || word(b, 2) < word(b, 1)) continue;
    out.rows.push_back({b, word(b, 0), word(b, 1) - first, word(b, 2) - first, of.bytes_of(b), word(b, 3)});
  }
  return out;
}

AccessTable access_trace(const TraceShape& shape, std::int64_t tile, const std::vector<unsigned long long>& words) {
  const auto accesses = static_cast<std::size_t>(shape.accesses);
  const auto warps = static_cast<std::size_t>(shape.warps);
  AccessTable out;
  out.tile = static_cast<std::uint64_t>(tile);
  out.sides.assign(shape.sides.begin(), shape.sides.end());
  out.columns = {"side", "warp", "access", "start", "cycles"};
  // 32-bit clocks: subtracts the first access of the warp.
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
        out.rows.push_back({side, warp, a, static_cast<std::uint32_t>(static_cast<std::uint32_t>(w >> 32) - origin),
                            static_cast<std::uint32_t>(w)});
      }
    }
  }
  return out;
}

}  // namespace stridescope::gpu
