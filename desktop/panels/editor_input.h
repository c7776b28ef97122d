// What the keyboard does to the program while its editor has the focus.
#pragma once

#include "desktop/panels/app.h"

namespace stridescope::desktop {

// Of this frame's keys and characters. page: how many lines are seen at once.
void edit_by_keys(App& app, std::size_t page);

}  // namespace stridescope::desktop
