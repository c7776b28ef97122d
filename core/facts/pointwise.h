// Compares two functions of the coordinates 0 ... size-1; verdicts are based on it. Up to 2^20 coordinates, it tries
// all of them; beyond that it tries a fixed sample, and the structure of the two functions must decide. A function is a
// sum of terms; a term is a linear map of the coordinate's digits followed by steps.
// All results are exact 64-bit integers: before any evaluation, the extents prove that all intermediate values stay
// within +-2^62. Cost: linear in tried coordinates times modes and steps; up to 64 coordinates need no allocated
// buffers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/inline_vector.h"
#include "core/value/swizzle.h"

namespace stridescope::verdicts {

// A digit c of 0 ... extent-1, mapped to stride * (c / divisor), with the quotient rounded down. A law has divisor > 1
// if a coordinate passes through a division. pre: extent >= 1, divisor >= 1.
struct LinearMode {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  std::int64_t divisor = 1;
  bool operator==(const LinearMode&) const = default;
};

// The digits of a 1-D coordinate, the first one fastest, as in a layout: (4,2):(1,8) is {4,1}, {2,8}.
using LinearModes = InlineVector<LinearMode, 8>;

// A function of an integer, applied to the result of the index and the previous steps. `value`, `swizzle` and `modes`
// are read only if the kind needs them.
struct Step {
  enum class Kind : std::uint8_t {
    add,       // x + value
    multiply,  // x * value
    // x / value rounded down, including negative x. pre: value > 0
    divide,
    swizzle,
    layout,  // the offset of the 1-D coordinate x; the last mode is unbounded; negative x truncates, as in CuTe
  };
  Kind kind = Kind::add;
  std::int64_t value = 0;
  Swizzle swizzle = {};
  LinearModes modes = {};
  bool operator==(const Step&) const = default;
};

// The sum of the coordinate's digits times their strides; then the steps in order. A swizzled layout is the index of
// its domain's layout, an add of its offset, and a swizzle.
struct Term {
  LinearModes index;
  std::vector<Step> steps = {};
};

// The sum of its terms; 0 without terms. One side of a law: A(B(c)) is one term, A(c) + B(c) are two.
using Sum = std::vector<Term>;

// Up to this many coordinates, all are tried; beyond, a sample: the first and the last sample_block coordinates, and
// two sample_blocks spread evenly with an odd step, so that differences at multiples of powers of two are not missed.
inline constexpr std::int64_t max_tried = 1 << 20;
inline constexpr std::int64_t sample_block = 1 << 14;

// The result of a comparison of two sums. `equal` is proved: every coordinate was tried, or the structure decides.
struct Comparison {
  enum class Outcome {
    equal,
    different,
    // No difference in the sample, and the structure does not decide: a swizzle between the digits, or digits that
    // carry. Equality is not claimed.
    undecided,
    // Values may not fit: an intermediate magnitude can exceed 2^62. Nothing was tried.
    overflow,
    empty_mode,  // a layout step has an extent of 0 or less, so its function has no values
  };
  Outcome outcome = Outcome::equal;
  std::int64_t at = 0;  // for different: the first tried coordinate at which they differ
  // For different: the values of the two sums at `at`, in the order of compare's arguments; otherwise 0.
  std::int64_t got = 0;
  std::int64_t should = 0;
  // Number of evaluated coordinates; 0 for overflow, empty_mode and an empty domain. A sample may count some twice.
  std::int64_t tried = 0;
};

// Compares two sums at 0 ... size-1. pre: the digits of every index have `size` coordinates in total. Tries all
// coordinates up to min(most, max_tried), and always up to 64. For a larger domain it tries the sample; if that agrees,
// the linear form of both sides decides (linear.h) or the result is undecided. The sample is fixed, so the result is
// the same in every run. A size of 0 or less is equal. `at` is the smallest difference if all coordinates were tried;
// for a sample it is the first one found: at the beginning, then in the spread part, then at the end.
Comparison compare(const Sum& got, const Sum& should, std::int64_t size, std::int64_t most = max_tried);

// The value at one coordinate. pre: 0 <= at < size, and compare reported neither overflow nor empty_mode for this sum.
std::int64_t value_at(const Sum& sum, std::int64_t at);

// Merges neighbors of divisor 1 if one digit gives the same function (s0*d0 == d1), and omits extents of 1: the same
// function with as few modes as possible. {4,1}, {2,4} is {8,1}.
LinearModes merge_modes(const LinearModes& modes);
// The step of a layout with these modes. The last mode is merged with the one before it if the function stays the same,
// but never omitted, since it is unbounded: x beyond the size continues along its stride.
Step layout_step(const LinearModes& modes);

}  // namespace stridescope::verdicts
