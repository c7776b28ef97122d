// Functions of a coordinate reduced to one linear map of its digits, where their structure allows it: what decides the
// equality of functions too large to be tried at every coordinate.
#pragma once

#include "core/facts/pointwise.h"

namespace stridescope::verdicts {

// The linear map of a sum plus a constant, or nothing: a layout step is reduced where each mode of the index walks its
// modes in whole steps and the digits together never carry from one into the next.
struct Linear {
  LinearModes modes;  // divisor 1
  std::int64_t constant = 0;
};
std::optional<Linear> linear_form(const Sum& sum);

// The smallest coordinate where the two differ, -1 where they are equal everywhere, nothing where the structure does
// not decide.
std::optional<std::int64_t> first_difference(const Sum& got, const Sum& should);

}  // namespace stridescope::verdicts
