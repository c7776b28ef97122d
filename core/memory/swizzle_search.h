// The swizzle or padding of a tile in shared memory that costs the fewest wavefronts, given how it is written and read.
//
// Every legal Swizzle<B,M,S> with B bits moved inside the tile is tried: the sum of wavefronts over every warp and
// instruction of every access decides, then what TMA and wgmma know, then the fewest bits. A swizzle never breaks the
// width of an access (M is at least its elements' bits) nor leaves the tile (cosize is a multiple of the block that it
// permutes). Padding inserts elements after each row, a multiple of the widest access.
// Example: a tile (_32,_32):(_32,_1) of 4-byte elements that is written by rows and read by columns costs 288
// wavefronts as it is, 64 under Sw<3,2,3>, and 64 with 4 elements of padding after each row, for 496 bytes more.
// Elements are the unit throughout: Sw<3,2,3> on elements of 4 bytes is Sw<3,4,3> on bytes.
#pragma once

#include "core/memory/shared_memory.h"

namespace stridescope {

// Maximum of different requests, over all accesses, times swizzles: about half a second. Two requests whose addresses
// differ by a constant xor cost the same under every swizzle and count once.
inline constexpr std::int64_t max_search_work = 1 << 20;
// Requests of all accesses that are held while swizzles are tried, at most.
inline constexpr std::int64_t max_search_requests = 1 << 17;

// One of the ways in which the tile is accessed: where the threads' values lie in it, in elements, before any
// swizzle.
struct TileAccess {
  ThreadOffsets offsets;
  SharedKind kind;
  int access_bytes = 0;  // 0: the widest that the tile allows
};

// Hardware that also reads or writes the tile and supports only swizzles of 16-byte units, Sw<0..3,4,3> on bytes, whose
// span (16, 32, 64 or 128 bytes) is the row of the tile: the contiguous part along the mode of stride 1. So at most one
// swizzle is left, and paddings are not tried.
enum class SwizzleConstraint { none, tma, wgmma };

// All that was tried. law: no candidate has fewer wavefronts than best. Without a constraint "no swizzle" is a
// candidate, so best.wavefronts <= wavefronts; with one the hardware's only swizzle may cost more than none.
struct SwizzleSearch {
  struct Candidate {
    Swizzle swizzle;
    std::int64_t wavefronts = 0;
    // TMA and wgmma know it: Sw<0..3,4,3> on bytes.
    bool hardware = false;
  };
  struct Padding {
    // A stride of the tile: padding follows each run of this many elements.
    std::int64_t row_elements = 0;
    std::int64_t elements = 0;     // 0: none
    std::int64_t bytes_added = 0;  // to the tile
    std::int64_t wavefronts = 0;
  };
  SwizzleConstraint constraint = SwizzleConstraint::none;  // as it was given
  int element_bits = 0;
  // Over all warps, instructions and accesses with an active lane.
  std::int64_t requests = 0;
  // One for each phase with an active lane: no layout of the tile has fewer.
  std::int64_t ideal_wavefronts = 0;
  std::int64_t wavefronts = 0;  // with no swizzle
  // The first of the candidates: fewest wavefronts, then no swizzle, then what hardware knows, then fewest bits, a
  // positive shift, a small |shift|, a small base.
  Candidate best;
  std::vector<std::int64_t> best_by_access;  // wavefronts of each access, in the order given
  std::vector<Candidate> candidates;         // all, the best first
  // The smallest of those with the fewest wavefronts; nothing where none has fewer than the tile as it is, or under a
  // constraint.
  std::optional<Padding> padding;
  std::int64_t tried = 0;  // swizzles and paddings
  // Requests that were counted for them: the work.
  std::int64_t evaluated = 0;
};

// tile: its layout in shared memory, in elements; a plain layout (base is 1024-byte aligned) with no negative stride.
// unsupported: negative strides, or no swizzle satisfies the constraint; too_large beyond max_search_work and
// max_search_requests, or what the budget of `arith` has left. What warp_access refuses is refused here, too. A fault
// is in `arith`, and the result is then unfinished.
SwizzleSearch search_swizzle(Arith&, LayoutRef tile, const std::vector<TileAccess>& accesses, int element_bits,
                             SwizzleConstraint constraint = SwizzleConstraint::none);

}  // namespace stridescope
