// The address that a tensor in memory starts at, as far as it is known: CuTe prints it, nothing is ever read there.
//   gmem_ptr[16b](0x7f0000000200)   smem_ptr[16b](?+64)   Sw<3,4,3>_smem_ptr[16b](0x10400)   subptr[4b](0x10.4)
// `?` is an address that the text does not tell, `+64` counts elements from it; a width that it does not tell is
// `[?b]`. Source: CUTLASS include/cute/pointer.hpp, pointer_swizzle.hpp, container/array_subbyte.hpp.
#pragma once

#include "core/value/swizzle.h"

namespace stridescope {

// Where a pointer points: CuTe's tags. `none` is a pointer without one.
enum class MemorySpace : std::uint8_t { none, gmem, smem, rmem, tmem };

// "", "gmem_", "smem_", ...
std::string_view prefix_of(MemorySpace space);

struct Pointer {
  MemorySpace space = MemorySpace::none;
  std::uint16_t bits = 0;     // width of an element; 0 when unknown
  bool known = false;         // the address is
  std::uint64_t address = 0;  // in bytes; tensor memory: row in the upper 16 bits, column in the lower
  bool swizzled = false;
  Swizzle swizzle = {};  // acts on the byte address

  bool operator==(const Pointer&) const = default;
};

}  // namespace stridescope
