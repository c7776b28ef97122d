// A window that shares the context's objects with the first one, shows its own part of the frame, and tells the pointer
// and the keys of both to one queue.
#include "desktop/platform/glfw_second.h"

#include <GL/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <array>

namespace stridescope::desktop {
namespace {

constexpr int least_width = 360;
constexpr int least_height = 240;
constexpr int usual_width = 900;
constexpr int usual_height = 640;
constexpr double part_of_screen = 0.8;  // of one that it has for itself

struct Screen {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool holds(int px, int py) const { return px >= x && px < x + width && py >= y && py < y + height; }
};

std::vector<Screen> screens() {
  int count = 0;
  GLFWmonitor** const all = glfwGetMonitors(&count);
  std::vector<Screen> out(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < out.size(); ++i)
    glfwGetMonitorWorkarea(all[i], &out[i].x, &out[i].y, &out[i].width, &out[i].height);
  return out;
}

// Most of a screen that the first window is not on; else right of the first, as far as its screen reaches.
WindowPlace usual_place(const WindowPlace& first) {
  WindowPlace out = {first.x + first.width, first.y, usual_width, usual_height, false};
  for (const Screen& screen : screens()) {
    if (screen.holds(first.x + first.width / 2, first.y + first.height / 2)) {
      out.width = std::min(out.width, screen.width / 2);
      out.height = std::min(out.height, screen.height);
      out.x = std::min(out.x, screen.x + screen.width - out.width);
      out.y = std::min(out.y, screen.y + screen.height - out.height);
      continue;
    }
    out.width = static_cast<int>(screen.width * part_of_screen);
    out.height = static_cast<int>(screen.height * part_of_screen);
    out.x = screen.x + (screen.width - out.width) / 2;
    out.y = screen.y + (screen.height - out.height) / 2;
    return out;
  }
  return out;
}

class GlfwSecond final : public SecondWindow {
 public:
  GlfwSecond(GLFWwindow* first, GLFWwindow* window, GlfwInput& input) : first_(first), window_(window), input_(input) {
    constexpr std::array shapes = {GLFW_ARROW_CURSOR, GLFW_IBEAM_CURSOR, GLFW_VRESIZE_CURSOR, GLFW_HRESIZE_CURSOR,
                                   GLFW_HAND_CURSOR};
    std::transform(shapes.begin(), shapes.end(), cursors_.begin(), glfwCreateStandardCursor);
    input_.listen_second(window_, first_);
  }
  GlfwSecond(const GlfwSecond&) = delete;
  GlfwSecond& operator=(const GlfwSecond&) = delete;
  ~GlfwSecond() override {
    input_.forget_second();
    glfwDestroyWindow(window_);
    for (GLFWcursor* const cursor : cursors_) {
      if (cursor != nullptr) glfwDestroyCursor(cursor);
    }
  }
  bool closing() override { return glfwWindowShouldClose(window_) != 0; }
  WindowPlace place() override { return place_of(window_); }
  void set_title(const std::string& title) override {
    if (title != title_) glfwSetWindowTitle(window_, (title_ = title).c_str());
  }
  void size(int& width, int& height) override { glfwGetWindowSize(window_, &width, &height); }
  void framebuffer_size(int& width, int& height) override { glfwGetFramebufferSize(window_, &width, &height); }
  void begin() override {
    glfwSetCursor(window_, cursors_[shape()]);
    glfwMakeContextCurrent(window_);
  }
  void end() override {
    // What is drawn here is done before the first window's turn on the GPU ends.
    glFinish();
    glfwSwapBuffers(window_);
    glfwMakeContextCurrent(first_);
  }

 private:
  static std::size_t shape() {
    switch (ImGui::GetMouseCursor()) {
      case ImGuiMouseCursor_TextInput:
        return 1;
      case ImGuiMouseCursor_ResizeNS:
        return 2;
      case ImGuiMouseCursor_ResizeEW:
        return 3;
      case ImGuiMouseCursor_Hand:
        return 4;
      default:
        return 0;
    }
  }

  GLFWwindow* first_;
  GLFWwindow* window_;
  GlfwInput& input_;
  std::string title_;
  std::array<GLFWcursor*, 5> cursors_ = {};
};

}  // namespace

void hint_context(bool robust) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  // A reset of the GPU is told, where the driver can.
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robust ? GLFW_LOSE_CONTEXT_ON_RESET : GLFW_NO_ROBUSTNESS);
}

WindowPlace place_of(GLFWwindow* window) {
  WindowPlace out;
  glfwGetWindowPos(window, &out.x, &out.y);
  glfwGetWindowSize(window, &out.width, &out.height);
  out.maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) != 0;
  return out;
}

void take_drops(GLFWwindow* window, std::vector<std::string>& dropped) {
  glfwSetWindowUserPointer(window, &dropped);
  glfwSetDropCallback(window, [](GLFWwindow* to, int count, const char** paths) {
    auto& all = *static_cast<std::vector<std::string>*>(glfwGetWindowUserPointer(to));
    all.insert(all.end(), paths, paths + count);
  });
}

bool on_a_screen(const WindowPlace& place) {
  // Its bar must be where it can be taken hold of.
  const std::vector<Screen> all = screens();
  return std::any_of(all.begin(), all.end(),
                     [&](const Screen& screen) { return screen.holds(place.x + place.width / 2, place.y); });
}

std::unique_ptr<SecondWindow> open_glfw_second(GLFWwindow* first, GlfwInput& input, const WindowPlace& place,
                                               bool robust, std::vector<std::string>& dropped, std::string& why) {
  const bool known = place.width > 0 && on_a_screen(place);
  const WindowPlace wanted = known ? place : usual_place(place_of(first));
  hint_context(robust);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_MAXIMIZED, known && place.maximized ? GLFW_TRUE : GLFW_FALSE);
  GLFWwindow* const window = glfwCreateWindow(wanted.width, wanted.height, "Stridescope", nullptr, first);
  if (window == nullptr) {
    const char* text = nullptr;
    glfwGetError(&text);
    why = text == nullptr ? "" : text;
    return nullptr;
  }
  glfwSetWindowSizeLimits(window, least_width, least_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
  if (!wanted.maximized) glfwSetWindowPos(window, wanted.x, wanted.y);
  take_drops(window, dropped);
  // The first window keeps the pace of the screen for both.
  glfwMakeContextCurrent(window);
  glfwSwapInterval(0);
  glfwMakeContextCurrent(first);
  glfwShowWindow(window);
  return std::make_unique<GlfwSecond>(first, window, input);
}

}  // namespace stridescope::desktop
