// Text that can be selected with the mouse and copied, wherever in the window it stands. What is drawn by plain(),
// wrapped() and code() notes itself; a press on it that nothing else takes begins a selection, which goes on through
// the texts of the same pane.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace stridescope::desktop {

// Before the first text of a frame.
void begin_texts();
// A text with its upper left corner, and how large it is; wrapped at that width, or 0.
void note_text(std::string_view text, ImVec2 at, ImVec2 size, ImFont* font, float wrap_width);
// After the last text of a frame: what the mouse does, and the selection in its colour.
void end_texts();

// Nothing, where nothing is selected.
std::string selected_text();
// The whole of the text under the pointer; empty where there is none.
std::string text_under_pointer();

}  // namespace stridescope::desktop
