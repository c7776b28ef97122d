// The start address of a tensor in memory, as far as it is known: CuTe prints it, and nothing is ever read from it.
//   gmem_ptr[16b](0x7f0000000200)   smem_ptr[16b](?+64)   Sw<3,4,3>_smem_ptr[16b](0x10400)   subptr[4b](0x10.4)
// `?` is an unknown address, `+64` counts elements from it; an unknown width is `[?b]`. The digits after the point of a
// subptr are the bits within the byte. Tensor memory is `tmem_[32b](0xROW.COLUMN)`, with four hexadecimal digits each.
// Source: CUTLASS include/cute/pointer.hpp, pointer_swizzle.hpp, container/array_subbyte.hpp.
#pragma once

#include "core/value/swizzle.h"

namespace stridescope {

// The memory of a pointer, CuTe's tags. none: a pointer without a tag; gmem: global, smem: shared, rmem: registers,
// tmem: the tensor memory of sm_100.
enum class MemorySpace : std::uint8_t { none, gmem, smem, rmem, tmem };

// "", "gmem_", "smem_", ...: the prefix of the printed form. Static memory.
std::string_view prefix_of(MemorySpace space);

// Holds what is printed; the offset in elements is the Iterator's position (core/value/tensor.h). A default pointer is
// completely unknown.
struct Pointer {
  MemorySpace space = MemorySpace::none;
  // Width of an element in bits; 0 if unknown. Offsets count such elements.
  std::uint16_t bits = 0;
  // True if the address is known; otherwise `address` is 0 and prints as `?`.
  bool known = false;
  // In bytes; tensor memory: row in the upper 16 bits, column in the lower.
  std::uint64_t address = 0;
  // CuTe's swizzle_ptr: the swizzle applies to the byte address of each element, after the layout.
  bool swizzled = false;
  // Applies to the byte address; the identity if `swizzled` is false.
  Swizzle swizzle = {};

  bool operator==(const Pointer&) const = default;
};

}  // namespace stridescope
