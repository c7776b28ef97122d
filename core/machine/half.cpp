// Arithmetic of f16, bf16, their pairs, and pairs of f32: each element is rounded once.
#include <cmath>

#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/numbers.h"

namespace stridescope::machine::half {
namespace {

// mode: the rounding in the low bits, and these.
constexpr std::uint32_t rounding_bits = 7;
constexpr std::uint32_t ftz = 8;
constexpr std::uint32_t sat = 16;
constexpr std::uint32_t keeps_nan = 32;
constexpr std::uint32_t relu = 64;

template <const Format& format>
double input(std::uint64_t bits, std::uint32_t mode) {
  const auto part = static_cast<std::uint32_t>(bits);
  if ((mode & ftz) != 0 && (part & format.infinity()) == 0) return (part & format.sign()) != 0 ? -0.0 : 0.0;
  return value_of(format, part);
}
template <const Format& format>
std::uint64_t output(double value, std::uint32_t mode) {
  if ((mode & sat) != 0) value = value > 0 ? (value < 1 ? value : 1.0) : 0.0;
  if ((mode & relu) != 0 && value <= 0) value = 0;
  const auto rounding = static_cast<Rounding>(mode & rounding_bits);
  const std::uint32_t out = rounded(format, value, rounding);
  return (mode & ftz) != 0 ? flushed(format, out, value, rounding) : out;
}

template <const Format& format>
std::uint64_t add(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return output<format>(sum_to_odd(input<format>(a, mode), input<format>(b, mode)), mode);
}
template <const Format& format>
std::uint64_t sub(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return output<format>(sum_to_odd(input<format>(a, mode), -input<format>(b, mode)), mode);
}
template <const Format& format>
std::uint64_t mul(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return output<format>(input<format>(a, mode) * input<format>(b, mode), mode);
}
template <const Format& format>
std::uint64_t fma(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  return output<format>(sum_to_odd(input<format>(a, mode) * input<format>(b, mode), input<format>(c, mode)), mode);
}
template <const Format& format, bool largest>
std::uint64_t extreme(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  const double x = input<format>(a, mode);
  const double y = input<format>(b, mode);
  if (std::isnan(x) || std::isnan(y)) {
    const bool none = (mode & keeps_nan) != 0 || (std::isnan(x) && std::isnan(y));
    return none ? format.nan() : output<format>(std::isnan(x) ? y : x, mode);
  }
  const bool less = x < y || (x == y && std::signbit(x) && !std::signbit(y));
  return output<format>(less == largest ? y : x, mode);
}
template <const Format& format>
std::uint64_t magnitude(std::uint64_t a, std::uint32_t mode) {
  return output<format>(std::fabs(input<format>(a, mode)), mode);
}
template <const Format& format>
std::uint64_t opposite(std::uint64_t a, std::uint32_t mode) {
  return output<format>(-input<format>(a, mode), mode);
}
template <const Format& format>
std::uint64_t ex2(std::uint64_t a, std::uint32_t mode) {
  return output<format>(std::exp2(input<format>(a, mode)), mode);
}
template <const Format& format>
std::uint64_t tanh(std::uint64_t a, std::uint32_t mode) {
  return output<format>(std::tanh(input<format>(a, mode)), mode);
}

// The same for both elements of a pair of `width` bits each.
template <int width, auto f>
std::uint64_t pair1(std::uint64_t a, std::uint32_t mode) {
  return f(low_bits(a, width), mode) | f(a >> width, mode) << width;
}
template <int width, auto f>
std::uint64_t pair2(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  return f(low_bits(a, width), low_bits(b, width), mode) | f(a >> width, b >> width, mode) << width;
}
template <int width, auto f>
std::uint64_t pair3(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint32_t mode) {
  return f(low_bits(a, width), low_bits(b, width), low_bits(c, width), mode) |
         f(a >> width, b >> width, c >> width, mode) << width;
}

template <const Format& format, int width>
bool decode_as(Decoder& d, bool pair) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  const Type type = d.last_type();
  s.mode = static_cast<std::uint32_t>(d.rounding()) | (d.has("ftz") ? ftz : 0) | (d.has("sat") ? sat : 0) |
           (d.has("NaN") ? keeps_nan : 0) | (d.has("relu") ? relu : 0);
  std::size_t sources = 2;
  bool allowed = d.only({"rn", "rz", "rm", "rp", "ftz", "sat"});
  if (word == "add") {
    s.execute = pair ? by_lane<pair2<width, add<format>>> : by_lane<add<format>>;
  } else if (word == "sub") {
    s.execute = pair ? by_lane<pair2<width, sub<format>>> : by_lane<sub<format>>;
  } else if (word == "mul") {
    s.execute = pair ? by_lane<pair2<width, mul<format>>> : by_lane<mul<format>>;
  } else if (word == "fma") {
    allowed = d.only({"rn", "rz", "rm", "rp", "ftz", "sat", "relu"});
    sources = 3;
    s.execute = pair ? by_lane<pair3<width, fma<format>>> : by_lane<fma<format>>;
  } else if (word == "min" || word == "max") {
    allowed = d.only({"ftz", "NaN"});
    if (word == "min")
      s.execute = pair ? by_lane<pair2<width, extreme<format, false>>> : by_lane<extreme<format, false>>;
    else
      s.execute = pair ? by_lane<pair2<width, extreme<format, true>>> : by_lane<extreme<format, true>>;
  } else {
    allowed = d.only({"ftz", "approx"});
    sources = 1;
    if (word == "abs")
      s.execute = pair ? by_lane<pair1<width, magnitude<format>>> : by_lane<magnitude<format>>;
    else if (word == "neg")
      s.execute = pair ? by_lane<pair1<width, opposite<format>>> : by_lane<opposite<format>>;
    else if (word == "ex2")
      s.execute = pair ? by_lane<pair1<width, ex2<format>>> : by_lane<ex2<format>>;
    else if (word == "tanh")
      s.execute = pair ? by_lane<pair1<width, tanh<format>>> : by_lane<tanh<format>>;
    else
      return false;
  }
  return allowed && d.operands_of(type, sources);
}

}  // namespace

bool decode(Decoder& d) {
  // A sum of f32 and a narrower type is another instruction.
  if (d.type(1) != Type::none) return false;
  switch (d.last_type()) {
    case Type::f16:
      return decode_as<format_f16, 16>(d, false);
    case Type::f16x2:
      return decode_as<format_f16, 16>(d, true);
    case Type::bf16:
      return decode_as<format_bf16, 16>(d, false);
    case Type::bf16x2:
      return decode_as<format_bf16, 16>(d, true);
    case Type::f32x2:
      return decode_as<format_f32, 32>(d, true);
    default:
      return false;
  }
}

}  // namespace stridescope::machine::half
