// Whether a tile of a tensor of coordinates is what the atom of a TMA moves, as tma_partition needs it: the box that
// the atom was made with, the tile in global memory and the one in shared memory hold the same elements in the same
// order. Source: CUTLASS include/cute/atom/copy_traits_sm90_tma.hpp (tma_partition), whose inverse of the shared tile
// is this.
#pragma once

#include <string>

#include "core/value/arith.h"
#include "core/value/composed_layout.h"

namespace stridescope {

// Elements of a box that are looked at.
inline constexpr std::int64_t max_box_elements = 1 << 18;

// basis: from the place in shared memory to the coordinate, as CuTe DSL prints it (tma_gbasis). global: to coordinates;
// its leading modes are the tile. shared: to offsets, with as many leading modes. "legal: ..." with the call, or "not
// legal: ..." with what differs and the first element that lies elsewhere.
// Faults: arguments for strides that are no coordinates, or integers where there are none; too_large for a larger box.
std::string tma_fit(Arith& arith, const Layout& basis, const Layout& global, const Layout& shared);

// The same where the atom is not told: which tma_gbasis it must have for the largest tile that leading modes of both
// hold, and the call; or that there is none.
std::string tma_box(Arith& arith, const Layout& global, const Layout& shared);

}  // namespace stridescope
