// The swizzle or padding of a tile in shared memory that costs the fewest wavefronts, given how it is written and read.
//
// Every legal Swizzle<B,M,S> with B bits moved inside the tile is tried: the sum of wavefronts over every warp and
// instruction of every access decides, then what TMA and wgmma know, then the fewest bits. A swizzle never breaks the
// width of an access (M is at least its elements' bits) nor leaves the tile (cosize is a multiple of the block that it
// permutes). Padding inserts elements after each row, a multiple of the widest access.
#pragma once

#include "core/analysis/shared_memory.h"

namespace stridescope {

// At most this many different requests, over all accesses, times candidates: about half a second.
inline constexpr std::int64_t max_search_work = 1 << 20;
// Requests of all accesses that differ: they are held while swizzles are tried.
inline constexpr std::int64_t max_search_requests = 1 << 17;

// How the tile is accessed once: offsets before any swizzle, in elements.
struct TileAccess {
  ThreadOffsets offsets;
  SharedKind kind;
  int access_bytes = 0;  // 0: the widest that the tile allows
};

// What else reads or writes the tile: hardware that knows only swizzles of 16-byte units, Sw<0..3,4,3> on bytes, whose
// span (32, 64 or 128 bytes) is the row of the tile.
enum class SwizzleConstraint { none, tma, wgmma };

// All that was tried. law: best.wavefronts <= wavefronts, and no candidate that satisfies the constraint has fewer.
struct SwizzleSearch {
  struct Candidate {
    Swizzle swizzle;
    std::int64_t wavefronts = 0;
    bool hardware = false;  // TMA and wgmma know it
  };
  struct Padding {
    std::int64_t row_elements = 0;  // padding follows each of these
    std::int64_t elements = 0;      // 0: none
    std::int64_t bytes_added = 0;   // to the tile
    std::int64_t wavefronts = 0;
  };
  int element_bits = 0;
  std::int64_t requests = 0;
  std::int64_t ideal_wavefronts = 0;
  std::int64_t wavefronts = 0;               // with no swizzle
  Candidate best;                            // bits 0 when none is better
  std::vector<std::int64_t> best_by_access;  // wavefronts of each access, in the order given
  std::vector<Candidate> candidates;         // all, the best first
  std::optional<Padding> padding;            // the smallest of those with the fewest wavefronts
  std::int64_t tried = 0;                    // swizzles and paddings
  std::int64_t evaluated = 0;                // requests counted for that
};

// tile: its layout in shared memory, in elements; a plain layout (base is 1024-byte aligned). unsupported when no
// swizzle satisfies the constraint, too_large beyond max_search_work and max_search_requests, or what the budget of
// `arith` has left.
SwizzleSearch search_swizzle(Arith&, LayoutRef tile, const std::vector<TileAccess>& accesses, int element_bits,
                             SwizzleConstraint constraint = SwizzleConstraint::none);

}  // namespace stridescope
