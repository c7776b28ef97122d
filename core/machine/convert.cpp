// cvt: between all types, with every rounding.
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/bit_cast.h"
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/numbers.h"

namespace stridescope::machine::convert {
namespace {

// Flags of a conversion.
constexpr std::uint32_t ftz = 1;
constexpr std::uint32_t sat = 2;
constexpr std::uint32_t finite = 4;
constexpr std::uint32_t relu = 8;
constexpr std::uint32_t to_integral = 16;

struct Conversion {
  Type to;
  Type from;
  Rounding rounding;
  std::uint32_t flags;
};
// Packs a conversion into a step, whose `list` is not a row here.
std::uint32_t packed(const Conversion& c) {
  return static_cast<std::uint32_t>(c.to) | static_cast<std::uint32_t>(c.from) << 8 |
         static_cast<std::uint32_t>(c.rounding) << 16 | c.flags << 20;
}
Conversion unpacked(std::uint32_t mode) {
  return {static_cast<Type>(mode & 255), static_cast<Type>(mode >> 8 & 255), static_cast<Rounding>(mode >> 16 & 15),
          mode >> 20};
}

bool is_floating(Type type) { return kind_of(type) == TypeKind::floating; }
bool is_signed(Type type) { return kind_of(type) == TypeKind::signed_integer; }

// 2^bits - 1 for unsigned types, as the largest and least integers.
Int128 least_of(Type type) { return is_signed(type) ? -(static_cast<Int128>(1) << (bits_of(type) - 1)) : 0; }
Int128 most_of(Type type) { return (static_cast<Int128>(1) << (bits_of(type) - (is_signed(type) ? 1 : 0))) - 1; }

double integral(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::zero:
      return std::trunc(value);
    case Rounding::down:
      return std::floor(value);
    case Rounding::up:
      return std::ceil(value);
    default: {
      // Rounds to even, independent of the rounding mode of the processor.
      const double below = std::floor(value);
      const double rest = value - below;
      if (rest < 0.5) return std::copysign(below, value);
      if (rest > 0.5) return std::copysign(below + 1, value);
      return std::copysign(std::fmod(below, 2) == 0 ? below : below + 1, value);
    }
  }
}

std::uint64_t to_floating(double value, const Conversion& c) {
  if ((c.flags & to_integral) != 0) value = integral(value, c.rounding);
  if ((c.flags & sat) != 0) value = value > 0 ? (value < 1 ? value : 1.0) : 0.0;
  if ((c.flags & relu) != 0 && value <= 0) value = 0;
  if (c.to == Type::f64) return std::isnan(value) ? 0x7ff8000000000000 : bit_cast<std::uint64_t>(value);
  const Format& format = *format_of(c.to);
  std::uint32_t out = rounded(format, value, c.rounding, (c.flags & finite) != 0);
  if (c.to == Type::f32 && (c.flags & ftz) != 0) out = flushed(format, out, value, c.rounding);
  // tf32 has the bits of an f32 whose low ones are zero.
  return c.to == Type::tf32 ? std::uint64_t{out} << 13 : out;
}

// A NaN whose sign and high bits an H200 keeps: conversions from and to f64, from bf16, and to tf32 by .rna.
std::optional<std::uint64_t> kept_nan(std::uint64_t bits, const Conversion& c) {
  if ((c.flags & sat) != 0) return std::nullopt;
  if (c.to == Type::f32 && c.from == Type::bf16) return bits << 16;
  if (c.to == Type::tf32 && c.rounding == Rounding::nearest_away) return bits & 0xffffe000;
  if (c.to != Type::f64 && c.from != Type::f64) return std::nullopt;
  // A flush makes the NaN of f32 canonical first.
  if ((c.flags & ftz) != 0 && c.from == Type::f32) bits = 0x7fffffff;
  // The mantissa at the top of 52 bits, and quiet.
  const auto place = [](Type type) {
    return type == Type::f64 ? std::pair(52, 11) : std::pair(format_of(type)->mantissa, format_of(type)->exponent);
  };
  const auto [from_mantissa, from_exponent] = place(c.from);
  const auto [to_mantissa, to_exponent] = place(c.to);
  const std::uint64_t mantissa = low_bits(bits, from_mantissa) << (52 - from_mantissa) | std::uint64_t{1} << 51;
  const std::uint64_t sign = bits >> (from_mantissa + from_exponent) & 1;
  return sign << (to_mantissa + to_exponent) | low_bits(~std::uint64_t{0}, to_exponent) << to_mantissa |
         mantissa >> (52 - to_mantissa);
}

std::uint64_t converted(std::uint64_t bits, std::uint32_t mode) {
  const Conversion c = unpacked(mode);
  const int to_bits = bits_of(c.to);
  if (!is_floating(c.from)) {
    const int from_bits = bits_of(c.from);
    bits = low_bits(bits, from_bits);
    Int128 value = static_cast<Int128>(bits);
    if (is_signed(c.from) && (bits >> (from_bits - 1) & 1) != 0) value -= static_cast<Int128>(1) << from_bits;
    if (is_floating(c.to)) {
      // Integers of 64 bits are rounded to odd on the way to a double where f64 is not the end.
      double real = static_cast<double>(value);
      const auto back = static_cast<Int128>(real);
      if (back != value) {
        if (c.to == Type::f64) {
          const double infinity = std::numeric_limits<double>::infinity();
          const bool above = back > value;
          if (above && (c.rounding == Rounding::down || (c.rounding == Rounding::zero && value > 0)))
            real = std::nextafter(real, -infinity);
          if (!above && (c.rounding == Rounding::up || (c.rounding == Rounding::zero && value < 0)))
            real = std::nextafter(real, infinity);
        } else {
          auto raw = bit_cast<std::uint64_t>(real);
          if ((raw & 1) == 0) raw = (back > value) == (value > 0) ? raw - 1 : raw + 1;
          real = bit_cast<double>(raw);
        }
      }
      return to_floating(real, c);
    }
    if ((c.flags & sat) != 0)
      value = value < least_of(c.to) ? least_of(c.to) : value > most_of(c.to) ? most_of(c.to) : value;
    return low_bits(static_cast<std::uint64_t>(value), to_bits);
  }
  double value = 0;
  if (c.from == Type::f64) {
    value = bit_cast<double>(bits);
  } else if (c.from == Type::f32) {
    const auto single = bit_cast<float>(static_cast<std::uint32_t>(bits));
    value = (c.flags & ftz) != 0 ? flushed(single) : single;
  } else {
    value = value_of(*format_of(c.from), static_cast<std::uint32_t>(bits));
  }
  if (is_floating(c.to) && std::isnan(value)) {
    if (const auto kept = kept_nan(bits, c)) return *kept;
  }
  if (is_floating(c.to)) return to_floating(value, c);
  if (std::isnan(value)) {
    const bool zero = c.from != Type::f64 && to_bits < 64;
    return zero ? 0 : std::uint64_t{1} << (to_bits - 1);
  }
  const double whole = integral(value, c.rounding);
  if (whole < static_cast<double>(least_of(c.to))) return low_bits(static_cast<std::uint64_t>(least_of(c.to)), to_bits);
  if (whole >= static_cast<double>(most_of(c.to)) + (to_bits == 64 ? 0 : 1))
    return low_bits(static_cast<std::uint64_t>(most_of(c.to)), to_bits);
  return low_bits(static_cast<std::uint64_t>(static_cast<Int128>(whole)), to_bits);
}
// A register that is wider than its signed type gets the sign above; the mode's highest bits are its width.
std::uint64_t converted_extending(std::uint64_t bits, std::uint32_t mode) {
  const int width = static_cast<int>(mode >> 28) * 16;
  const int narrow = bits_of(static_cast<Type>(mode & 255));
  const std::uint64_t out = converted(bits, mode & 0x0fffffff);
  const bool sign = (out >> (narrow - 1) & 1) != 0;
  return sign ? low_bits(out | ~std::uint64_t{0} << narrow, width) : out;
}
std::uint64_t pair_from_two(std::uint64_t a, std::uint64_t b, std::uint32_t mode) {
  const Conversion c = unpacked(mode);
  const int width = bits_of(c.to) / 2;
  return converted(a, mode) << width | converted(b, mode);
}
std::uint64_t pair_from_pair(std::uint64_t a, std::uint32_t mode) {
  const Conversion c = unpacked(mode);
  const int from = bits_of(c.from) / 2;
  const int to = bits_of(c.to) / 2;
  return converted(a >> from, mode) << to | converted(low_bits(a, from), mode);
}

bool is_pair(Type type) { return is_floating(type) && name_of(type).ends_with("x2"); }

}  // namespace

