// Are two functions of the coordinates 0 ... size-1 equal? The machine behind the verdicts: every coordinate is tried
// up to 2^20 of them; beyond that a fixed sample is, and the structure of the two functions has to decide. A function
// is a sum of terms; a term is a linear map of the coordinate's digits followed by steps.
// Everything is exact: integers of 64 bits, and before anything is evaluated the extents prove that no value on the
// way leaves +-2^62. Cost: linear in coordinates tried times modes and steps; up to 64 coordinates allocate no
// buffers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/inline_vector.h"
#include "core/value/swizzle.h"

namespace stridescope::verdicts {

// A digit c of 0 ... extent-1, mapped to stride * (c / divisor), the quotient rounded down. divisor > 1 is what a law
// has where a coordinate passes through a division. pre: extent >= 1, divisor >= 1.
struct LinearMode {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  std::int64_t divisor = 1;
  bool operator==(const LinearMode&) const = default;
};

// The digits of a 1-D coordinate, the first fastest, as in a layout: (4,2):(1,8) is {4,1}, {2,8}.
using LinearModes = InlineVector<LinearMode, 8>;

// One function of an integer, applied to what the index and the steps before it gave. `value`, `swizzle` and `modes`
// are looked at where the kind needs them only.
struct Step {
  enum class Kind : std::uint8_t {
    add,       // x + value
    multiply,  // x * value
    // x / value rounded down, also below 0. pre: value > 0
    divide,
    swizzle,
    layout,  // the offset of the 1-D coordinate x; the last mode is unbounded, and below 0 it truncates as CuTe does
  };
  Kind kind = Kind::add;
  std::int64_t value = 0;
  Swizzle swizzle = {};
  LinearModes modes = {};
  bool operator==(const Step&) const = default;
};

// The digits of the coordinate, each with its stride, summed; then the steps, from the first on. A swizzled layout is
// the index of its domain's layout, an add of its offset, and a swizzle.
struct Term {
  LinearModes index;
  std::vector<Step> steps = {};
};

// The sum of its terms; of none, 0. What a law has on one of its sides: A(B(c)) is one term, A(c) + B(c) are two.
using Sum = std::vector<Term>;

// Up to this many coordinates every one is tried; of more, a sample: the first and the last sample_block, and two
// sample_blocks spread evenly by an odd step, so that no power of two hides in it.
inline constexpr std::int64_t max_tried = 1 << 20;
inline constexpr std::int64_t sample_block = 1 << 14;

// The result of comparing two sums. `equal` is proved: every coordinate was tried, or the structure decides.
struct Comparison {
  enum class Outcome {
    equal,
    different,
    // No difference in the sample, and the structure does not decide: a swizzle between the digits, or digits that
    // carry. Not a claim that the two are equal.
    undecided,
    // Values may not fit: an intermediate magnitude may reach beyond 2^62. Nothing was tried.
    overflow,
    empty_mode,  // a layout step has an extent of 0 or less: its function has no values
  };
  Outcome outcome = Outcome::equal;
  std::int64_t at = 0;  // different: the first coordinate tried where they differ
  // different: what the two sums give there, in the order of compare's arguments; 0 otherwise.
  std::int64_t got = 0;
  std::int64_t should = 0;
  // Coordinates that were evaluated; 0 for overflow, empty_mode and an empty domain. In a sample some may be tried
  // twice.
  std::int64_t tried = 0;
};

// Compares two sums at 0 ... size-1. pre: the digits of every index have `size` coordinates altogether.
// Up to min(most, max_tried) coordinates every one is tried, and up to 64 always. Of a larger domain the sample is
// tried, and if it agrees the linear form of both sides decides (linear.h) or leaves it undecided. The sample is
// fixed, so an answer is the same in every run. A size of 0 or less is equal. `at` is the smallest difference where
// all were tried; of a sample it is the first one met, at the beginning, then spread, then at the end.
Comparison compare(const Sum& got, const Sum& should, std::int64_t size, std::int64_t most = max_tried);

// The value at one coordinate. pre: 0 <= at < size, and compare reported neither overflow nor empty_mode for this
// sum.
std::int64_t value_at(const Sum& sum, std::int64_t at);

// Neighbours of divisor 1 merged where one digit does (s0*d0 == d1), extents 1 left out: the same function with as
// few modes as that gives. {4,1}, {2,4} is {8,1}.
LinearModes merge_modes(const LinearModes& modes);
// The step of a layout with these modes. The last mode is merged with the one before it where that is the same
// function, but is never dropped, since it is unbounded: x beyond the size goes on along its stride.
Step layout_step(const LinearModes& modes);

}  // namespace stridescope::verdicts
