// Rounding as PTX defines it, for every floating format: a result is a double that was rounded to odd, and is rounded
// to its format once. Source: PTX ISA 9.0, sections on rounding modifiers and on cvt; OCP formats for 8 bits and below.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/base/bit_cast.h"
#include "core/machine/program.h"

namespace stridescope::machine {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

enum class Rounding : std::uint8_t { nearest, zero, down, up, nearest_away };

// A binary floating format of at most 32 bits.
struct Format {
  int mantissa = 0;  // explicit bits
  int exponent = 0;
  // IEEE: the largest exponent holds infinity and NaNs. Otherwise it holds numbers, and the last code is NaN or a
  // number.
  bool ieee = true;
  bool has_nan = true;

  constexpr int bias() const { return (1 << (exponent - 1)) - 1; }
  constexpr std::uint32_t sign() const { return std::uint32_t{1} << (mantissa + exponent); }
  constexpr std::uint32_t infinity() const { return ((std::uint32_t{1} << exponent) - 1) << mantissa; }
  constexpr std::uint32_t largest() const { return ieee ? infinity() - 1 : sign() - (has_nan ? 2 : 1); }
  // The NaN that arithmetic produces.
  constexpr std::uint32_t nan() const { return sign() - 1; }
};
inline constexpr Format format_f32 = {23, 8};
inline constexpr Format format_f16 = {10, 5};
inline constexpr Format format_bf16 = {7, 8};
inline constexpr Format format_tf32 = {10, 8};
inline constexpr Format format_e5m2 = {2, 5};
inline constexpr Format format_e4m3 = {3, 4, false};
inline constexpr Format format_e2m3 = {3, 2, false, false};
inline constexpr Format format_e3m2 = {2, 3, false, false};
inline constexpr Format format_e2m1 = {1, 2, false, false};

// The format of one element of a type, not of f64; tf32 has the low bits of its 32 cut off by the caller.
const Format* format_of(Type type);

// Exact.
double value_of(const Format& format, std::uint32_t bits);
// One rounding. saturate: the largest finite number instead of infinity; NaN is the format's NaN, or the largest number
// in a format without one.
std::uint32_t rounded(const Format& format, double value, Rounding rounding, bool saturate = false);

// The sum rounded to odd: rounding it to at most 51 bits of precision gives the rounded exact sum.
inline double sum_to_odd(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  if (error == 0) return sum;
  auto bits = bit_cast<std::uint64_t>(sum);
  if ((bits & 1) != 0) return sum;
  // Towards the exact value: away from zero if the error has the sign of the sum.
  bits = (error > 0) == (sum > 0) ? bits + 1 : bits - 1;
  return bit_cast<double>(bits);
}

// .ftz of an operand.
inline float flushed(float value) {
  const auto bits = bit_cast<std::uint32_t>(value);
  return (bits & 0x7f800000U) == 0 ? bit_cast<float>(bits & 0x80000000U) : value;
}
// .ftz of a result: `bits` is `exact` rounded to the format. Zero if `exact`, rounded to the format's precision with
// an unbounded exponent, is below the smallest normal; the grid of subnormals, which is coarser, may round it up.
std::uint32_t flushed(const Format& format, std::uint32_t bits, double exact, Rounding rounding);

// a + b, a b, a b + c in f64 with any rounding.
double sum_f64(double a, double b, Rounding rounding);
double product_f64(double a, double b, Rounding rounding);
double fused_f64(double a, double b, double c, Rounding rounding);
double quotient_f64(double a, double b, Rounding rounding);
double root_f64(double a, Rounding rounding);

}  // namespace stridescope::machine