bool decode(Decoder& d) {
  Step& s = d.step();
  const Type to = d.type(0);
  const Type from = d.type(1);
  if (to == Type::none || from == Type::none || d.type(2) != Type::none) return false;
  if (!d.only({"rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi", "ftz", "sat", "satfinite", "relu"}))
    return false;
  Conversion c = {to, from, d.rounding(), 0};
  if (d.has("ftz")) c.flags |= ftz;
  if (d.has("sat")) c.flags |= sat;
  if (d.has("satfinite")) c.flags |= finite;
  if (d.has("relu")) c.flags |= relu;
  for (const std::string_view word : {"rni", "rzi", "rmi", "rpi"}) {
    if (d.has(word) && is_floating(to)) c.flags |= to_integral;
  }
  s.mode = packed(c);
  if (is_pair(to) && from == Type::f32) {
    if (!d.wants(3)) return true;
    s.execute = by_lane<pair_from_two>;
    s.d = d.result(0);
    s.a = d.source(1, from);
    s.b = d.source(2, from);
    return true;
  }
  if (is_pair(to) != is_pair(from)) return false;
  if (!d.wants(2)) return true;
  s.execute = is_pair(to) ? by_lane<pair_from_pair> : by_lane<converted>;
  if (const int width = d.register_bits(d.operand(0)); is_signed(to) && width > bits_of(to)) {
    s.execute = by_lane<converted_extending>;
    s.mode |= static_cast<std::uint32_t>(width / 16) << 28;
  }
  s.d = d.result(0);
  s.a = d.source(1, from);
  return true;
}

}  // namespace stridescope::machine::convert
