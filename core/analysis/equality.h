// Are two layouts the same function? Shape and stride may differ: (4,8):(1,4) and 32:1 are equal as functions.
// A coalesced layout, one whose modes were merged or split, and one under a swizzle that undoes another are equal here
// and unequal as values; `==` compares values.
#pragma once

#include <optional>
#include <string>

#include "core/value/value.h"

namespace stridescope {

// Equal: the same size, and the same offset at every 1-D coordinate (for tensors: the same element). Whether integers
// are static does not matter. A coordinate, the offset of a basis stride, equals no integer.
struct FunctionComparison {
  enum class Outcome { equal, different, not_checked };
  Outcome outcome = Outcome::not_checked;
  std::int64_t size_a = 0;
  std::int64_t size_b = 0;
  std::optional<std::int64_t> at;  // the first coordinate of both domains at which they differ, if there is one
  IntTuple a;                      // their values there
  IntTuple b;
  Message why;  // of not_checked

  bool operator==(const FunctionComparison&) const = default;
};

// Strides decide it for plain layouts of any size, xor of bits for power-of-two layouts under swizzles; other functions
// are compared at up to max_enumerated coordinates.
FunctionComparison compare_functions(const Value& a, const Value& b);

// "equal", "different: at 3 the first gives 7, the second 8", "different: 24 and 32 coordinates, the first 24 agree".
Message to_message(const FunctionComparison& comparison);

}  // namespace stridescope
