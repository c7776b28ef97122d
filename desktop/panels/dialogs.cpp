// Dialogs over the window: one at a time.
#include "desktop/panels/dialogs.h"

namespace stridescope::desktop {

void draw_dialogs(App&) {}

}  // namespace stridescope::desktop
