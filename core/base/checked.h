// 64-bit arithmetic that reports overflow instead of wrapping: sizes and offsets of layouts are products of numbers
// from the input and can be arbitrary. Arith (core/value/arith.h) turns overflows into faults; code that counts without
// a program calls these functions directly.
#pragma once

#include <cstdint>
#include <limits>

namespace stridescope {

// Each returns true on overflow and leaves an unspecified value in `out`; otherwise `out` is the exact result. `out`
// can alias an operand. The range is that of std::int64_t, from -2^63 to 2^63 - 1.
inline bool add_overflows(std::int64_t a, std::int64_t b, std::int64_t& out) {
  return __builtin_add_overflow(a, b, &out);
}
inline bool sub_overflows(std::int64_t a, std::int64_t b, std::int64_t& out) {
  return __builtin_sub_overflow(a, b, &out);
}

// As the others; the usual case costs two comparisons and a multiplication.
//
//   std::int64_t bits = 0;
//   if (mul_overflows(elements, 16, bits)) return failure(ErrorCode::overflow, say("too many elements"));
inline bool mul_overflows(std::int64_t a, std::int64_t b, std::int64_t& out) {
  // WebAssembly has no multiplication that reports overflow; 32-bit operands, the usual case, cannot overflow.
  if (a == static_cast<std::int32_t>(a) && b == static_cast<std::int32_t>(b)) {
    out = a * b;
    return false;
  }
  return __builtin_mul_overflow(a, b, &out);
}

// The only quotient that does not fit: the smallest integer divided by -1. The caller must check b = 0. A quotient that
// fits is `a / b`, truncated towards 0.
inline bool div_overflows(std::int64_t a, std::int64_t b) {
  return a == std::numeric_limits<std::int64_t>::min() && b == -1;
}

}  // namespace stridescope
