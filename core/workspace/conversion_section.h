// The cost of a register conversion in each way, as a section of its card's analysis.
#pragma once

#include "core/analysis/analysis.h"

namespace stridescope {

// Adds nothing for values that are not a convert_kernel.
void add_conversion_section(Analysis& analysis, const Value& value);

}  // namespace stridescope
