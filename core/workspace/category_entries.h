// The facts of a morphism or a span on its card, and a test whether the cells of a value's diagram are entries.
#pragma once

#include "core/workspace/workspace.h"

namespace stridescope {

// True if the cells of the value's pictures are entries of a diagram instead of coordinates.
bool has_entries(const Value& value);
// Empty for any other value.
std::vector<Property> category_properties(const Value& value, IntegerMode mode);

}  // namespace stridescope
