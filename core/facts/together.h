// Two values as functions over the same numbers, for comparison.
#pragma once

#include <utility>

#include "core/value/value.h"

namespace stridescope {

// Each as as_function (function.h) has it, but two swizzles over the bits that either touches: a swizzle is a function
// of all numbers, also of those that only the other one changes.
std::pair<Value, Value> as_functions(const Value& a, const Value& b);

}  // namespace stridescope
