// The second window by GLFW, and what both windows ask of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "desktop/platform/glfw_input.h"
#include "desktop/platform/window.h"

namespace stridescope::desktop {

// Of the window that is made next: OpenGL 3.2, which tells when the GPU was reset where it is robust. All other hints
// are GLFW's own again.
void hint_context(bool robust);
WindowPlace place_of(GLFWwindow* window);
// Files that are dropped on the window go there; its user pointer is taken.
void take_drops(GLFWwindow* window, std::vector<std::string>& dropped);
// Whether a window of that place could be taken hold of: a screen may be gone since.
bool on_a_screen(const WindowPlace& place);

// Beside `first`, with which it shares all that the GPU holds; its context is robust where that of the first is. At
// `place`; where that is not known, on another screen than the first one's, if there is one. Files that are dropped on
// it go to `dropped`. Null and a sentence in `why` where there is none to be had. `first` outlives it.
std::unique_ptr<SecondWindow> open_glfw_second(GLFWwindow* first, GlfwInput& input, const WindowPlace& place,
                                               bool robust, std::vector<std::string>& dropped, std::string& why);

}  // namespace stridescope::desktop
