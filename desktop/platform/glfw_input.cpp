// Puts the events of GLFW's callbacks into an ordered queue and passes them to ImGui, one frame's share at a time. From
// ImGui 1.87 on this is not needed, since ImGui keeps the order itself.
#include "desktop/platform/glfw_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

namespace stridescope::desktop {

#if IMGUI_VERSION_NUM < 18700

namespace {

InputQueue* listening = nullptr;

void push(const InputEvent& event) { listening->push(event); }

KeyRole role_of(int key, int modifiers) {
  switch (key) {
    case GLFW_KEY_LEFT_SHIFT:
    case GLFW_KEY_RIGHT_SHIFT:
    case GLFW_KEY_CAPS_LOCK:
    case GLFW_KEY_NUM_LOCK:
      return KeyRole::shift;
    case GLFW_KEY_LEFT_CONTROL:
    case GLFW_KEY_RIGHT_CONTROL:
    case GLFW_KEY_LEFT_ALT:
    case GLFW_KEY_RIGHT_ALT:
    case GLFW_KEY_LEFT_SUPER:
    case GLFW_KEY_RIGHT_SUPER:
      return KeyRole::modifier;
    default:
      break;
  }
  if ((modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return KeyRole::command;
  if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER || key == GLFW_KEY_TAB) return KeyRole::line;
  if (key == GLFW_KEY_ESCAPE || (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25)) return KeyRole::command;
  const bool pad = key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_EQUAL;
  return key < GLFW_KEY_ESCAPE || pad ? KeyRole::text : KeyRole::edit;
}

using Kind = InputEvent::Kind;

}  // namespace

void GlfwInput::listen(GLFWwindow* window) {
  *this = {};
  listening = &queue_;
  glfwSetKeyCallback(window, [](GLFWwindow*, int key, int scancode, int action, int modifiers) {
    // ImGui generates key repeats itself.
    if (action == GLFW_REPEAT) return;
    push({Kind::key, key, scancode, action == GLFW_PRESS, modifiers, role_of(key, modifiers), 0, 0});
  });
  glfwSetCharCallback(window, [](GLFWwindow*, unsigned character) {
    push({Kind::character, static_cast<int>(character), 0, true, 0, KeyRole::text, 0, 0});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow*, int button, int action, int modifiers) {
    push({Kind::button, button, 0, action == GLFW_PRESS, modifiers, KeyRole::text, 0, 0});
  });
  glfwSetScrollCallback(window, [](GLFWwindow*, double x, double y) {
    push({Kind::scroll, 0, 0, false, 0, KeyRole::text, x, y});
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow*, int focused) {
    push({Kind::focus, 0, 0, focused != 0, 0, KeyRole::text, 0, 0});
  });
  glfwSetCursorPosCallback(window, [](GLFWwindow*, double x, double y) {
    push({Kind::position, 0, 0, false, 0, KeyRole::text, x, y});
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow*, int entered) {
    push({Kind::enter, 0, 0, entered != 0, 0, KeyRole::text, 0, 0});
  });
}

void GlfwInput::hand_on(GLFWwindow* window, Typing typing) {
  for (const InputEvent& event : queue_.next_frame(typing)) {
    switch (event.kind) {
      case InputEvent::Kind::key:
        ImGui_ImplGlfw_KeyCallback(window, event.code, event.scancode, event.down ? GLFW_PRESS : GLFW_RELEASE,
                                   event.modifiers);
        break;
      case InputEvent::Kind::character:
        ImGui_ImplGlfw_CharCallback(window, static_cast<unsigned>(event.code));
        break;
      case InputEvent::Kind::button:
        if (event.code >= 0 && event.code < 5) down_[event.code] = event.down;
        break;
      case InputEvent::Kind::position:
        has_position_ = true;
        x_ = event.x;
        y_ = event.y;
        break;
      case InputEvent::Kind::scroll:
        ImGui_ImplGlfw_ScrollCallback(window, event.x, event.y);
        break;
      case InputEvent::Kind::focus:
        ImGui_ImplGlfw_WindowFocusCallback(window, event.down ? 1 : 0);
        break;
      case InputEvent::Kind::enter:
        ImGui_ImplGlfw_CursorEnterCallback(window, event.down ? 1 : 0);
        break;
    }
  }
}

void GlfwInput::set_mouse() const {
  ImGuiIO& io = ImGui::GetIO();
  for (int i = 0; i < 5; ++i) io.MouseDown[i] = down_[i];
  const bool here = io.MousePos.x > -1e30F;
  if (here && has_position_) io.MousePos = {static_cast<float>(x_), static_cast<float>(y_)};
}

#else

void GlfwInput::listen(GLFWwindow*) {}
void GlfwInput::hand_on(GLFWwindow*, Typing) {}
void GlfwInput::set_mouse() const {}

#endif

}  // namespace stridescope::desktop
