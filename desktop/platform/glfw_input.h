// The input of GLFW's window for ImGui: before 1.87 through a queue that keeps its order, since then by ImGui's own.
#pragma once

#include <imgui.h>

#include "desktop/model/input_queue.h"

struct GLFWwindow;

namespace stridescope::desktop {

class GlfwInput {
 public:
  // True if ImGui's backend takes the events alone.
  static constexpr bool backend_listens = IMGUI_VERSION_NUM >= 18700;
  // To the window, anew.
  void listen(GLFWwindow* window);
  // The next frame's events go to the backend.
  void hand_on(GLFWwindow* window, Typing typing);
  // After the backend, which asks GLFW for the mouse as it is by now: as it was in the order of the events.
  void set_mouse() const;
  bool more() const { return queue_.more(); }

 private:
  InputQueue queue_;
  bool has_position_ = false;
  double x_ = 0;
  double y_ = 0;
  bool down_[5] = {};
};

}  // namespace stridescope::desktop
