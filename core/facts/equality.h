// Are two layouts the same function? Shape and stride may differ: (4,8):(1,4) and 32:1 are equal as functions.
// A coalesced layout, one whose modes were merged or split, and one under a swizzle that undoes another are equal here
// and unequal as values; `==` compares values.
// Example: (4,8):(1,4) and (4,8):(8,1) differ at 1, where the first gives 1 and the second 8; 24:1 and 32:1 agree at
// all 24 coordinates that both have, and are different.
#pragma once

#include <optional>
#include <string>

#include "core/value/value.h"

namespace stridescope {

// Equal: the same size, and the same offset at every 1-D coordinate (for tensors: the same element). Whether integers
// are static does not matter. A coordinate, the offset of a basis stride, equals no integer; two coordinates are
// equal where they differ by zeros at the end.
struct FunctionComparison {
  enum class Outcome { equal, different, not_checked };
  Outcome outcome = Outcome::not_checked;
  // Coordinates of each; 0 where one of them has none that can be counted, and then the outcome is not_checked.
  std::int64_t size_a = 0;
  std::int64_t size_b = 0;
  std::optional<std::int64_t> at;  // the first coordinate of both domains at which they differ, if there is one
  // Their values at `at`; meaningless without it.
  IntTuple a;
  IntTuple b;
  // Of not_checked: which of them is no function, or how many coordinates agree before the cap.
  Message why;

  bool operator==(const FunctionComparison&) const = default;
};

// Never fails. Strides decide it for plain layouts of any size and for the same swizzles around such; other functions
// are compared coordinate by coordinate, up to max_enumerated of them, beyond that by their maps over F2 where both
// have one (core/facts/f2.h). What none of these decides is not_checked. Values that are no layouts are, too:
// as_function (function.h) makes one of a swizzle.
FunctionComparison compare_functions(const Value& a, const Value& b);

// "equal", "not checked: why", "different: at 3 the first gives 7, the second 8", "different: 4 and 8 coordinates; at
// 2 the first gives 3, the second 2", "different: 24 and 32 coordinates, the common ones agree".
Message to_message(const FunctionComparison& comparison);

}  // namespace stridescope
