// A layout as a function from its 1-D coordinates [0, size) to offsets: its image, whether it is injective, surjective,
// contiguous, monotone. For layouts, swizzled and composed layouts, and tensors (their values). A layout of basis
// strides maps to coordinates; they are numbered colexicographically in the box that they span, so that the same
// questions have answers.
//
// Strides decide most of it for any size; where they do not, every offset is looked at, up to max_enumerated of them.
// What neither decides is missing, and `unchecked` says why.
//   (4,2):(1,8)    image [0,4) and [8,12), gap [4,8): injective, not contiguous, not onto [0,12), strictly increasing
//   (4,2):(1,0)    image [0,4), each offset hit twice: 0 and 4 collide at 0
//   (3,2):(1,-4)   codomain [-4,3), since [0, cosize) = [0,7) does not hold every offset; gap -1
#pragma once

#include <optional>
#include <string>

#include "core/facts/interval_set.h"
#include "core/facts/offsets.h"

namespace stridescope {

// Above this many coordinates nothing is enumerated.
inline constexpr std::int64_t max_enumerated = 1 << 20;

// first < second have the same offset; second is the smallest coordinate that repeats an offset, first the smallest
// that has it. A counterexample to injectivity.
struct Collision {
  std::int64_t first;
  std::int64_t second;
  std::int64_t offset;
  bool operator==(const Collision&) const = default;
};

// The direction of the offsets along the 1-D coordinate, which is the address sequence of a loop over it. `strictly`:
// no two adjacent offsets are equal; constant: all are.
enum class Monotone { neither, constant, increasing, strictly_increasing, decreasing, strictly_decreasing };

// Each member is there when it is known; what is there is proved or counted, never estimated. Of a layout without
// elements image and gaps are empty, and the facts hold trivially.
struct FunctionAnalysis {
  bool is_function = false;      // false: nothing below is known, and `unchecked` says why
  Message unchecked;             // why something is missing; empty when nothing is
  bool has_coordinates = false;  // offsets are coordinates, numbered in the box that they span
  std::int64_t size = 0;         // number of coordinates
  std::int64_t cosize = 0;       // CuTe's: 1 + the sum of (extent-1)*|stride| of the layout of the domain
  // The offset of a tensor's iterator, as far as it is a plain integer; 0 of layouts.
  std::int64_t start = 0;
  std::optional<Interval> codomain;        // [start, start+cosize) where that holds the image, else the image's hull
  std::optional<IntervalSet> image;        // the set of offsets
  std::optional<IntervalSet> gaps;         // codomain without image
  std::optional<std::int64_t> image_size;  // number of different offsets
  std::optional<bool> injective;           // no two coordinates have the same offset
  std::optional<bool> surjective;          // onto [start, start+cosize), and into it
  std::optional<bool> contiguous;          // every integer between the smallest and the largest offset is hit
  std::optional<Collision> collision;      // where it is not injective
  // The number of offsets hit more than once; 0 if injective.
  std::optional<std::int64_t> aliased;
  std::optional<std::int64_t> max_hits;  // coordinates of the offset that has most
  std::optional<Monotone> monotone;      // as the 1-D coordinate grows; a single coordinate is constant
  // The greatest common divisor of all offset - start: above 1 a dilation. 0 if every offset is start.
  std::optional<std::int64_t> divisor;

  // Consecutive addresses, each once: injective and contiguous. Nothing where neither is refuted and one is not
  // known.
  std::optional<bool> compact() const;
  // A bijection of [0, size): compact, with 0 as its smallest offset.
  std::optional<bool> permutation() const;
};

// Never fails. Enumerates at most `cap` coordinates, itself at most max_enumerated, and only for facts that strides
// leave open: a plain layout whose modes, sorted by |stride|, do not overlap is decided at any size in a walk over its
// modes. For a larger domain the first `cap` offsets can still show a collision, or that it is not monotone. pre: cap
// <= max_enumerated.
FunctionAnalysis analyze_function(const Value& value, std::int64_t cap = max_enumerated);

// A swizzle as the layout Sw o 0 o 2^k:1 over the bits that it touches, one period of it; any other value as it is.
Value as_function(const Value& value);

// Is it LayoutRight (or LayoutLeft) of its shape, as a function: row-major (column-major)? A tensor's iterator does
// not matter. Of one mode both are the same. Nothing: not checked, or no layout.
std::optional<bool> is_major(const Value& value, Major major);

// The layout with coordinates numbered in their box; everything else is unchanged. Empty with the reason if the value
// is not a function to integers or coordinates within 62 bits. `why` is written only then.
std::optional<OffsetFunction> numbered_function(const Value& value, Message& why);

}  // namespace stridescope
