// The second window by GLFW, and what both windows ask of the screens.
#pragma once

#include <memory>
#include <string>

#include "desktop/platform/glfw_input.h"
#include "desktop/platform/window.h"

namespace stridescope::desktop {

// Whether a window of that place could be taken hold of: a screen may be gone since.
bool on_a_screen(const WindowPlace& place);

// Beside `first`, with which it shares all that the GPU holds; its context is robust where that of the first is. At
// `place`; where that is not known, on another screen than the first one's, if there is one. Files that are dropped on
// it go to `dropped`. Null and a sentence in `why` where there is none to be had. `first` outlives it.
std::unique_ptr<SecondWindow> open_glfw_second(GLFWwindow* first, GlfwInput& input, const WindowPlace& place,
                                               bool robust, std::vector<std::string>& dropped, std::string& why);

}  // namespace stridescope::desktop
