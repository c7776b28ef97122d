// The copy engine of sm90 (TMA) for one tile of a copy: the descriptor of the tensor in global memory, and one
// instruction per box. Source: core/tiled/tma.h; PTX ISA 9.0, 9.7.9.27 (cp.async.bulk.tensor).
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/tiled/tma.h"

namespace stridescope {

// Caps: instructions of a tile.
inline constexpr std::int64_t max_tma_instructions = 256;

// One tile of a copy as the engine moves it. post of plan_tma: begins.size() instructions, their boxes disjoint and
// together the tile.
struct TmaTransfer {
  TmaAtom atom;
  // The size of one box, in elements of the descriptor, which are bytes for types below 8 bits.
  std::int64_t box_elements = 0;
  std::vector<std::int64_t> tile;  // extents of the tile by the tensor's modes, counted as the boxes are
  // By instruction: where its box begins in the tile, by the tensor's modes. Its elements lie in shared memory from
  // instruction * box_elements on, before the swizzle.
  std::vector<std::vector<std::int64_t>> begins;
};

// True if both request the same from the driver, box by box; operation and layouts can differ. Prevents the use of an
// atom of another tensor.
bool same_descriptor(const TmaAtom& a, const TmaAtom& b);

// gmem: flat modes. smem: the tile, of as many modes. unsupported, with the condition that fails: what make_tma
// refuses, a tile that leaves gaps in shared memory, boxes that begin off 128 bytes, rows narrower than the swizzle.
// Elements of less than 8 bits: the engine moves bytes of several, and boxes and tile count those. Refused where the
// contiguous mode of either layout does not end with a byte.
Result<TmaTransfer> plan_tma(const Layout& gmem, const AnyLayout& smem, int element_bits);

}  // namespace stridescope
