// Checks tensors against an atom, as CuTe's assertions do, and reports the first violated condition with its numbers.
// Source: include/cute/atom/copy_atom.hpp (Copy_Atom::call), copy_traits.hpp (copy_unpack), mma_traits.hpp
// (mma_unpack), include/cute/algorithm/gemm.hpp.
#pragma once

#include <array>

#include "core/base/message.h"
#include "core/tiled/atom.h"

namespace stridescope {

// Checks the arguments of one thread in one call of the atom: src and dst with one mode. Does not check the memory
// space of a tensor if it is unknown.
Message copy_fit(Arith&, const CopyAtom& atom, const Tensor& src, const Tensor& dst);
// Checks a thread's parts of D, A, B and C, for one instruction (V) or several: D and C (V,M,N), A (V,M,K), B (V,N,K).
Message mma_fit(Arith&, const MmaAtom& atom, const std::array<Layout, 4>& dabc);

}  // namespace stridescope
