// Swizzle<B,M,S>: XORs the B bits at M+max(0,S) (YYY) into the B bits at M-min(0,S) (ZZZ) of an offset.
//   0bxxxxYYYxxxxZZZxxxx   M low bits stay, |S| is the distance between the two fields.
// Invariant: B >= 0, M >= 0, |S| >= B, and both fields lie below bit 62.
// Source: CUTLASS include/cute/swizzle.hpp.
#pragma once

#include <cstdint>
#include <variant>

#include "core/value/arith.h"

namespace stridescope {

// An involution on offsets for |S| >= B, and linear over F2. A default one is the identity.
struct Swizzle {
  int bits = 0;
  int base = 0;
  int shift = 0;

  constexpr std::int64_t mask() const { return (std::int64_t{1} << bits) - 1; }
  constexpr std::int64_t yyy() const { return mask() << (base + (shift > 0 ? shift : 0)); }
  constexpr std::int64_t zzz() const { return mask() << (base - (shift < 0 ? shift : 0)); }
  bool operator==(const Swizzle&) const = default;
};

// A checked Swizzle<bits,base,shift>; bad_swizzle when the parameters describe none.
Swizzle make_swizzle(Arith& arith, std::int64_t bits, std::int64_t base, std::int64_t shift);
// The swizzle with these masks, CuTe's make_swizzle<Y,Z>; bad_swizzle when there is none.
Swizzle swizzle_from_masks(Arith& arith, std::int64_t yyy, std::int64_t zzz);
// offset ^ ((offset & YYY) >> S)
Int apply(Arith& arith, const Swizzle& swizzle, Int offset);
// The same of a plain number: no bit leaves the two fields, so nothing can overflow.
constexpr std::int64_t swizzled(const Swizzle& swizzle, std::int64_t offset) {
  const std::int64_t moved = offset & swizzle.yyy();
  return offset ^ (swizzle.shift >= 0 ? moved >> swizzle.shift : moved << -swizzle.shift);
}

// The offset of a sliced swizzle: some bits known at compile time, some only at run time; the two sets are disjoint.
// CuTe prints it `M_<static>|(<dynamic>&<flags>)=<value>`.
struct MixedBits {
  std::uint32_t static_bits = 0;
  std::uint32_t dynamic_bits = 0;
  std::uint32_t flags = 0;  // which bits are dynamic; not 0

  std::uint32_t value() const { return static_bits | dynamic_bits; }
  bool operator==(const MixedBits&) const = default;
};

// The place of a pointer to shared memory that the layout does not have yet, CuTe's smem_ptr_flag_bits: the swizzle to
// its left acts on byte addresses of elements of `bits` bits. Printed `smem_ptr[16b](unset)`. As a number it is a
// static 0.
struct UnsetPointer {
  int bits = 8;
  bool operator==(const UnsetPointer&) const = default;
};

using SwizzleOffset = std::variant<Int, MixedBits, UnsetPointer>;

// Bitwise operators over offsets of either form; the result is an Int again when no dynamic bit is left.
SwizzleOffset bit_and(Arith& arith, const SwizzleOffset& a, std::int64_t mask);
SwizzleOffset bit_xor(Arith& arith, const SwizzleOffset& a, const SwizzleOffset& b);
SwizzleOffset shift_right(Arith& arith, const SwizzleOffset& a, int bits);
SwizzleOffset apply(Arith& arith, const Swizzle& swizzle, const SwizzleOffset& offset);
// The offset as a number: dynamic when any of its bits is.
Int to_integer(const SwizzleOffset& offset);
// (static) | (dynamic & flags), as MixedBits only where dynamic bits remain.
SwizzleOffset make_mixed_bits(Arith& arith, std::uint32_t static_bits, Int dynamic, std::int64_t flags);

}  // namespace stridescope
