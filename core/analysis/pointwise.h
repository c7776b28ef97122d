// Are two functions of the coordinates 0 ... size-1 equal? The machine behind the verdicts: every coordinate is tried
// up to 2^20 of them; beyond that a fixed sample is, and the structure of the two functions has to decide. A function
// is a sum of terms; a term is a linear map of the coordinate's digits followed by steps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/inline_vector.h"
#include "core/value/swizzle.h"

namespace stridescope::verdicts {

// A digit c of 0 ... extent-1, mapped to stride * (c / divisor).
struct LinearMode {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  std::int64_t divisor = 1;
  bool operator==(const LinearMode&) const = default;
};

// First digit fastest, as in a layout.
using LinearModes = InlineVector<LinearMode, 8>;

// One function of an integer.
struct Step {
  enum class Kind : std::uint8_t {
    add,       // x + value
    multiply,  // x * value
    divide,    // x / value, rounded down
    swizzle,
    layout,  // the offset of the 1-D coordinate x; the last mode is unbounded, and below 0 it truncates as CuTe does
  };
  Kind kind = Kind::add;
  std::int64_t value = 0;
  Swizzle swizzle = {};
  LinearModes modes = {};
  bool operator==(const Step&) const = default;
};

// The digits of the coordinate, each with its stride, summed; then the steps, from the first on.
struct Term {
  LinearModes index;
  std::vector<Step> steps = {};
};

// What a law has on one of its sides: A(B(c)), or A(c) + B(c).
using Sum = std::vector<Term>;

// Up to this many coordinates every one is tried; of more, a sample: the first and the last sample_block and two
// sample_blocks spread evenly.
inline constexpr std::int64_t max_tried = 1 << 20;
inline constexpr std::int64_t sample_block = 1 << 14;

// What comparing two sums has shown. `equal` is proved: every coordinate was tried, or the structure decides.
struct Comparison {
  enum class Outcome {
    equal,
    different,
    undecided,   // no difference in the sample, and the structure does not decide
    overflow,    // values may not fit 64 bits: nothing was tried
    empty_mode,  // a layout step has an extent of 0 or less: its function has no values
  };
  Outcome outcome = Outcome::equal;
  std::int64_t at = 0;  // different: the first coordinate tried where they differ
  std::int64_t got = 0;
  std::int64_t should = 0;
  std::int64_t tried = 0;  // coordinates
};

// The digits of every index must have `size` coordinates altogether. `most` coordinates are tried at most, of a larger
// domain the sample.
Comparison compare(const Sum& got, const Sum& should, std::int64_t size, std::int64_t most = max_tried);

// The value at one coordinate. Requires that compare did not report overflow or empty_mode.
std::int64_t value_at(const Sum& sum, std::int64_t at);

// Neighbours merged where one digit does, extents 1 left out: the same function with as few modes as possible.
LinearModes merge_modes(const LinearModes& modes);
// The step of a layout with these modes; the last mode stays, since it is unbounded.
Step layout_step(const LinearModes& modes);

}  // namespace stridescope::verdicts
