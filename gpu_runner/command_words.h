// The words of a command line that somebody typed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope::gpu {

// Separated by blanks; a quoted part is one word.
std::vector<std::string> command_words(std::string_view text);

}  // namespace stridescope::gpu
