// GLFW's callbacks into the ordered queue, and out of it into ImGui, a frame's worth at a time. From ImGui 1.87 on,
// which keeps the order itself, there is nothing to do here.
#include "desktop/platform/glfw_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include <algorithm>
#include <cfloat>
#include <iterator>

#include "desktop/platform/window.h"

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

// All but where the pointer is.
void listen_to(GLFWwindow* window) {
  glfwSetKeyCallback(window, [](GLFWwindow*, int key, int scancode, int action, int modifiers) {
    // ImGui repeats by itself.
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
}

}  // namespace

void GlfwInput::listen(GLFWwindow* window) {
  *this = {};
  listening = &queue_;
  listen_to(window);
  glfwSetCursorPosCallback(window, [](GLFWwindow*, double x, double y) {
    push({Kind::position, 0, 0, false, 0, KeyRole::text, x, y});
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow*, int entered) {
    push({Kind::enter, 0, 0, entered != 0, 0, KeyRole::text, 0, 0});
  });
}

void GlfwInput::listen_second(GLFWwindow* second, GLFWwindow*) {
  listen_to(second);
  glfwSetCursorPosCallback(second, [](GLFWwindow*, double x, double y) {
    push({Kind::position, 0, 0, false, 0, KeyRole::text, x + static_cast<double>(second_from), y, true});
  });
  glfwSetCursorEnterCallback(second, [](GLFWwindow*, int entered) {
    push({Kind::enter, 0, 0, entered != 0, 0, KeyRole::text, 0, 0, true});
  });
}

void GlfwInput::forget_second() { in_second_ = of_second_ = has_position_ = false; }

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
        of_second_ = event.second;
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
        if (event.second)
          in_second_ = event.down;
        else
          ImGui_ImplGlfw_CursorEnterCallback(window, event.down ? 1 : 0);
        break;
    }
  }
}

void GlfwInput::set_mouse() const {
  ImGuiIO& io = ImGui::GetIO();
  for (int i = 0; i < 5; ++i) io.MouseDown[i] = down_[i];
  // The backend knows where the pointer is in the first window, and no other.
  const bool held = std::any_of(std::begin(down_), std::end(down_), [](bool down) { return down; });
  const bool here = of_second_ ? in_second_ || held : io.MousePos.x > -1e30F;
  if (of_second_ && !here) io.MousePos = {-FLT_MAX, -FLT_MAX};
  if (here && has_position_) io.MousePos = {static_cast<float>(x_), static_cast<float>(y_)};
}

#else

namespace {

// Of the second window, whose events the backend does not take by itself.
GLFWwindow* backend_window = nullptr;
float second_x = -FLT_MAX;
float second_y = -FLT_MAX;

// The backend asks the first window, which has no keys while the second has them.
void set_modifiers(int modifiers) {
#if IMGUI_VERSION_NUM >= 18900
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & GLFW_MOD_CONTROL) != 0);
  io.AddKeyEvent(ImGuiMod_Shift, (modifiers & GLFW_MOD_SHIFT) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (modifiers & GLFW_MOD_ALT) != 0);
  io.AddKeyEvent(ImGuiMod_Super, (modifiers & GLFW_MOD_SUPER) != 0);
#else
  (void)modifiers;
#endif
}

}  // namespace

void GlfwInput::listen(GLFWwindow*) {}
void GlfwInput::listen_second(GLFWwindow* second, GLFWwindow* first) {
  backend_window = first;
  glfwSetKeyCallback(second, [](GLFWwindow*, int key, int scancode, int action, int modifiers) {
    ImGui_ImplGlfw_KeyCallback(backend_window, key, scancode, action, modifiers);
    set_modifiers(modifiers);
  });
  glfwSetCharCallback(second,
                      [](GLFWwindow*, unsigned character) { ImGui_ImplGlfw_CharCallback(backend_window, character); });
  glfwSetMouseButtonCallback(second, [](GLFWwindow*, int button, int action, int modifiers) {
    ImGui_ImplGlfw_MouseButtonCallback(backend_window, button, action, modifiers);
    set_modifiers(modifiers);
  });
  glfwSetScrollCallback(second,
                        [](GLFWwindow*, double x, double y) { ImGui_ImplGlfw_ScrollCallback(backend_window, x, y); });
  glfwSetWindowFocusCallback(
      second, [](GLFWwindow*, int focused) { ImGui_ImplGlfw_WindowFocusCallback(backend_window, focused); });
  glfwSetCursorPosCallback(second, [](GLFWwindow*, double x, double y) {
    second_x = static_cast<float>(x) + second_from;
    second_y = static_cast<float>(y);
    ImGui::GetIO().AddMousePosEvent(second_x, second_y);
  });
  glfwSetCursorEnterCallback(second, [](GLFWwindow*, int entered) {
    if (entered != 0) return;
    second_x = second_y = -FLT_MAX;
    ImGui::GetIO().AddMousePosEvent(second_x, second_y);
  });
}
void GlfwInput::forget_second() { second_x = second_y = -FLT_MAX; }
void GlfwInput::hand_on(GLFWwindow*, Typing) {}
// The backend has told where the pointer is by the first window, if that has the keys.
void GlfwInput::set_mouse() const {
  if (second_x > -FLT_MAX) ImGui::GetIO().AddMousePosEvent(second_x, second_y);
}

#endif

}  // namespace stridescope::desktop
