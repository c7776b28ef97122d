// Swizzles of plain offsets, and of offsets with some bits known only at run time (MixedBits), with CuTe's rules for
// the static part.
#include "core/value/swizzle.h"

#include <bit>
#include <cstdlib>

#include "core/base/text.h"
#include "core/value/int_tuple.h"

namespace stridescope {
namespace {

bool check(Arith& arith, std::int64_t bits, std::int64_t base, std::int64_t shift) {
  const std::string name = cat("Sw<", bits, ',', base, ',', shift, '>');
  if (bits < 0) {
    arith.fail(ErrorCode::bad_swizzle, say("{}: the number of bits {} is negative", name, bits), say("use B >= 0"));
  } else if (base < 0) {
    arith.fail(ErrorCode::bad_swizzle, say("{}: the base {} is negative", name, base), say("use M >= 0"));
  } else if (bits > 62 || base > 62 || shift > 62 || shift < -62 || base + std::abs(shift) + bits > 62) {
    arith.fail(ErrorCode::bad_swizzle, say("{}: its bits reach past bit 62", name), say("use smaller B, M or S"));
  } else if (std::abs(shift) < bits) {
    arith.fail(ErrorCode::bad_swizzle,
               say("{}: |S| = {} is less than B = {}, so the two bit fields overlap", name, std::abs(shift), bits),
               say("use |S| >= {}", bits));
  } else {
    return true;
  }
  return false;
}

}  // namespace

Swizzle make_swizzle(Arith& arith, std::int64_t bits, std::int64_t base, std::int64_t shift) {
  if (!check(arith, bits, base, shift)) return {};
  return {static_cast<int>(bits), static_cast<int>(base), static_cast<int>(shift)};
}

Swizzle swizzle_from_masks(Arith& arith, std::int64_t yyy, std::int64_t zzz) {
  const auto y = static_cast<std::uint64_t>(yyy);
  const auto z = static_cast<std::uint64_t>(zzz);
  if (yyy < 0 || zzz < 0) {
    arith.fail(ErrorCode::bad_swizzle, say("make_swizzle<{},{}>: a mask is negative", yyy, zzz), say("use masks >= 0"));
    return {};
  }
  if (std::popcount(y) != std::popcount(z)) {
    arith.fail(ErrorCode::bad_swizzle, say("make_swizzle<{},{}>: Y has {} {bit|bits} but Z has {}; they must agree", y,
                                           z, std::popcount(y), std::popcount(z)));
    return {};
  }
  const int shift = std::countr_zero(y) - std::countr_zero(z);
  const int base = y == 0 ? 0 : std::min(std::countr_zero(y), std::countr_zero(z));
  const Swizzle swizzle = make_swizzle(arith, std::popcount(y), base, shift);
  if (arith.ok() && (y | z) != static_cast<std::uint64_t>(swizzle.yyy() | swizzle.zzz())) {
    arith.fail(ErrorCode::bad_swizzle,
               say("make_swizzle<{},{}>: the bits of a mask are not adjacent, no Swizzle describes them", y, z));
  }
  return swizzle;
}

Int apply(Arith& arith, const Swizzle& swizzle, Int offset) {
  return arith.bit_xor(offset, arith.shift_right(arith.bit_and(offset, static_int(swizzle.yyy())), swizzle.shift));
}

namespace {

// The integer that the offset is, or null when it has dynamic bits. A coordinate has no bits.
const Int* whole(const SwizzleOffset& offset) {
  static constexpr Int zero = static_int(0);
  if (std::holds_alternative<MixedBits>(offset)) return nullptr;
  const Int* integer = std::get_if<Int>(&offset);
  return integer != nullptr ? integer : &zero;
}

}  // namespace

SwizzleOffset make_mixed_bits(Arith& arith, std::uint32_t static_bits, Int dynamic, std::int64_t flags) {
  const std::uint32_t left = static_cast<std::uint32_t>(flags) & ~static_bits;
  if (left == 0 || dynamic.is_static)
    return arith.bit_or(static_int(static_bits), arith.bit_and(dynamic, static_int(left)));
  return MixedBits{static_bits, static_cast<std::uint32_t>(dynamic.value) & left, left};
}

SwizzleOffset bit_and(Arith& arith, const SwizzleOffset& a, std::int64_t mask) {
  if (const Int* integer = whole(a)) return arith.bit_and(*integer, static_int(mask));
  const auto& m = std::get<MixedBits>(a);
  const auto bits = static_cast<std::uint32_t>(mask);
  return make_mixed_bits(arith, m.static_bits & bits, dynamic_int(m.dynamic_bits), m.flags & bits);
}

SwizzleOffset bit_xor(Arith& arith, const SwizzleOffset& a, const SwizzleOffset& b) {
  if (whole(a) != nullptr && whole(b) != nullptr) return arith.bit_xor(*whole(a), *whole(b));
  if (whole(a) != nullptr) return bit_xor(arith, b, a);
  const auto& m = std::get<MixedBits>(a);
  if (const Int* integer = whole(b)) {
    if (!integer->is_static) return dynamic_int(m.value() ^ static_cast<std::uint32_t>(integer->value));
    const auto bits = static_cast<std::uint32_t>(integer->value);
    return make_mixed_bits(arith, (~m.static_bits & bits & ~m.flags) | (m.static_bits & ~bits),
                           dynamic_int(m.value() ^ bits), m.flags);
  }
  const auto& n = std::get<MixedBits>(b);
  const std::uint32_t known = (m.static_bits ^ n.static_bits) & ~m.flags & ~n.flags;
  return make_mixed_bits(arith, known, dynamic_int(m.value() ^ n.value()), m.flags | n.flags);
}

SwizzleOffset shift_right(Arith& arith, const SwizzleOffset& a, int bits) {
  if (const Int* integer = whole(a)) return arith.shift_right(*integer, bits);
  const auto& m = std::get<MixedBits>(a);
  const auto moved = [bits](std::uint32_t word) {
    return bits >= 0 ? word >> std::min(bits, 31) : word << std::min(-bits, 31);
  };
  return make_mixed_bits(arith, moved(m.static_bits), dynamic_int(moved(m.dynamic_bits)), moved(m.flags));
}

SwizzleOffset apply(Arith& arith, const Swizzle& swizzle, const SwizzleOffset& offset) {
  return bit_xor(arith, offset, shift_right(arith, bit_and(arith, offset, swizzle.yyy()), swizzle.shift));
}

Int to_integer(const SwizzleOffset& offset) {
  if (const Int* integer = whole(offset)) return *integer;
  return dynamic_int(std::get<MixedBits>(offset).value());
}

bool OffsetCoordinate::operator==(const OffsetCoordinate& other) const { return *coordinate == *other.coordinate; }

IntTuple to_addend(const SwizzleOffset& offset) {
  if (const auto* place = std::get_if<OffsetCoordinate>(&offset)) return *place->coordinate;
  return to_integer(offset);
}

SwizzleOffset to_offset(IntTuple addend) {
  if (addend.is_integer() && addend.integer().is_plain()) return addend.integer();
  return OffsetCoordinate{std::make_shared<const IntTuple>(std::move(addend))};
}

bool is_static(const SwizzleOffset& offset) {
  if (const auto* place = std::get_if<OffsetCoordinate>(&offset)) return place->coordinate->ref().is_static();
  return to_integer(offset).is_static;
}

}  // namespace stridescope
