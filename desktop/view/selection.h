// Text that the mouse can select and copy anywhere in the window. plain(), wrapped() and code() note the text that they
// draw; a press on it that nothing else takes begins a selection, which continues through the texts of the same pane.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace stridescope::desktop {

// Before the first text of a frame.
void begin_texts();
// A text with its upper left corner, and how large it is; wrapped at that width, or 0.
void note_text(std::string_view text, ImVec2 at, ImVec2 size, ImFont* font, float wrap_width);
// After the last text of a frame: handles the mouse, and draws the selection in its color.
void end_texts();

// Nothing, where nothing is selected.
std::string selected_text();
// The whole text under the pointer; empty without one.
std::string text_under_pointer();

}  // namespace stridescope::desktop
