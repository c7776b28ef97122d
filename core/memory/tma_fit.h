// Fit of a tile of a coordinate tensor to a TMA atom, as tma_partition needs it: the atom's box, the tile in global
// memory and the one in shared memory must hold the same elements in the same order. Source: CUTLASS
// include/cute/atom/copy_traits_sm90_tma.hpp (tma_partition), whose inverse of the shared tile is used here.
#pragma once

#include <string>

#include "core/value/arith.h"
#include "core/value/composed_layout.h"

namespace stridescope {

// Elements of a box that are looked at.
inline constexpr std::int64_t max_box_elements = 1 << 18;

// basis: from the place in shared memory to the coordinate, as CuTe DSL prints it (tma_gbasis). global: to coordinates;
// its leading modes are the tile. shared: to offsets, with as many leading modes. "legal: ..." with the call, or "not
// legal: ..." with the difference and the first misplaced element. Faults: arguments for strides that are not
// coordinates, or integers in place of them; too_large for a larger box.
std::string tma_fit(Arith& arith, const Layout& basis, const Layout& global, const Layout& shared);

// The same for an unknown atom: the tma_gbasis that it must have for the largest tile of leading modes of both, and the
// call; or a refusal.
std::string tma_box(Arith& arith, const Layout& global, const Layout& shared);

}  // namespace stridescope
