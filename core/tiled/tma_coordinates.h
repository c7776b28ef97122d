// The coordinates that the copy engine takes.
#pragma once

#include "core/tiled/tma.h"

namespace stridescope {

// A layout with that shape: mode i of the global tensor steps along the basis element of its dimension in the
// descriptor. arguments: the modes of the shape differ from those of the TMA's tensor. Source: CUTLASS
// include/cute/atom/copy_traits_sm90_tma.hpp, make_tma_copy_desc.
Layout tma_coordinates(Arith&, const TmaAtom& atom, TupleRef shape);

}  // namespace stridescope
