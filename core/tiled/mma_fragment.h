// The registers of one thread for its part of an operand, or its descriptors, or its addresses in tensor memory.
#pragma once

#include "core/tiled/tiled_mma.h"

namespace stridescope {

// The layout of the registers for what partition gave: `part`, (FrgV, RestM, RestN, ...). arguments for a layout that
// no partition of that operand gives, as CuTe asserts. partition_fragment does both.
Layout make_fragment(Arith&, const TiledMma& mma, MmaOperand operand, LayoutRef part);

}  // namespace stridescope
