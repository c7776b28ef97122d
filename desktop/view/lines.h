// Words of the window in lines, in the font of now.
#pragma once

#include <string>
#include <string_view>

namespace stridescope::desktop {

// Adds breaks to Chinese text that must end a line of that width; the caller breaks other text between words.
std::string in_lines(std::string_view text, float width);

}  // namespace stridescope::desktop
