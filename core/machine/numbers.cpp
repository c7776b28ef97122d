// Rounding by integers: to narrow formats, and of exact f64 results in any direction.
#include "core/machine/numbers.h"

#include <algorithm>
#include <utility>

#include "core/base/bit_cast.h"

namespace stridescope::machine {
namespace {

using Wide = Uint128;

// A finite number, mantissa * 2^exponent, and the rest of a longer mantissa, which is less than one unit.
struct Exact {
  bool negative = false;
  Wide mantissa = 0;
  int exponent = 0;
  bool rest = false;
};

int top_bit(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<std::uint64_t>(value));
}

// pre: finite.
Exact exact(double value) {
  const auto bits = bit_cast<std::uint64_t>(value);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent != 0) mantissa |= std::uint64_t{1} << 52;
  return {bits >> 63 != 0, mantissa, (exponent == 0 ? 1 : exponent) - 1075, false};
}

void shift_right(Exact& x, int count) {
  if (count <= 0) return;
  x.rest = x.rest || (count >= 128 ? x.mantissa != 0 : (x.mantissa & ((Wide{1} << count) - 1)) != 0);
  x.mantissa = count >= 128 ? 0 : x.mantissa >> count;
  x.exponent += count;
}
// Moves the highest bit to bit 124, so that a sum has room and a difference loses at most one bit of what was cut.
void normalize(Exact& x) {
  const int count = 124 - top_bit(x.mantissa);
  x.mantissa <<= count;
  x.exponent -= count;
}

// One rounding to f64.
double rounded(Exact x, Rounding rounding) {
  if (x.mantissa == 0 && !x.rest) return x.negative ? -0.0 : 0.0;
  const int top = x.mantissa == 0 ? 0 : top_bit(x.mantissa);
  // The unit of the last place: 2^(top + exponent - 52), and at least 2^-1074.
  const int unit = std::max(top + x.exponent - 52, -1074);
  if (unit < x.exponent) {
    x.mantissa <<= x.exponent - unit;
    x.exponent = unit;
  }
  Exact half = x;
  shift_right(half, unit - x.exponent - 1);
  const bool middle = unit > x.exponent && (half.mantissa & 1) != 0;
  const bool below = half.rest;
  shift_right(x, unit - x.exponent);
  auto mantissa = static_cast<std::uint64_t>(x.mantissa);
  const bool inexact = middle || below || x.rest;
  const bool up = rounding == Rounding::nearest ? middle && (below || (mantissa & 1) != 0)
                  : rounding == Rounding::up    ? inexact && !x.negative
                  : rounding == Rounding::down  ? inexact && x.negative
                                                : false;
  mantissa += up ? 1 : 0;
  // The bits of a number without its sign grow with the number: the implicit bit adds one to the exponent.
  const std::uint64_t infinity = std::uint64_t{0x7ff} << 52;
  std::uint64_t bits = unit > 971 ? infinity : (static_cast<std::uint64_t>(unit + 1074) << 52) + mantissa;
  const bool to_infinity = rounding == Rounding::nearest || rounding == (x.negative ? Rounding::down : Rounding::up);
  if (bits >= infinity) bits = to_infinity ? infinity : infinity - 1;
  return bit_cast<double>(bits | (x.negative ? std::uint64_t{1} << 63 : 0));
}

Exact product(double a, double b) {
  const Exact x = exact(a);
  const Exact y = exact(b);
  return {x.negative != y.negative, x.mantissa * y.mantissa, x.exponent + y.exponent, false};
}

Exact sum(Exact x, Exact y, Rounding rounding) {
  if (x.mantissa == 0 || y.mantissa == 0) {
    if (x.mantissa == 0 && y.mantissa == 0) {
      x.negative = x.negative == y.negative ? x.negative : rounding == Rounding::down;
      return x;
    }
    return x.mantissa == 0 ? y : x;
  }
  normalize(x);
  normalize(y);
  if (x.exponent < y.exponent || (x.exponent == y.exponent && x.mantissa < y.mantissa)) std::swap(x, y);
  shift_right(y, x.exponent - y.exponent);
  if (x.negative == y.negative) {
    x.mantissa += y.mantissa;
  } else {
    // The rest of y makes the difference smaller than its integer.
    x.mantissa -= y.mantissa + (y.rest ? 1 : 0);
    if (x.mantissa == 0 && !y.rest) x.negative = rounding == Rounding::down;
  }
  x.rest = y.rest;
  return x;
}

}  // namespace

const Format* format_of(Type type) {
  switch (type) {
    case Type::f32:
    case Type::f32x2:
      return &format_f32;
    case Type::f16:
    case Type::f16x2:
      return &format_f16;
    case Type::bf16:
    case Type::bf16x2:
      return &format_bf16;
    case Type::tf32:
      return &format_tf32;
    case Type::e4m3:
    case Type::e4m3x2:
      return &format_e4m3;
    case Type::e5m2:
    case Type::e5m2x2:
      return &format_e5m2;
    case Type::e2m1x2:
      return &format_e2m1;
    case Type::e2m3x2:
      return &format_e2m3;
    case Type::e3m2x2:
      return &format_e3m2;
    default:
      return nullptr;
  }
}

