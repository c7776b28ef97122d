// What a conversion of registers costs, way by way, as a section of its card's analysis.
#pragma once

#include "core/analysis/analysis.h"

namespace stridescope {

// Nothing for values that are no convert_kernel.
void add_conversion_section(Analysis& analysis, const Value& value);

}  // namespace stridescope
