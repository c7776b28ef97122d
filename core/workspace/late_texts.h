// What a page need not have before its first picture.
#pragma once

#include <array>
#include <string_view>

namespace stridescope {

// The texts of the documentation, of the gallery and of derivations, as they lie in memory: each in one piece, shared
// with no other text.
std::array<std::string_view, 3> late_texts();

}  // namespace stridescope
