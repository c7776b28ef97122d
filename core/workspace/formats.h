// The formats of Workspace::emit that are other systems' (core/foreign/systems): a layout as triton, tilelang, memref,
// ... has it, or the reason why it has none there.
#pragma once

#include <string>
#include <vector>

namespace stridescope {

// By name, sorted.
std::vector<std::string> foreign_formats();

}  // namespace stridescope
