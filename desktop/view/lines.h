// Words of the window in lines, in the font of now.
#pragma once

#include <string>
#include <string_view>

namespace stridescope::desktop {

// With breaks where Chinese has to end a line of that width; others are broken between words by who draws them.
std::string in_lines(std::string_view text, float width);

}  // namespace stridescope::desktop
