// Elements of matrices as bits: what the inputs of a kernel are filled with, what bits mean as a number, and how far a
// result may be from the sum in double precision. The CPU and the CUDA text have the same rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/codegen/kernel_text.h"
#include "core/tiled/atom.h"

namespace stridescope {

// A type as fields of bits, the sign at the top, then exponent and mantissa.
struct ValueFormat {
  int bits = 0;
  int exponent = 0;  // bits of it; 0: an integer
  int mantissa = 0;
  int bias = 0;
  int zeros = 0;  // low bits that are not looked at: 13 of tf32
  bool is_signed = true;
};

// None for types that no kernel here multiplies.
std::optional<ValueFormat> value_format(const DataType& type);

// The bits of element x: of an integer all of them at random; of a float a random sign and mantissa, and a magnitude
// from 1/8 to below 2.
std::uint64_t coded_value(const ValueFormat& format, std::uint64_t x, std::uint32_t seed);
double decoded_value(const ValueFormat& format, std::uint64_t bits);

// |result - kept(sum)| <= of_terms * (sum of |a b|) + of_sum * |kept(sum)| + absolute
struct MmaTolerance {
  double of_terms = 0;
  double of_sum = 0;
  double absolute = 0;         // where the type's numbers lie evenly: half of their distance
  double least = 0, most = 0;  // that the type holds, which others become; 0 and 0: no other comes

  bool saturates() const { return least < most; }
  double kept(double x) const { return !saturates() ? x : x < least ? least : x > most ? most : x; }
};
// Inputs, accumulators, and what the result is stored as.
MmaTolerance mma_tolerance(const DataType& input, const DataType& accumulator, const DataType& stored);

// `double NAME(unsigned long long bits)` and `unsigned long long NAME_code(unsigned long long x, unsigned seed)` as
// CUDA.
MarkedText value_text(const ValueFormat& format, std::string_view name);

}  // namespace stridescope
