// Elements of matrices as bits: the inputs of a kernel, the number that bits represent, and the allowed difference of a
// result from the sum in double precision. CPU and CUDA text follow the same rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/kernels/kernel_text.h"
#include "core/tiled/atom.h"

namespace stridescope {

// A type as bit fields: the sign at the top, then exponent and mantissa. Integers have no fields.
struct ValueFormat {
  int bits = 0;
  // Bits of the exponent; 0 for an integer, whose other fields are 0, too.
  int exponent = 0;
  int mantissa = 0;
  int bias = 0;
  // Low bits that are ignored: 13 for tf32, which occupies the high bits of a float.
  int zeros = 0;
  bool is_signed = true;
};

// The format of half_t, bfloat16_t, tfloat32_t, float, double, float_e4m3_t, float_e5m2_t and the integers of 1, 4, 8,
// 16 and 32 bits; empty for types that no kernel multiplies.
std::optional<ValueFormat> value_format(const DataType& type);

// The bits of element x. Integers: all bits random. Floats: random sign and mantissa, and a magnitude from 1/8 to below
// 2, so that sums neither overflow nor vanish. A hash of x and seed, the same on every machine.
std::uint64_t coded_value(const ValueFormat& format, std::uint64_t x, std::uint32_t seed);
// The number that the low bits represent, including subnormals; NaN for infinity and NaN.
double decoded_value(const ValueFormat& format, std::uint64_t bits);

//   |result - kept(sum)| <= of_terms * (sum of |a b|) + of_sum * |kept(sum)| + absolute
// All 0 if the result must be exact, as for integer sums.
struct MmaTolerance {
  // The allowed error of the hardware's additions, relative to the sum of the magnitudes of the products; and that of
  // rounding to the stored type, relative to the result.
  double of_terms = 0;
  double of_sum = 0;
  double absolute = 0;  // for types with equidistant numbers: half of their distance
  // range of the stored type, to which results are clamped; both 0: every result is in range
  double least = 0, most = 0;

  // True if results beyond the type's range become its limits, as in a saturating conversion; kept(x) is the stored
  // result.
  bool saturates() const { return least < most; }
  double kept(double x) const { return !saturates() ? x : x < least ? least : x > most ? most : x; }
};
// The types of inputs, of accumulators, and of the stored result. The truncation by tensor cores was measured on an
// H100 (mma_values.cpp).
MmaTolerance mma_tolerance(const DataType& input, const DataType& accumulator, const DataType& stored);

// `double NAME(unsigned long long bits)` and `unsigned long long NAME_code(unsigned long long x, unsigned seed)` as
// CUDA text, with the rules of decoded_value and coded_value.
MarkedText value_text(const ValueFormat& format, std::string_view name);

}  // namespace stridescope
