// The cost of a conversion of registers, way by way, as a section of its card's analysis.
#pragma once

#include "core/analysis/analysis.h"

namespace stridescope {

// Empty for values that are not a convert_kernel.
void add_conversion_section(Analysis& analysis, const Value& value);

}  // namespace stridescope
