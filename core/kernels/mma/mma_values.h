// Elements of matrices as bits: what the inputs of a kernel are filled with, what bits mean as a number, and how far a
// result may be from the sum in double precision. The CPU and the CUDA text have the same rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/kernels/kernel_text.h"
#include "core/tiled/atom.h"

namespace stridescope {

// A type as fields of bits, the sign at the top, then exponent and mantissa, without a field for integers.
struct ValueFormat {
  int bits = 0;
  // Its bits; 0: an integer, whose other fields are 0 too.
  int exponent = 0;
  int mantissa = 0;
  int bias = 0;
  // Low bits that are not looked at: 13 of tf32, which lies in the high bits of a float.
  int zeros = 0;
  bool is_signed = true;
};

// For half_t, bfloat16_t, tfloat32_t, float, double, float_e4m3_t, float_e5m2_t and the multiplied integers of 1, 4, 8,
// 16 and 32 bits; empty for types that no kernel here multiplies.
std::optional<ValueFormat> value_format(const DataType& type);

// The bits of element x: of an integer all of them at random; of a float a random sign and mantissa, and a magnitude
// from 1/8 to below 2, so that sums neither overflow nor vanish. A hash of x and seed, the same on every machine.
std::uint64_t coded_value(const ValueFormat& format, std::uint64_t x, std::uint32_t seed);
// The number that the low bits say; subnormals count, NaN where the bits are infinity or NaN.
double decoded_value(const ValueFormat& format, std::uint64_t bits);

//   |result - kept(sum)| <= of_terms * (sum of |a b|) + of_sum * |kept(sum)| + absolute
// All 0 where the result must be exact, as sums of integers are.
struct MmaTolerance {
  // The allowed loss of the hardware's additions, relative to the sum of the magnitudes of the products; and of
  // rounding to the stored type, relative to the result.
  double of_terms = 0;
  double of_sum = 0;
  double absolute = 0;         // where the type's numbers lie evenly: half of their distance
  double least = 0, most = 0;  // that the type holds, which others become; 0 and 0: no other comes

  // True if results beyond the type's range become its limits, as in a saturating conversion; kept(x) is the result.
  bool saturates() const { return least < most; }
  double kept(double x) const { return !saturates() ? x : x < least ? least : x > most ? most : x; }
};
// The types of inputs, of accumulators, and of what the result is stored as. What tensor cores cut off was measured
// on an H100 (mma_values.cpp).
MmaTolerance mma_tolerance(const DataType& input, const DataType& accumulator, const DataType& stored);

// `double NAME(unsigned long long bits)` and `unsigned long long NAME_code(unsigned long long x, unsigned seed)` as
// CUDA, the same rules as decoded_value and coded_value.
MarkedText value_text(const ValueFormat& format, std::string_view name);

}  // namespace stridescope
