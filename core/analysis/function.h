// What a layout is as a function from its 1-D coordinates [0, size) to offsets: its image, whether it is injective,
// surjective, contiguous, monotone. For layouts, swizzled and composed layouts, and tensors (whose values are meant).
// A layout of basis strides maps to coordinates; they are numbered colexicographically in the box that they span, so
// that the same questions have answers.
//
// Strides decide most of it for any size; where they do not, every offset is looked at, up to max_enumerated of them.
// What neither decides is missing, and `unchecked` says why.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/interval_set.h"
#include "core/analysis/offsets.h"

namespace stridescope {

// Above this many coordinates nothing is enumerated.
inline constexpr std::int64_t max_enumerated = 1 << 20;

// first < second have the same offset; second is the smallest coordinate that repeats an offset.
struct Collision {
  std::int64_t first;
  std::int64_t second;
  std::int64_t offset;
  bool operator==(const Collision&) const = default;
};

// How offsets go along the 1-D coordinate; `strictly` where no two are equal.
enum class Monotone { neither, constant, increasing, strictly_increasing, decreasing, strictly_decreasing };

// Each member is there when it is known; what is there is proved or counted, never estimated.
struct FunctionAnalysis {
  bool is_function = false;                // false: nothing below is known, and `unchecked` says why
  Message unchecked;                       // why something is missing; empty when nothing is
  bool has_coordinates = false;            // offsets are coordinates, numbered in the box that they span
  std::int64_t size = 0;                   // number of coordinates
  std::int64_t cosize = 0;                 // CuTe's: 1 + the sum of (extent-1)*|stride| of the layout of the domain
  std::int64_t start = 0;                  // offset of a tensor's iterator
  std::optional<Interval> codomain;        // [start, start+cosize) where that holds the image, else the image's hull
  std::optional<IntervalSet> image;        // the set of offsets
  std::optional<IntervalSet> gaps;         // codomain without image
  std::optional<std::int64_t> image_size;  // number of different offsets
  std::optional<bool> injective;           // no two coordinates have the same offset
  std::optional<bool> surjective;          // onto [start, start+cosize), and into it
  std::optional<bool> contiguous;          // every integer between the smallest and the largest offset is hit
  std::optional<Collision> collision;      // where it is not injective
  std::optional<std::int64_t> aliased;     // offsets hit more than once
  std::optional<std::int64_t> max_hits;    // coordinates of the offset that has most
  std::optional<Monotone> monotone;        // as the 1-D coordinate grows; a single coordinate is constant
  std::optional<std::int64_t> divisor;     // the greatest common divisor of offset - start; 0 if all are start

  // Consecutive addresses, each once.
  std::optional<bool> compact() const;
  // A bijection of [0, size).
  std::optional<bool> permutation() const;
};

// Enumerates at most `cap` coordinates, itself at most max_enumerated.
FunctionAnalysis analyze_function(const Value& value, std::int64_t cap = max_enumerated);

// A swizzle as the layout Sw o 0 o 2^k:1 over the bits that it touches; any other value as it is.
Value as_function(const Value& value);

// Is it LayoutRight (or LayoutLeft) of its shape, as a function: row-major (column-major)? A tensor's iterator does not
// matter. Nothing: not checked.
std::optional<bool> is_major(const Value& value, Major major);

// The layout with coordinates numbered in their box, and everything else as it is; nothing, and the reason, if the
// value is no function to integers or coordinates within 62 bits.
std::optional<OffsetFunction> numbered_function(const Value& value, Message& why);

}  // namespace stridescope
