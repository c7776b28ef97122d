// The registers of one thread for its part of an operand; or its descriptors; or its addresses in tensor memory.
#pragma once

#include "core/tiled/tiled_mma.h"

namespace stridescope {

// The layout of the registers for a result of partition: `part`, (FrgV, RestM, RestN, ...). arguments: a layout that no
// partition of that operand yields, as in CuTe's assertion. partition_fragment does both.
Layout make_fragment(Arith&, const TiledMma& mma, MmaOperand operand, LayoutRef part);
// The same for a tensor. If the instruction reads the operand through a descriptor, the tensor must have one, as CuTe's
// make_gmma_desc asserts: it is in shared memory, in the layout of the atom's major mode (errors of smem_operand).
Layout make_fragment(Arith&, const TiledMma& mma, MmaOperand operand, const Tensor& part);

}  // namespace stridescope
