// The formats of Workspace::emit for other systems (core/foreign/systems): a layout as triton, tilelang, memref, ...,
// or the reason why it cannot be written there.
#pragma once

#include <string>
#include <vector>

namespace stridescope {

// Sorted by name.
std::vector<std::string> foreign_formats();

}  // namespace stridescope
