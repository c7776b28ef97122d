// What the keyboard does to the program while its editor has the focus.
#pragma once

#include "desktop/panels/app.h"

namespace stridescope::desktop {

// Of this frame's keys and characters. page: how many rows are seen at once; wrap: the rows of the text as it is now.
void edit_by_keys(App& app, std::size_t page, const std::function<SoftWrap&()>& wrap);

}  // namespace stridescope::desktop
