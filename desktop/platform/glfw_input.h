// The input of GLFW's window for ImGui: before 1.87 through a queue that keeps its order, since then through ImGui's
// own.
#pragma once

#include <imgui.h>

#include "desktop/model/input_queue.h"

struct GLFWwindow;

namespace stridescope::desktop {

class GlfwInput {
 public:
  // True if ImGui's backend receives the events itself.
  static constexpr bool backend_listens = IMGUI_VERSION_NUM >= 18700;
  // Installs the callbacks of the window, also after it was recreated.
  void listen(GLFWwindow* window);
  // Passes the events of the next frame to the backend.
  void hand_on(GLFWwindow* window, Typing typing);
  // Sets the mouse to its state in the order of the events; call it after the backend, which reads the current state.
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
