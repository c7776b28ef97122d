// The fragments of operands in tensor memory, which holds the accumulators of tcgen05.mma and may hold A.
#pragma once

#include "core/tiled/tiled_mma.h"

namespace stridescope {

// The lanes of a block's tensor memory, its columns of 32 bits, and the address step between lanes, in bits.
inline constexpr std::int64_t tmem_lanes = 128;
// 80 of sm80 names an architecture.
constexpr std::int64_t tmem_columns(int architecture) { return architecture == 107 ? 576 : 512; }
inline constexpr std::int64_t tmem_lane_bits = std::int64_t{1} << 21;  // from the address of a lane to that of the next

// The block's part of the operand: `part`, ((MmaM,MmaN),RestM,RestN,...), or with K for A, -> address: the lane (data
// path) times 2^21 bits plus the bits of the preceding columns, in elements. Source: CUTLASS
// atom/mma_traits_sm100_frag.hpp, UMMA::tmem_frg. pre: the operand's place is OperandPlace::tensor_memory. arguments:
// the part is not static, no instruction has that M, or tensor memory is exceeded; otherwise the faults of composition.
Layout tensor_memory_fragment(Arith&, const MmaAtom& atom, MmaOperand operand, LayoutRef part);

}  // namespace stridescope
