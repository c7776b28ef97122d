// The facts of an atom or a tiling on its card.
#pragma once

#include "core/workspace/workspace.h"

namespace stridescope {

// Empty for any other value.
std::vector<Property> tiled_properties(const Value& value, IntegerMode mode);

}  // namespace stridescope
