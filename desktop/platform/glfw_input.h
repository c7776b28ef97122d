// The input of GLFW's windows for ImGui: before 1.87 through a queue that keeps its order, since then by ImGui's own.
#pragma once

#include <imgui.h>

#include "desktop/model/input_queue.h"

struct GLFWwindow;

namespace stridescope::desktop {

class GlfwInput {
 public:
  // Whether ImGui's backend takes the events by itself.
  static constexpr bool backend_listens = IMGUI_VERSION_NUM >= 18700;
  // To the first window, anew.
  void listen(GLFWwindow* window);
  // To a second one as well, whose places on the plane begin at `second_from`; until it is forgotten. The backend knows
  // the first.
  void listen_second(GLFWwindow* second, GLFWwindow* first);
  void forget_second();
  // The next frame's events go to the backend.
  void hand_on(GLFWwindow* window, Typing typing);
  // After the backend, which asks GLFW for the mouse as it is by now: as it was in the order of the events.
  void set_mouse() const;
  bool more() const { return queue_.more(); }

 private:
  InputQueue queue_;
  bool has_position_ = false;
  bool in_second_ = false;  // the pointer is in the second window
  bool of_second_ = false;  // or was last seen by it: it may be dragged out of it
  double x_ = 0;
  double y_ = 0;
  bool down_[5] = {};
};

}  // namespace stridescope::desktop
