// What a card says of a morphism or a span, and whether a value is one whose diagram has entries for cells.
#pragma once

#include "core/workspace/workspace.h"

namespace stridescope {

// Whether the cells of its pictures are entries of a diagram instead of coordinates.
bool has_entries(const Value& value);
// Empty for any other value.
std::vector<Property> category_properties(const Value& value, IntegerMode mode);

}  // namespace stridescope
