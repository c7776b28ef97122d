// A card's facts of a morphism or a span, and the test whether a value's diagram has entries as cells.
#pragma once

#include "core/workspace/workspace.h"

namespace stridescope {

// True if the cells of its pictures are entries of a diagram instead of coordinates.
bool has_entries(const Value& value);
// Empty for any other value.
std::vector<Property> category_properties(const Value& value, IntegerMode mode);

}  // namespace stridescope
