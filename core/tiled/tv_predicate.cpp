// Residue tiles: threads and values that extend past the end of the problem.
#include <algorithm>

#include "core/base/text.h"
#include "core/tiled/tv_tools.h"
#include "core/value/print.h"

namespace stridescope {

TvPredicate tv_predicate(Arith& arith, const TvTable& tv, TupleRef tile, TupleRef inside) {
  TvPredicate out;
  out.threads = tv.threads();
  out.values_per_thread = tv.values();
  const IntTuple extents = product_each(arith, tile);
  const IntTuple limits = product_each(arith, inside);
  if (arith.failed()) return out;
  if (extents.rank() != limits.rank()) {
    arith.fail(ErrorCode::rank_mismatch,
               say("the tile {} has rank {}, but the rest of the problem, {}, has {}", to_text(tile), extents.rank(),
                   to_text(inside), limits.rank()),
               say("give the number of coordinates inside in each mode, such as (128,37)"));
    return out;
  }
  std::int64_t elements = 1;
  const int rank = extents.rank();
  for (int i = 0; i < rank; ++i) {
    const std::int64_t extent = extents[i].integer().value;
    if (extent < 1 || mul_overflows(elements, extent, elements)) {
      arith.fail(ErrorCode::arguments, say("the tile {} has no elements or too many", to_text(tile)));
      return out;
    }
  }
  if (tv.smallest() < 0 || tv.largest() >= elements) {
    arith.fail(ErrorCode::index_range,
               say("the thread-value layout reaches element {}, outside the tile {} of {}",
                   tv.smallest() < 0 ? tv.smallest() : tv.largest(), to_text(tile), elements),
               say("give the tile that the layout covers"));
    return out;
  }
  const auto is_inside = [&](std::int64_t element) {
    for (int i = 0; i < rank; ++i) {
      const std::int64_t extent = extents[i].integer().value;
      const std::int64_t coordinate = i + 1 < rank ? element % extent : element;
      if (coordinate >= limits[i].integer().value) return false;
      element /= extent;
    }
    return true;
  };
  out.active_lanes.assign(static_cast<std::size_t>(tv.warps() * tv.values()), 0);
  const auto count = [](std::int64_t inside_pairs, std::int64_t pairs, std::int64_t& all, std::int64_t& some,
                        std::int64_t& none) {
    ++(inside_pairs == pairs ? all : inside_pairs > 0 ? some : none);
  };
  for (std::int64_t w = 0; w < tv.warps(); ++w) {
    std::int64_t in_warp = 0;
    const std::int64_t first = w * lanes_per_warp;
    const std::int64_t lanes = std::min(lanes_per_warp, tv.threads() - first);
    for (std::int64_t lane = 0; lane < lanes; ++lane) {
      std::int64_t in_thread = 0;
      for (std::int64_t v = 0; v < tv.values(); ++v) {
        if (!is_inside(tv.element(first + lane, v))) continue;
        ++in_thread;
        out.active_lanes[static_cast<std::size_t>(w * tv.values() + v)] |= std::uint32_t{1} << lane;
      }
      count(in_thread, tv.values(), out.threads_all, out.threads_some, out.threads_none);
      in_warp += in_thread;
    }
    count(in_warp, lanes * tv.values(), out.warps_all, out.warps_some, out.warps_none);
    out.pairs_inside += in_warp;
  }
  return out;
}

}  // namespace stridescope
