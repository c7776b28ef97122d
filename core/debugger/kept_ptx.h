// PTX of the gallery's kernels (core/data/ptx).
#pragma once

#include <string_view>

namespace stridescope::debugger {

// The PTX that was made of this CUDA text; empty if none is kept.
std::string_view kept_ptx(std::string_view cuda);

}  // namespace stridescope::debugger
