// The copy engine of sm90 (TMA) for one tile of a copy: the descriptor of the tensor in global memory, and one
// instruction per box. Source: core/tiled/tma.h; PTX ISA 9.0, 9.7.9.27 (cp.async.bulk.tensor).
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/tiled/tma.h"

namespace stridescope {

// Limit: instructions per tile.
inline constexpr std::int64_t max_tma_instructions = 256;

// One tile of a copy by the engine. post of plan_tma: begins.size() instructions, whose boxes are disjoint and cover
// the tile.
struct TmaTransfer {
  TmaAtom atom;
  // Size of one box, in elements of the descriptor: bytes for types below 8 bits.
  std::int64_t box_elements = 0;
  std::vector<std::int64_t> tile;  // extents of the tile by the tensor's modes, in the units of the boxes
  // The start of each instruction's box in the tile, by the tensor's modes. Its elements are in shared memory from
  // instruction * box_elements on, before the swizzle.
  std::vector<std::vector<std::int64_t>> begins;
};

// True if both request the same descriptor from the driver; operation and layouts can differ. Used to reject an atom of
// another tensor.
bool same_descriptor(const TmaAtom& a, const TmaAtom& b);

// gmem: flat modes. smem: the tile, with the same number of modes. unsupported, with the violated condition: the errors
// of make_tma, a tile with gaps in shared memory, boxes that are not aligned to 128 bytes, rows narrower than the
// swizzle. For elements of less than 8 bits, boxes and tile count bytes of several elements; unsupported if the
// contiguous mode of either layout does not end at a byte.
Result<TmaTransfer> plan_tma(const Layout& gmem, const AnyLayout& smem, int element_bits);

}  // namespace stridescope
