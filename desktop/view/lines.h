// Breaks the window's text into lines, in the current font.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope::desktop {

// The lines of a text as ImGui breaks it at that width (0: nowhere): the bytes of each.
std::vector<std::pair<std::size_t, std::size_t>> wrapped_lines(std::string_view text, const ImFont* font, float scale,
                                                               float width);
// Text with more bytes is not wrapped by ImGui, which draws each letter of a wrapped line, in sight or not, and aborts
// at 16,384 of them. It comes with all its breaks from in_lines: of lines ImGui draws those in sight.
inline constexpr std::size_t most_wrapped = 4096;
// Adds breaks to Chinese text that must end a line of that width; the caller breaks other text between words, if it has
// at most `most_wrapped` bytes.
std::string in_lines(std::string_view text, float width);

}  // namespace stridescope::desktop
