// Numbers of every element type as bits, and back. Inputs are hashes of their position: any bits for an integer; for a
// float a sign and a magnitude from 1/8 to below 2, so that sums neither overflow nor vanish. The types determine the
// allowed difference of a result from the sum in double precision.
#include "core/kernels/mma/mma_values.h"

#include <cmath>

#include "core/base/text.h"
#include "core/kernels/kernel.h"
#include "core/kernels/template.h"

namespace stridescope {
namespace {

struct FormatRow {
  std::string_view name;
  ValueFormat format;
};

constexpr FormatRow rows[] = {
    {"half_t", {16, 5, 10, 15, 0, true}},
    {"bfloat16_t", {16, 8, 7, 127, 0, true}},
    {"tfloat32_t", {32, 8, 10, 127, 13, true}},
    {"float", {32, 8, 23, 127, 0, true}},
    {"double", {64, 11, 52, 1023, 0, true}},
    {"float_e4m3_t", {8, 4, 3, 7, 0, true}},
    {"float_e5m2_t", {8, 5, 2, 15, 0, true}},
    {"int8_t", {8, 0, 0, 0, 0, true}},
    {"uint8_t", {8, 0, 0, 0, 0, false}},
    {"int16_t", {16, 0, 0, 0, 0, true}},
    {"int", {32, 0, 0, 0, 0, true}},
    {"integer_subbyte<4, true>", {4, 0, 0, 0, 0, true}},
    {"integer_subbyte<4, false>", {4, 0, 0, 0, 0, false}},
    {"integer_subbyte<1, false>", {1, 0, 0, 0, 0, false}},
};

constexpr std::uint64_t ones(int n) { return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1; }

}  // namespace

std::optional<ValueFormat> value_format(const DataType& type) {
  for (const FormatRow& row : rows) {
    if (row.name == type.name) return row.format;
  }
  return std::nullopt;
}

std::uint64_t coded_value(const ValueFormat& f, std::uint64_t x, std::uint32_t seed) {
  const std::uint64_t h = element_code(x, seed);
  if (f.exponent == 0) return h & ones(f.bits);
  const auto exponent = static_cast<std::uint64_t>(f.bias - 3) + (h & 3);
  return ((h >> 63 << (f.exponent + f.mantissa) | exponent << f.mantissa | (h >> 8 & ones(f.mantissa))) << f.zeros);
}

double decoded_value(const ValueFormat& f, std::uint64_t bits) {
  if (f.exponent == 0) {
    const std::uint64_t value = bits & ones(f.bits);
    const bool negative = f.is_signed && (value >> (f.bits - 1) & 1) != 0;
    return negative ? -static_cast<double>(ones(f.bits) - value + 1) : static_cast<double>(value);
  }
  bits >>= f.zeros;
  const auto exponent = static_cast<int>(bits >> f.mantissa & ones(f.exponent));
  const auto mantissa = static_cast<double>(bits & ones(f.mantissa));
  const bool negative = (bits >> (f.exponent + f.mantissa) & 1) != 0;
  const double unit = exponent == 0 ? mantissa : mantissa + std::ldexp(1.0, f.mantissa);
  const double value = std::ldexp(unit, (exponent == 0 ? 1 : exponent) - f.bias - f.mantissa);
  // All ones in the exponent are infinity and NaN, except for e4m3, which has a single NaN.
  const bool special = f.exponent == 4 ? (bits & 0x7F) == 0x7F : exponent == static_cast<int>(ones(f.exponent));
  return special ? std::nan("") : negative ? -value : value;
}

MmaTolerance mma_tolerance(const DataType& input, const DataType& accumulator, const DataType& stored) {
  const auto of = value_format(accumulator);
  if (!of || (of->exponent == 0 && stored.name == accumulator.name)) return {};
  MmaTolerance out;
  const auto as = value_format(stored);
  out.of_sum = as && as->exponent > 0 ? std::ldexp(1.0, -as->mantissa) : 0;
  if (as && as->bits == 8) {
    const bool integer = as->exponent == 0;
    out.most = integer ? 127 : as->exponent == 4 ? 448 : 57344;
    out.least = integer ? -128 : -out.most;
    out.absolute = integer ? 0.50001 : std::ldexp(1.0, -as->bias - as->mantissa);
  }
  if (of->exponent == 0) return out;  // sums of integers are exact
  // Tensor cores align the terms of an instruction before adding them, and truncate the rest; for 8-bit floats they
  // keep 13 bits after the leading one. In random products up to 8192 x 1024 x 8192, one element of two million
  // differed by more than 2^-11 on an H100, the same one with every tiling.
  out.of_terms = accumulator.name == "double"   ? std::ldexp(1.0, -46)
                 : accumulator.name == "half_t" ? std::ldexp(1.0, -9)
                 : input.bits == 8              ? std::ldexp(1.0, -10)
                                                : std::ldexp(1.0, -17);
  return out;
}

MarkedText value_text(const ValueFormat& f, std::string_view name) {
  const std::uint64_t mantissas = ones(f.mantissa);
  return filled(templates::proof, "value",
                {{"NAME", name},
                 {"INTEGER", f.exponent == 0},
                 {"SIGNED", f.is_signed},
                 {"MASK", cat(ones(f.bits), "ull")},
                 {"SIGN", f.exponent == 0 ? f.bits - 1 : f.exponent + f.mantissa},
                 {"DOUBLE", f.mantissa == 52},
                 {"FLOAT", f.exponent == 8 && f.bits == 32},
                 {"SHORTER", f.exponent == 8 && f.bits == 16},
                 {"HALF", f.exponent == 5 && f.bits == 16},
                 {"MANTISSA", f.mantissa},
                 {"MANTISSAS", mantissas},
                 {"MANTISSA_BITS", cat(mantissas, "ull")},
                 {"EXPONENTS", ones(f.exponent)},
                 {"ONE_NAN", f.exponent == 4},
                 {"BIAS", 1023 - f.bias - f.mantissa},
                 {"IMPLICIT", std::int64_t{1} << f.mantissa},
                 {"LEAST", f.bias - 3},
                 {"ZEROS", f.zeros}});
}

}  // namespace stridescope
