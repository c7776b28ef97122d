// Looking for a word in the text of a kernel that is in view.
#pragma once

#include <string_view>

#include "desktop/model/kernel_text.h"
#include "desktop/panels/app.h"

namespace stridescope::desktop {

// Draws the field in a row of tools, the number of its places next to it, and buttons to reach them. Enter goes to the
// next, Shift and Enter to the previous one.
void draw_kernel_find(App& app, const ListedLines& text);

// The places of a line are marked, the one that was gone to with a frame.
void mark_found(const App& app, const ListedLines& text, std::size_t line, ImVec2 at, float height);
// Brings it into sight, from within the text's window.
void scroll_to_found(App& app, const ListedLines& text, float height);

}  // namespace stridescope::desktop
