// Functions of a coordinate reduced to one linear map of its digits, if their structure allows it. This decides the
// equality of functions that are too large for a comparison at every coordinate.
#pragma once

#include "core/facts/pointwise.h"

namespace stridescope::verdicts {

// The linear map of a sum plus a constant; empty if none exists. A layout step is reduced if each mode of the index
// steps over whole modes of the layout, and the digits never carry.
struct Linear {
  LinearModes modes;  // divisor 1
  std::int64_t constant = 0;
};
std::optional<Linear> linear_form(const Sum& sum);

// The smallest coordinate at which the two differ; -1 if they are equal everywhere; empty if the structure does not
// decide.
std::optional<std::int64_t> first_difference(const Sum& got, const Sum& should);

}  // namespace stridescope::verdicts
