// Text that the user can select with the mouse and copy anywhere in the window. plain(), wrapped() and code() note the
// text that they draw. A press on it that no widget takes starts a selection, which extends over the texts of the same
// pane.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace stridescope::desktop {

// Call before the first text of a frame.
void begin_texts();
// A text with its upper left corner and its size, wrapped at that width; 0: not wrapped.
void note_text(std::string_view text, ImVec2 at, ImVec2 size, ImFont* font, float wrap_width);
// Call after the last text of a frame: handles the mouse, and draws the selection in its color.
void end_texts();

// Empty if nothing is selected.
std::string selected_text();
// The whole text under the pointer; empty without one.
std::string text_under_pointer();

}  // namespace stridescope::desktop
