// Fit of tensors to an atom, as CuTe's own assertions check it, and the first condition that fails, with its numbers.
// Source: include/cute/atom/copy_atom.hpp (Copy_Atom::call), copy_traits.hpp (copy_unpack), mma_traits.hpp
// (mma_unpack), include/cute/algorithm/gemm.hpp.
#pragma once

#include <array>

#include "core/base/message.h"
#include "core/tiled/atom.h"

namespace stridescope {

// The arguments of one thread in one call of the atom: src and dst of one mode. Unknown memory of a tensor is not
// judged.
Message copy_fit(Arith&, const CopyAtom& atom, const Tensor& src, const Tensor& dst);
// A thread's parts of D, A, B and C, by one instruction (V) or by several: D and C (V,M,N), A (V,M,K), B (V,N,K).
Message mma_fit(Arith&, const MmaAtom& atom, const std::array<Layout, 4>& dabc);

}  // namespace stridescope
