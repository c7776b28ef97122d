// Whether tensors are what an atom takes, as CuTe's own assertions ask, and if not the first condition that fails, with
// its numbers. Source: include/cute/atom/copy_atom.hpp (Copy_Atom::call), copy_traits.hpp (copy_unpack), mma_traits.hpp
// (mma_unpack), include/cute/algorithm/gemm.hpp.
#pragma once

#include <array>

#include "core/base/message.h"
#include "core/tiled/atom.h"

namespace stridescope {

// What one thread hands to one call of the atom: src and dst of one mode. Where a tensor's memory is not known nothing
// is said of it.
Message copy_fit(Arith&, const CopyAtom& atom, const Tensor& src, const Tensor& dst);
// A thread's parts of D, A, B and C, by one instruction (V) or by several: D and C (V,M,N), A (V,M,K), B (V,N,K).
Message mma_fit(Arith&, const MmaAtom& atom, const std::array<Layout, 4>& dabc);

}  // namespace stridescope
