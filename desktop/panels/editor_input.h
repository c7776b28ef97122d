// Handles the keyboard for the program while its editor has the focus.
#pragma once

#include "desktop/panels/app.h"

namespace stridescope::desktop {

// Applies this frame's keys and characters. page: number of visible rows; wrap: the rows of the current text.
void edit_by_keys(App& app, std::size_t page, const std::function<SoftWrap&()>& wrap);

}  // namespace stridescope::desktop
