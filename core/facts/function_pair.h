// Two values as functions of the same numbers, for comparison.
#pragma once

#include <utility>

#include "core/value/value.h"

namespace stridescope {

// Each value as as_function (function.h) gives it, except two swizzles: both get the bits that either touches, since a
// swizzle is a function of all numbers, including those that only the other one changes.
std::pair<Value, Value> as_functions(const Value& a, const Value& b);

}  // namespace stridescope
