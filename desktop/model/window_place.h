// Last position of a window, in the screen's units.
#pragma once

namespace stridescope::desktop {

struct WindowPlace {
  int x = 0;
  int y = 0;
  int width = 0;  // 0: unknown
  int height = 0;
  bool maximized = false;
};

}  // namespace stridescope::desktop