double value_of(const Format& format, std::uint32_t bits) {
  const bool negative = (bits & format.sign()) != 0;
  const std::uint32_t magnitude = bits & (format.sign() - 1);
  const auto exponent = static_cast<int>(magnitude >> format.mantissa);
  const std::uint32_t mantissa = magnitude & ((std::uint32_t{1} << format.mantissa) - 1);
  double value = 0;
  if (format.ieee && magnitude >= format.infinity())
    value = magnitude == format.infinity() ? HUGE_VAL : std::nan("");
  else if (!format.ieee && format.has_nan && magnitude == format.nan())
    value = std::nan("");
  else if (exponent == 0)
    value = std::ldexp(static_cast<double>(mantissa), 1 - format.bias() - format.mantissa);
  else
    value = std::ldexp(static_cast<double>(mantissa + (std::uint32_t{1} << format.mantissa)),
                       exponent - format.bias() - format.mantissa);
  return negative ? -value : value;
}

std::uint32_t rounded(const Format& format, double value, Rounding rounding, bool saturate) {
  const auto bits = bit_cast<std::uint64_t>(value);
  const bool negative = bits >> 63 != 0;
  if (std::isnan(value)) return format.has_nan ? format.nan() : format.largest();
  const std::uint32_t sign = negative ? format.sign() : 0;
  const auto overflow = [&] {
    const bool up = rounding == Rounding::nearest || rounding == Rounding::nearest_away ||
                    (rounding == Rounding::up && !negative) || (rounding == Rounding::down && negative);
    return sign | (format.ieee && !saturate && up ? format.infinity() : format.largest());
  };
  if (std::isinf(value)) return format.ieee && !saturate ? sign | format.infinity() : sign | format.largest();
  if (value == 0) return sign;
  auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent == 0)
    exponent = 1;
  else
    mantissa |= std::uint64_t{1} << 52;
  exponent -= 1023;
  // The unit of the last place is 2^(unit - format.mantissa).
  const int least = 1 - format.bias();
  const int unit = exponent > least ? exponent : least;
  const int shift = 52 - format.mantissa + (unit - exponent);
  std::uint64_t quotient = 0;
  bool rest = true;  // something is cut off
  int half = -1;     // the sign of what is cut off minus half a unit
  if (shift < 63) {
    const std::uint64_t cut = mantissa & ((std::uint64_t{1} << shift) - 1);
    const std::uint64_t middle = std::uint64_t{1} << (shift - 1);
    quotient = mantissa >> shift;
    rest = cut != 0;
    half = cut < middle ? -1 : cut > middle ? 1 : 0;
  }
  bool up = false;
  switch (rounding) {
    case Rounding::nearest:
      up = half > 0 || (half == 0 && (quotient & 1) != 0);
      break;
    case Rounding::nearest_away:
      up = half >= 0;
      break;
    case Rounding::zero:
      break;
    case Rounding::down:
      up = rest && negative;
      break;
    case Rounding::up:
      up = rest && !negative;
      break;
  }
  quotient += up ? 1 : 0;
  if (unit + format.bias() > (1 << format.exponent)) return overflow();
  const std::uint64_t magnitude = (static_cast<std::uint64_t>(unit + format.bias() - 1) << format.mantissa) + quotient;
  return magnitude > format.largest() ? overflow() : sign | static_cast<std::uint32_t>(magnitude);
}

std::uint32_t flushed(const Format& format, std::uint32_t bits, double exact, Rounding rounding) {
  const std::uint32_t magnitude = bits & (format.sign() - 1);
  const std::uint32_t normal = std::uint32_t{1} << format.mantissa;
  if (magnitude > normal) return bits;
  if (magnitude == normal) {
    const double value = value_of(format, normal);
    const double below = value - std::fabs(exact);
    const double unit = std::ldexp(value, -format.mantissa - 1);
    if (rounding == Rounding::nearest ? below <= unit / 2 : below < unit) return bits;
  }
  return bits & format.sign();
}

double sum_f64(double a, double b, Rounding rounding) {
  if (rounding == Rounding::nearest || !std::isfinite(a) || !std::isfinite(b)) return a + b;
  return rounded(sum(exact(a), exact(b), rounding), rounding);
}

double product_f64(double a, double b, Rounding rounding) {
  if (rounding == Rounding::nearest || !std::isfinite(a) || !std::isfinite(b)) return a * b;
  return rounded(product(a, b), rounding);
}

double fused_f64(double a, double b, double c, Rounding rounding) {
  if (rounding == Rounding::nearest || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c))
    return std::fma(a, b, c);
  return rounded(sum(product(a, b), exact(c), rounding), rounding);
}

double quotient_f64(double a, double b, Rounding rounding) {
  if (rounding == Rounding::nearest || !std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0) return a / b;
  Exact x = exact(a);
  const Exact y = exact(b);
  normalize(x);
  const Wide quotient = x.mantissa / y.mantissa;
  return rounded({x.negative != y.negative, quotient, x.exponent - y.exponent, quotient * y.mantissa != x.mantissa},
                 rounding);
}

double root_f64(double a, Rounding rounding) {
  if (rounding == Rounding::nearest || !std::isfinite(a) || a <= 0) return std::sqrt(a);
  Exact x = exact(a);
  normalize(x);
  if ((x.exponent & 1) != 0) {
    x.mantissa >>= 1;
    x.exponent += 1;
  }
  Wide root = 0;
  for (Wide bit = Wide{1} << 62; bit != 0; bit >>= 1) {
    if ((root | bit) * (root | bit) <= x.mantissa) root |= bit;
  }
  return rounded({false, root, x.exponent / 2, root * root != x.mantissa}, rounding);
}

}  // namespace stridescope::machine
