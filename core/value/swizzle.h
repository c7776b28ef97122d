// Swizzle<B,M,S>: XORs the B bits at M+max(0,S) (YYY) into the B bits at M-min(0,S) (ZZZ) of an offset.
//   0bxxxxYYYxxxxZZZxxxx   the M low bits are unchanged, |S| is the distance between the two fields
// Invariant: B >= 0, M >= 0, |S| >= B, and M + |S| + B <= 62: both fields are below bit 62. Purpose: tiles in shared
// memory whose rows and columns are read without bank conflicts. The 32 banks of 4 bytes are bits 2 to 6 of the byte
// address, so Sw<3,4,3> over 128-byte rows (the row number is in bits 7 to 9) gives each of eight rows a different
// order of its 16-byte pieces, and a column of pieces touches each bank once. Source: CUTLASS include/cute/swizzle.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include "core/value/arith.h"

namespace stridescope {

class IntTuple;  // core/value/int_tuple.h

// An involution on offsets for |S| >= B, and linear over F2. A default one is the identity. `Sw<2,0,3>(8)` is 9: bit
// 3 goes into bit 0.
struct Swizzle {
  // The members are B, M and S: width of the fields, unchanged low bits, distance. S > 0 moves bits down, S < 0 up.
  int bits = 0;
  int base = 0;
  int shift = 0;

  // B ones: at bit 0, at the source field, and at the target field. The fields are disjoint for B > 0.
  constexpr std::int64_t mask() const { return (std::int64_t{1} << bits) - 1; }
  constexpr std::int64_t yyy() const { return mask() << (base + (shift > 0 ? shift : 0)); }
  constexpr std::int64_t zzz() const { return mask() << (base - (shift < 0 ? shift : 0)); }
  // Equal parameters. Identities may differ: Sw<0,4,3> and Sw<0,0,0>.
  bool operator==(const Swizzle&) const = default;
};

// A checked Swizzle<bits,base,shift>; bad_swizzle for invalid parameters, with the identity as the result.
Swizzle make_swizzle(Arith& arith, std::int64_t bits, std::int64_t base, std::int64_t shift);
// The swizzle with these masks, CuTe's make_swizzle<Y,Z>; bad_swizzle if it does not exist: a mask is negative, the
// masks have different numbers of bits, or the bits of one are not adjacent.
Swizzle swizzle_from_masks(Arith& arith, std::int64_t yyy, std::int64_t zzz);
// offset ^ ((offset & YYY) >> S). Static if the offset is. basis: the offset is not an integer.
Int apply(Arith& arith, const Swizzle& swizzle, Int offset);
// The same for a plain number, for loops over elements. It cannot overflow, since only bits of the two fields change.
constexpr std::int64_t swizzled(const Swizzle& swizzle, std::int64_t offset) {
  const std::int64_t moved = offset & swizzle.yyy();
  return offset ^ (swizzle.shift >= 0 ? moved >> swizzle.shift : moved << -swizzle.shift);
}

// The offset of a sliced swizzle: some bits known at compile time, some only at run time; the two sets are disjoint.
// CuTe prints it `M_<static>|(<dynamic>&<flags>)=<value>`.
struct MixedBits {
  // Bits that are 1 at compile time.
  std::uint32_t static_bits = 0;
  // Bits that are 1 at run time; a subset of the flags.
  std::uint32_t dynamic_bits = 0;
  // Mask of the dynamic bits; not 0, since the offset would be an integer.
  std::uint32_t flags = 0;

  std::uint32_t value() const { return static_bits | dynamic_bits; }
  bool operator==(const MixedBits&) const = default;
};

// The position of a pointer to shared memory that the layout still lacks, CuTe's smem_ptr_flag_bits: the swizzle to its
// left applies to byte addresses of elements of `bits` bits. Printed `smem_ptr[16b](unset)`. As a number it is a static
// 0. without_pointer (core/algebra/algebra.h) gives the order of the elements in memory.
struct UnsetPointer {
  int bits = 8;
  bool operator==(const UnsetPointer&) const = default;
};

// An offset that is a coordinate or a basis element: in front of a layout whose strides are basis elements, as in
// `(4,5):(1,4) o (_0,_1) o (2,3):(_1@0,_1@1)`. Equality is that of the coordinates.
struct OffsetCoordinate {
  // Never null; never a plain integer.
  std::shared_ptr<const IntTuple> coordinate;
  bool operator==(const OffsetCoordinate&) const;
};

// The offset between the function and the layout in `Sw<B,M,S> o offset o L`.
struct SwizzleOffset : std::variant<Int, MixedBits, UnsetPointer, OffsetCoordinate> {
  using variant::variant;
  SwizzleOffset() = default;
  SwizzleOffset(const SwizzleOffset&);
  SwizzleOffset(SwizzleOffset&&) noexcept;
  SwizzleOffset& operator=(const SwizzleOffset&);
  SwizzleOffset& operator=(SwizzleOffset&&) noexcept;
  ~SwizzleOffset();
};

// Bitwise operators on offsets of either form; the result is an Int if no dynamic bit remains. Mixed bits have 32 bits,
// as in CuTe; combined with a dynamic integer they become one.
SwizzleOffset bit_and(Arith& arith, const SwizzleOffset& a, std::int64_t mask);
SwizzleOffset bit_xor(Arith& arith, const SwizzleOffset& a, const SwizzleOffset& b);
SwizzleOffset shift_right(Arith& arith, const SwizzleOffset& a, int bits);
// The swizzle of an offset; the result stays mixed if possible.
SwizzleOffset apply(Arith& arith, const Swizzle& swizzle, const SwizzleOffset& offset);
// The offset as a number: dynamic when any of its bits is. A coordinate is not a number: its result is a static 0.
Int to_integer(const SwizzleOffset& offset);
// The offset as an addend: to_integer's number, or the coordinate. to_offset is its inverse; an integer becomes an Int.
IntTuple to_addend(const SwizzleOffset& offset);
SwizzleOffset to_offset(IntTuple addend);
// True if the offset is known at compile time.
bool is_static(const SwizzleOffset& offset);
// (static) | (dynamic & flags), as MixedBits only if dynamic bits remain: a static `dynamic`, or no flag besides the
// static bits, gives an integer.
SwizzleOffset make_mixed_bits(Arith& arith, std::uint32_t static_bits, Int dynamic, std::int64_t flags);

}  // namespace stridescope
