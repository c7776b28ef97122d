// A layout as a function from its 1-D coordinates [0, size) to offsets: its image, and whether it is injective,
// surjective, contiguous, monotone. For layouts, swizzled and composed layouts, and tensors (their values). A layout of
// basis strides maps to coordinates; they are numbered colexicographically in the box that they span, so that the same
// facts are defined.
//
// Strides decide most facts at any size; otherwise every offset is enumerated, up to max_enumerated. A fact that
// neither decides is missing, and `unchecked` gives the reason.
//   (4,2):(1,8)    image [0,4) and [8,12), gap [4,8): injective, not contiguous, not onto [0,12), strictly increasing
//   (4,2):(1,0)    image [0,4), each offset hit twice: 0 and 4 collide at 0
//   (3,2):(1,-4)   codomain [-4,3), since [0, cosize) = [0,7) does not contain every offset; gap -1
#pragma once

#include <optional>
#include <string>

#include "core/facts/interval_set.h"
#include "core/facts/offsets.h"

namespace stridescope {

// With more coordinates than this, nothing is enumerated.
inline constexpr std::int64_t max_enumerated = 1 << 20;

// A counterexample to injectivity: first < second have the same offset. second is the smallest coordinate that repeats
// an offset, first the smallest coordinate with that offset.
struct Collision {
  std::int64_t first;
  std::int64_t second;
  std::int64_t offset;
  bool operator==(const Collision&) const = default;
};

// The direction of the offsets along the 1-D coordinate, which is the address sequence of a loop over it. `strictly`:
// adjacent offsets are always different; constant: always equal.
enum class Monotone { neither, constant, increasing, strictly_increasing, decreasing, strictly_decreasing };

// Each member is set if it is known: proved or counted, never estimated. For a layout without elements, image and gaps
// are empty, and the facts hold trivially.
struct FunctionAnalysis {
  bool is_function = false;      // false: nothing below is known, and `unchecked` gives the reason
  Message unchecked;             // the reason for a missing fact; empty if all are known
  bool has_coordinates = false;  // offsets are coordinates, numbered in the box that they span
  std::int64_t size = 0;         // number of coordinates
  std::int64_t cosize = 0;       // CuTe's cosize: 1 + the sum of (extent-1)*|stride| of the domain's layout
  // The offset of a tensor's iterator if it is a plain integer; 0 for layouts.
  std::int64_t start = 0;
  std::optional<Interval> codomain;        // [start, start+cosize) if it contains the image, otherwise the image's hull
  std::optional<IntervalSet> image;        // the set of offsets
  std::optional<IntervalSet> gaps;         // the codomain without the image
  std::optional<std::int64_t> image_size;  // number of different offsets
  std::optional<bool> injective;           // different coordinates have different offsets
  std::optional<bool> surjective;          // the image is [start, start+cosize)
  std::optional<bool> contiguous;          // every integer between the smallest and the largest offset is an offset
  std::optional<Collision> collision;      // set if it is not injective
  // The number of offsets with more than one coordinate; 0 if injective.
  std::optional<std::int64_t> aliased;
  std::optional<std::int64_t> max_hits;  // number of coordinates of the most frequent offset
  std::optional<Monotone> monotone;      // along the 1-D coordinate; a single coordinate is constant
  // The greatest common divisor of all offset - start: above 1 it is a dilation. 0 if every offset equals start.
  std::optional<std::int64_t> divisor;

  // Consecutive addresses, each once: injective and contiguous. Empty if neither is refuted and one is unknown.
  std::optional<bool> compact() const;
  // A bijection of [0, size): compact, with 0 as its smallest offset.
  std::optional<bool> permutation() const;
};

// Analyzes a value. Never fails. Enumerates at most `cap` coordinates, and only for facts that strides do not decide:
// one pass over the modes decides a plain layout of any size whose modes, sorted by |stride|, do not overlap. For a
// larger domain the first `cap` offsets can still show a collision, or that it is not monotone. pre: cap <=
// max_enumerated.
FunctionAnalysis analyze_function(const Value& value, std::int64_t cap = max_enumerated);

// A swizzle as the layout Sw o 0 o 2^k:1 over the bits that it touches, one period of it; any other value unchanged.
Value as_function(const Value& value);

// Does the value equal LayoutRight (or LayoutLeft) of its shape as a function, so that it is row-major (column-major)?
// A tensor's iterator does not matter. For a single mode both are the same. Empty: not checked, or not a layout.
std::optional<bool> is_major(const Value& value, Major major);

// The layout with coordinates numbered in their box; everything else is unchanged. Empty, with the reason in `why`, if
// the value is not a function to integers or coordinates within 62 bits. `why` is written only then.
std::optional<OffsetFunction> numbered_function(const Value& value, Message& why);

}  // namespace stridescope
