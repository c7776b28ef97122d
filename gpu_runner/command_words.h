// The words of a command line that a user typed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope::gpu {

// Words are separated by blanks; a quoted part belongs to one word.
std::vector<std::string> command_words(std::string_view text);

}  // namespace stridescope::gpu
