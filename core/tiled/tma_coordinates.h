// The coordinates that the copy engine takes.
#pragma once

#include "core/tiled/tma.h"

namespace stridescope {

// As a layout of that shape: mode i of the global tensor runs along the basis of its dimension in the descriptor.
// arguments for a shape of other modes than the tensor that the TMA was made of. Source: CUTLASS
// include/cute/atom/copy_traits_sm90_tma.hpp, make_tma_copy_desc.
Layout tma_coordinates(Arith&, const TmaAtom& atom, TupleRef shape);

}  // namespace stridescope
