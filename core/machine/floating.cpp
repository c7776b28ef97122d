// Arithmetic of f32 and f64. What PTX rounds once is rounded once; approximations are exact results rounded to f32,
// which is within their documented error.
#include <cmath>
#include <initializer_list>

#include "core/base/bit_cast.h"
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/numbers.h"

namespace stridescope::machine::floating {
namespace {

// mode: the rounding in the low bits, and these.
constexpr std::uint32_t rounding_bits = 7;
constexpr std::uint32_t ftz = 8;
constexpr std::uint32_t sat = 16;
constexpr std::uint32_t keeps_nan = 32;
constexpr std::uint32_t xorsign = 64;

float f32(std::uint64_t bits) { return bit_cast<float>(static_cast<std::uint32_t>(bits)); }
double f64(std::uint64_t bits) { return bit_cast<double>(bits); }
Rounding rounding_of(std::uint32_t mode) { return static_cast<Rounding>(mode & rounding_bits); }

constexpr std::uint32_t canonical_nan = 0x7fffffff;
// The NaN of f64 on an H200: the last one among the operands, made quiet; a negative one if no operand is NaN.
constexpr std::uint64_t invalid64 = 0xfff8000000000000;
constexpr std::uint64_t quiet64 = 0x0008000000000000;

std::uint64_t bits32(float value) { return std::isnan(value) ? canonical_nan : bit_cast<std::uint32_t>(value); }
std::uint64_t bits64(double value, std::initializer_list<std::uint64_t> operands) {
  if (!std::isnan(value)) return bit_cast<std::uint64_t>(value);
  std::uint64_t out = invalid64;
  for (const std::uint64_t operand : operands) {
    if (std::isnan(bit_cast<double>(operand))) out = operand | quiet64;
  }
  return out;
}

float input(std::uint64_t bits, std::uint32_t mode) { return (mode & ftz) != 0 ? flushed(f32(bits)) : f32(bits); }
// pre: value is exact, rounded once.
std::uint64_t output(float value, double exact, std::uint32_t mode) {
  if ((mode & ftz) != 0)
    value = bit_cast<float>(flushed(format_f32, bit_cast<std::uint32_t>(value), exact, rounding_of(mode)));
  // .sat: NaN becomes 0.
  if ((mode & sat) != 0) value = value > 0 ? (value < 1 ? value : 1.0F) : 0.0F;
  return bits32(value);
}
// pre: exact was rounded to odd, if at all.
std::uint64_t output(double exact, std::uint32_t mode) {
  const float value = rounding_of(mode) == Rounding::nearest
                          ? static_cast<float>(exact)
                          : bit_cast<float>(rounded(format_f32, exact, rounding_of(mode)));
  return output(value, exact, mode);
}

// An exact zero sum of numbers of opposite sign is -0 when rounding down.
double signed_zero(double sum, double a, double b, std::uint32_t mode) {
  if (sum != 0 || rounding_of(mode) != Rounding::down || (a == 0 && b == 0 && std::signbit(a) == std::signbit(b)))
    return sum;
  return -0.0;
}

std::uint64_t add32(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  const float x = input(a, mode);
  const float y = input(b, mode);
  if (rounding_of(mode) == Rounding::nearest) return output(x + y, static_cast<double>(x) + y, mode);
  return output(signed_zero(sum_to_odd(x, y), x, y, mode), mode);
}
std::uint64_t sub32(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return add32(a, std::isnan(f32(b)) ? b : b ^ 0x80000000U, mode);
}
std::uint64_t mul32(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  const float x = input(a, mode);
  const float y = input(b, mode);
  const double exact = static_cast<double>(x) * y;
  return rounding_of(mode) == Rounding::nearest ? output(x * y, exact, mode) : output(exact, mode);
}
std::uint64_t fma32(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  const double product = static_cast<double>(input(a, mode)) * input(b, mode);
  const double z = input(c, mode);
  return output(signed_zero(sum_to_odd(product, z), product, z, mode), mode);
}
std::uint64_t add64(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return bits64(sum_f64(f64(a), f64(b), rounding_of(mode)), {a, b});
}
std::uint64_t sub64(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return bits64(sum_f64(f64(a), -f64(b), rounding_of(mode)), {a, b});
}
std::uint64_t mul64(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return bits64(product_f64(f64(a), f64(b), rounding_of(mode)), {a, b});
}
std::uint64_t fma64(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  return bits64(fused_f64(f64(a), f64(b), f64(c), rounding_of(mode)), {a, b, c});
}
// A quotient of two floats in double has more than twice their precision, so that rounding it again is harmless for the
// nearest; the sign of the rest decides the others.
std::uint64_t div32(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return output(quotient_f64(input(a, mode), input(b, mode), rounding_of(mode)), mode);
}
std::uint64_t div64(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return bits64(quotient_f64(f64(a), f64(b), rounding_of(mode)), {b, a});
}
std::uint64_t rcp32(std::uint64_t a, std::uint32_t mode) { return div32(0x3f800000, a, mode); }
std::uint64_t rcp64(std::uint64_t a, std::uint32_t mode) {
  return bits64(quotient_f64(1.0, f64(a), rounding_of(mode)), {a});
}
std::uint64_t sqrt32(std::uint64_t a, std::uint32_t mode) {
  return output(root_f64(input(a, mode), rounding_of(mode)), mode);
}
std::uint64_t sqrt64(std::uint64_t a, std::uint32_t mode) { return bits64(root_f64(f64(a), rounding_of(mode)), {a}); }
std::uint64_t rsqrt32(std::uint64_t a, std::uint32_t mode) {
  return output(1.0 / std::sqrt(static_cast<double>(input(a, mode))), mode);
}
std::uint64_t rsqrt64(std::uint64_t a, std::uint32_t) { return bits64(1.0 / std::sqrt(f64(a)), {a}); }
std::uint64_t ex2(std::uint64_t a, std::uint32_t mode) {
  return output(std::exp2(static_cast<double>(input(a, mode))), mode);
}
std::uint64_t lg2(std::uint64_t a, std::uint32_t mode) {
  return output(std::log2(static_cast<double>(input(a, mode))), mode);
}
std::uint64_t sine(std::uint64_t a, std::uint32_t mode) {
  return output(std::sin(static_cast<double>(input(a, mode))), mode);
}
std::uint64_t cosine(std::uint64_t a, std::uint32_t mode) {
  return output(std::cos(static_cast<double>(input(a, mode))), mode);
}
std::uint64_t tanh32(std::uint64_t a, std::uint32_t) {
  return bits32(static_cast<float>(std::tanh(static_cast<double>(f32(a)))));
}
std::uint64_t abs32(std::uint64_t a, std::uint32_t mode) { return bits32(std::fabs(input(a, mode))); }
std::uint64_t neg32(std::uint64_t a, std::uint32_t mode) { return bits32(-input(a, mode)); }
std::uint64_t abs64(std::uint64_t a, std::uint32_t) { return bits64(std::fabs(f64(a)), {a}); }
std::uint64_t neg64(std::uint64_t a, std::uint32_t) { return bits64(-f64(a), {a}); }

template <class T, bool largest>
T extreme(T a, T b, std::uint32_t mode) {
  if (std::isnan(a) || std::isnan(b))
    return (mode & keeps_nan) != 0 ? static_cast<T>(std::nan("")) : std::isnan(a) ? b : a;
  // -0 is less than +0.
  const bool less = a < b || (a == b && std::signbit(a) && !std::signbit(b));
  return less == largest ? b : a;
}
template <bool largest>
std::uint64_t extreme32(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  float x = input(a, mode);
  float y = input(b, mode);
  const bool negative = std::signbit(x) != std::signbit(y);
  if ((mode & xorsign) != 0) {
    x = std::fabs(x);
    y = std::fabs(y);
  }
  float out = extreme<float, largest>(x, y, mode);
  if ((mode & xorsign) != 0 && negative) out = -out;
  return bits32(out);
}
template <bool largest>
std::uint64_t extreme64(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return bits64(extreme<double, largest>(f64(a), f64(b), mode), {a, b});
}
template <bool largest>
std::uint64_t extreme_of_three(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  return extreme32<largest>(extreme32<largest>(a, b, mode), c, mode);
}
std::uint64_t copysign32(std::uint64_t a, std::uint64_t b, std::uint32_t) {
  return (a & 0x80000000) | (b & 0x7fffffff);
}
std::uint64_t copysign64(std::uint64_t a, std::uint64_t b, std::uint32_t) {
  return (a & std::uint64_t{1} << 63) | (b & ~(std::uint64_t{1} << 63));
}

enum Property : std::uint32_t { finite, infinite, number_, notanumber, normal, subnormal };
template <class T>
bool has_property(T value, std::uint32_t property) {
  switch (property) {
    case finite:
      return std::isfinite(value);
    case infinite:
      return std::isinf(value);
    case number_:
      return !std::isnan(value);
    case notanumber:
      return std::isnan(value);
    case normal:
      // An H200 counts zero as normal.
      return std::isnormal(value) || value == 0;
    default:
      return std::fpclassify(value) == FP_SUBNORMAL;
  }
}
std::uint64_t test32(std::uint64_t a, std::uint32_t mode) { return has_property(f32(a), mode) ? 1 : 0; }
std::uint64_t test64(std::uint64_t a, std::uint32_t mode) { return has_property(f64(a), mode) ? 1 : 0; }

}  // namespace

bool decode(Decoder& d) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  const Type type = d.last_type();
  if (type == Type::f16 || type == Type::f16x2 || type == Type::bf16 || type == Type::bf16x2 || type == Type::f32x2)
    return half::decode(d);
  if (type != Type::f32 && type != Type::f64) return false;
  const bool wide = type == Type::f64;
  const bool approximate = d.has("approx");
  std::size_t sources = 2;
  s.mode = static_cast<std::uint32_t>(d.rounding()) | (d.has("ftz") ? ftz : 0) | (d.has("sat") ? sat : 0) |
           (d.has("NaN") ? keeps_nan : 0) | (d.has("xorsign") ? xorsign : 0);
  bool allowed = false;
  if (word == "add" || word == "sub" || word == "mul") {
    allowed = d.only({"rn", "rz", "rm", "rp", "ftz", "sat"});
    // A sum of f32 and a narrower type has its own form.
    if (d.type(1) != Type::none) return false;
    s.execute = word == "add"   ? (wide ? by_lane<add64> : by_lane<add32>)
                : word == "sub" ? (wide ? by_lane<sub64> : by_lane<sub32>)
                                : (wide ? by_lane<mul64> : by_lane<mul32>);
  } else if (word == "fma" || word == "mad") {
    allowed = d.only({"rn", "rz", "rm", "rp", "ftz", "sat"});
    sources = 3;
    s.execute = wide ? by_lane<fma64> : by_lane<fma32>;
  } else if (word == "div") {
    allowed = d.only({"rn", "rz", "rm", "rp", "ftz", "approx", "full"});
    s.execute = wide ? by_lane<div64> : by_lane<div32>;
  } else if (word == "min" || word == "max") {
    allowed = d.only({"ftz", "NaN", "xorsign", "abs"});
    const bool largest = word == "max";
    if (d.operands() == 4) {
      sources = 3;
      s.execute = largest ? by_lane<extreme_of_three<true>> : by_lane<extreme_of_three<false>>;
      allowed = allowed && !wide;
    } else if (wide) {
      s.execute = largest ? by_lane<extreme64<true>> : by_lane<extreme64<false>>;
    } else {
      s.execute = largest ? by_lane<extreme32<true>> : by_lane<extreme32<false>>;
    }
  } else if (word == "copysign") {
    allowed = d.only({});
    s.execute = wide ? by_lane<copysign64> : by_lane<copysign32>;
  } else if (word == "testp") {
    constexpr std::string_view names[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
    allowed = d.only({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
    for (std::uint32_t i = 0; i < std::size(names); ++i) {
      if (d.has(names[i])) s.mode = i;
    }
    sources = 1;
    s.execute = wide ? by_lane<test64> : by_lane<test32>;
  } else {
    sources = 1;
    allowed = d.only({"rn", "rz", "rm", "rp", "ftz", "approx"});
    if (word == "rcp")
      s.execute = wide ? by_lane<rcp64> : by_lane<rcp32>;
    else if (word == "sqrt")
      s.execute = wide ? by_lane<sqrt64> : by_lane<sqrt32>;
    else if (word == "rsqrt" && approximate)
      s.execute = wide ? by_lane<rsqrt64> : by_lane<rsqrt32>;
    else if (word == "abs")
      s.execute = wide ? by_lane<abs64> : by_lane<abs32>;
    else if (word == "neg")
      s.execute = wide ? by_lane<neg64> : by_lane<neg32>;
    else if (wide)
      return false;
    else if (word == "ex2" && approximate)
      s.execute = by_lane<ex2>;
    else if (word == "lg2" && approximate)
      s.execute = by_lane<lg2>;
    else if (word == "sin" && approximate)
      s.execute = by_lane<sine>;
    else if (word == "cos" && approximate)
      s.execute = by_lane<cosine>;
    else if (word == "tanh" && approximate)
      s.execute = by_lane<tanh32>;
    else
      return false;
  }
  return allowed && d.operands_of(type, sources);
}

}  // namespace stridescope::machine::floating
