// Checks a tile of a coordinate tensor against a TMA atom, as tma_partition requires it: the atom's box, the tile in
// global memory and the tile in shared memory must have the same elements in the same order. Source: CUTLASS
// include/cute/atom/copy_traits_sm90_tma.hpp (tma_partition), whose inverse of the shared tile is used here.
#pragma once

#include <string>

#include "core/value/arith.h"
#include "core/value/composed_layout.h"

namespace stridescope {

// Limit of the inspected elements of a box.
inline constexpr std::int64_t max_box_elements = 1 << 18;

// basis: position in shared memory -> coordinate, as CuTe DSL prints it (tma_gbasis). global: -> coordinates; its
// leading modes are the tile. shared: -> offsets, with as many leading modes. Returns "legal: ..." with the call, or
// "not legal: ..." with the difference and the first misplaced element. Errors: arguments for strides that are not
// coordinates, or not integers where integers are required; too_large for a larger box. bits: of an element, 0 if
// unknown.
std::string tma_fit(Arith& arith, const Layout& basis, const Layout& global, const Layout& shared, int bits);

// The same for an unknown atom: returns the tma_gbasis that the atom must have for the largest tile of leading modes of
// both, and the call; or the reason why none exists.
std::string tma_box(Arith& arith, const Layout& global, const Layout& shared, int bits);

}  // namespace stridescope
