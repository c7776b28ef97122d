// Line breaks for texts of the window: Dear ImGui breaks between words, but Chinese has no blanks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace stridescope::desktop {

// Inserts breaks where a line would become wider than `width`: between any two Chinese characters, except before a
// closing mark. A text without Chinese is returned unchanged.
std::string chinese_lines(std::string_view text, float width,
                          const std::function<float(std::uint32_t character)>& advance);

}  // namespace stridescope::desktop
