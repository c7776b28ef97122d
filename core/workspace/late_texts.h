// What a page need not have before its first picture.
#pragma once

#include <array>
#include <string_view>

namespace stridescope {

// The texts of the documentation and of the gallery, as they lie in memory: each in one piece, shared with no other
// text.
std::array<std::string_view, 2> late_texts();

}  // namespace stridescope
