// One function a dialog; each is called while it is open.
#pragma once

#include "desktop/panels/app.h"

namespace stridescope::desktop {
}  // namespace stridescope::desktop
