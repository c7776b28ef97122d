// Words for users in lines: Dear ImGui breaks between words, which Chinese does not have.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace stridescope::desktop {

// Breaks are put in where a line would become wider than that: between any two characters of Chinese, but no line
// begins with a mark that closes. A text without Chinese comes back as it is.
std::string chinese_lines(std::string_view text, float width,
                          const std::function<float(std::uint32_t character)>& advance);

}  // namespace stridescope::desktop
