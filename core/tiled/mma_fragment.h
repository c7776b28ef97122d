// The registers of one thread for its part of an operand, or its descriptors, or its addresses in tensor memory.
#pragma once

#include "core/tiled/tiled_mma.h"

namespace stridescope {

// The layout of the registers for what partition gave: `part`, (FrgV, RestM, RestN, ...). arguments for a layout that
// no partition of that operand gives, as CuTe asserts. partition_fragment does both.
Layout make_fragment(Arith&, const TiledMma& mma, MmaOperand operand, LayoutRef part);
// The same for a tensor. An operand read by a descriptor must have one, as CuTe's make_gmma_desc asserts: a tensor in
// shared memory, laid out by the atom's major mode (smem_operand, whose errors these are).
Layout make_fragment(Arith&, const TiledMma& mma, MmaOperand operand, const Tensor& part);

}  // namespace stridescope
