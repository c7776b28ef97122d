// Pages of the reference beside the errors of a program: what its lines use, each with its example carried out.
#pragma once

#include "desktop/panels/app.h"

namespace stridescope::desktop {

// From the place of the window on, within that width.
void draw_trouble_pages(App& app, ImVec2 at, float width);

}  // namespace stridescope::desktop
