// Equality of two layouts as functions. Shape and stride can differ: (4,8):(1,4) and 32:1 are equal as functions. A
// coalesced layout, a layout with merged or split modes, and a layout under a swizzle that undoes another one are equal
// here and different as values; `==` compares values. Example: (4,8):(1,4) and (4,8):(8,1) differ at 1, where the first
// gives 1 and the second 8; 24:1 and 32:1 agree at all 24 common coordinates, and are different.
#pragma once

#include <optional>
#include <string>

#include "core/value/value.h"

namespace stridescope {

// Equal: the same size, and the same offset at every 1-D coordinate (for tensors the same element), whether integers
// are static or not. The offset of a basis stride is a coordinate, which equals no integer; two coordinates are equal
// if they differ only by trailing zeros.
struct FunctionComparison {
  enum class Outcome { equal, different, not_checked };
  Outcome outcome = Outcome::not_checked;
  // Number of coordinates; 0 if the coordinates of one of them cannot be counted, and then the outcome is not_checked.
  std::int64_t size_a = 0;
  std::int64_t size_b = 0;
  std::optional<std::int64_t> at;  // the first coordinate of both domains at which they differ; empty if none
  // Their values at `at`; undefined without it.
  IntTuple a;
  IntTuple b;
  // For not_checked: the value that is not a function, or the number of equal coordinates up to the limit.
  Message why;

  bool operator==(const FunctionComparison&) const = default;
};

// Compares two values. Never fails. Strides decide for plain layouts of any size and for equal swizzles around them.
// Other functions are compared coordinate by coordinate, up to max_enumerated; larger ones by their maps over F2, if
// both have one (core/facts/f2.h). All others are not_checked, and so are values that are not layouts: as_function
// (function.h) makes a layout of a swizzle.
FunctionComparison compare_functions(const Value& a, const Value& b);

// Writes the result: "equal", "not checked: why", "different: at 3 the first gives 7, the second 8", "different: 4 and
// 8 coordinates; at 2 the first gives 3, the second 2", "different: 24 and 32 coordinates, the common ones agree".
Message to_message(const FunctionComparison& comparison);

}  // namespace stridescope
