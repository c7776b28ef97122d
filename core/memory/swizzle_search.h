// Searches the swizzle or padding of a tile in shared memory that costs the fewest wavefronts for its writes and reads.
//
// Tries every legal Swizzle<B,M,S> that moves B bits inside the tile. The sum of wavefronts over every warp and
// instruction of every access decides, then support by TMA and wgmma, then the fewest bits. A swizzle keeps accesses
// whole (M covers at least the bits of their elements) and stays inside the tile (cosize is a multiple of the permuted
// block). Padding inserts elements after each row, a multiple of the widest access.
// Example: a tile (_32,_32):(_32,_1) of 4-byte elements that is written by rows and read by columns costs 288
// wavefronts as it is, 64 with Sw<3,2,3>, and 64 with 4 elements of padding after each row, which add 496 bytes. The
// unit is elements throughout: Sw<3,2,3> on elements of 4 bytes is Sw<3,4,3> on bytes.
#pragma once

#include "core/memory/shared_memory.h"

namespace stridescope {

// Limit of different requests, over all accesses, times swizzles: about half a second. Two requests whose addresses
// differ by a constant xor cost the same under every swizzle and count once.
inline constexpr std::int64_t max_search_work = 1 << 20;
// Limit of the stored requests of all accesses during a search.
inline constexpr std::int64_t max_search_requests = 1 << 17;

// One access pattern of the tile: the offsets of the threads' values in it, in elements, before any swizzle.
struct TileAccess {
  ThreadOffsets offsets;
  SharedKind kind;
  int access_bytes = 0;  // 0: the widest that the tile allows
};

// Hardware that also reads or writes the tile and supports only swizzles of 16-byte units, Sw<0..3,4,3> on bytes. Their
// span (16, 32, 64 or 128 bytes) must equal the row of the tile: the contiguous part along the mode of stride 1. So at
// most one swizzle remains, and paddings are not tried.
enum class SwizzleConstraint { none, tma, wgmma };

// The result of a search. law: no candidate has fewer wavefronts than best. Without a constraint "no swizzle" is a
// candidate, so best.wavefronts <= wavefronts; with one, the hardware's only swizzle can cost more than none.
struct SwizzleSearch {
  struct Candidate {
    Swizzle swizzle;
    std::int64_t wavefronts = 0;
    // TMA and wgmma support it: Sw<0..3,4,3> on bytes.
    bool hardware = false;
  };
  struct Padding {
    // A stride of the tile: padding follows each group of this many elements.
    std::int64_t row_elements = 0;
    std::int64_t elements = 0;     // 0: no padding
    std::int64_t bytes_added = 0;  // bytes that the padding adds to the tile
    std::int64_t wavefronts = 0;
  };
  SwizzleConstraint constraint = SwizzleConstraint::none;  // the given constraint
  int element_bits = 0;
  // Over all warps, instructions and accesses with an active lane.
  std::int64_t requests = 0;
  // One for each phase with an active lane: the minimum for any layout of the tile.
  std::int64_t ideal_wavefronts = 0;
  std::int64_t wavefronts = 0;  // without a swizzle
  // The first candidate, in this order: fewest wavefronts, no swizzle, hardware support, fewest bits, positive shift,
  // small |shift|, small base.
  Candidate best;
  std::vector<std::int64_t> best_by_access;  // wavefronts of each access, in the given order
  std::vector<Candidate> candidates;         // all candidates, the best first
  // The smallest padding among those with the fewest wavefronts; empty if none has fewer than the unchanged tile, or
  // with a constraint.
  std::optional<Padding> padding;
  std::int64_t tried = 0;  // swizzles and paddings
  // Number of requests that were counted for them: the work.
  std::int64_t evaluated = 0;
};

// Searches for a tile. tile: its layout in shared memory, in elements; a plain layout without negative strides (its
// base is aligned to 1024 bytes). Errors: unsupported for negative strides, or if no swizzle satisfies the constraint;
// too_large beyond max_search_work, max_search_requests or the remaining budget of `arith`; and those of warp_access.
// An error is in `arith`, and the result is then incomplete.
SwizzleSearch search_swizzle(Arith&, LayoutRef tile, const std::vector<TileAccess>& accesses, int element_bits,
                             SwizzleConstraint constraint = SwizzleConstraint::none);

}  // namespace stridescope
