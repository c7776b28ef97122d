// Opens a window with GLFW, or without a display a surface with EGL; both have a context that reports a reset of the
// GPU. Recreates everything after a reset.
#include "desktop/platform/window.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <string_view>
#include <thread>

#include "desktop/platform/glfw_input.h"
#include "desktop/platform/keys.h"

namespace stridescope::desktop {
namespace {

// Minimum size of the window, in units of the design.
constexpr float least_width = 430;
constexpr float least_height = 320;

constexpr const char* glsl = "#version 150";
std::atomic<bool> glfw_there = false;
std::string clipboard;  // text of the clipboard of an invisible surface
std::string glfw_error;

// Maximum duration of a reset; a driver that still reports it after `settling_seconds` is ignored.
constexpr double patience_seconds = 10;
constexpr double settling_seconds = 2;
constexpr auto pause = std::chrono::milliseconds(200);

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

using Procedure = void (*)();
using ResetStatus = unsigned (*)();

// glGetGraphicsResetStatus of the current context, or null if it has none. The address of a procedure alone does not
// prove its support.
ResetStatus reset_status(Procedure (*find)(const char*)) {
  const auto integer = [](GLenum name) {
    GLint out = 0;
    glGetIntegerv(name, &out);
    return out;
  };
  const int version = integer(0x821B) * 10 + integer(0x821C);  // GL_MAJOR_VERSION, GL_MINOR_VERSION
  using GetString = const GLubyte* (*)(GLenum, GLuint);
  const auto string = reinterpret_cast<GetString>(find("glGetStringi"));
  const GLint count = integer(0x821D);  // GL_NUM_EXTENSIONS
  const char* name = version >= 45 ? "glGetGraphicsResetStatus" : nullptr;
  for (GLint i = 0; i < count && string != nullptr && name == nullptr; ++i) {
    const auto* extension = reinterpret_cast<const char*>(string(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (extension == nullptr) break;
    if (std::string_view(extension) == "GL_KHR_robustness") name = "glGetGraphicsResetStatus";
    if (std::string_view(extension) == "GL_ARB_robustness") name = "glGetGraphicsResetStatusARB";
  }
  return name == nullptr ? nullptr : reinterpret_cast<ResetStatus>(find(name));
}

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

// Sets the hints of the next window: OpenGL 3.2, with reports of GPU resets if `robust`; all others are GLFW's
// defaults.
void hint_context(bool robust) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  // Reports a reset of the GPU, if the driver can.
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robust ? GLFW_LOSE_CONTEXT_ON_RESET : GLFW_NO_ROBUSTNESS);
}

WindowPlace place_of(GLFWwindow* window) {
  WindowPlace out;
  glfwGetWindowPos(window, &out.x, &out.y);
  glfwGetWindowSize(window, &out.width, &out.height);
  out.maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) != 0;
  return out;
}

// Collects the paths of dropped files; uses the window's user pointer.
void collect_drops(GLFWwindow* window, std::vector<std::string>& dropped) {
  glfwSetWindowUserPointer(window, &dropped);
  glfwSetDropCallback(window, [](GLFWwindow* to, int count, const char** paths) {
    auto& all = *static_cast<std::vector<std::string>*>(glfwGetWindowUserPointer(to));
    all.insert(all.end(), paths, paths + count);
  });
}

// True if the user could reach a window at that place: a screen may have been removed.
bool on_a_screen(const WindowPlace& place) {
  // The title bar must be where the user can drag it.
  const std::vector<Screen> all = screens();
  return std::any_of(all.begin(), all.end(),
                     [&](const Screen& screen) { return screen.holds(place.x + place.width / 2, place.y); });
}

class GlfwWindow final : public Window {
 public:
  explicit GlfwWindow(const WindowOptions& options) : options_(options), maximized_(options.place.maximized) {
    if (options_.place.width == 0) return;
    options_.width = options_.place.width;
    options_.height = options_.place.height;
  }
  ~GlfwWindow() override {
    glfw_there = false;
    end_context();
    glfwTerminate();
  }
  bool begin_context(std::string& why) override {
    hint_context(robust_);
    // A recreated window has the size of the previous one, in the screen's units.
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, again_ || options_.place.width > 0 ? GLFW_FALSE : GLFW_TRUE);
    glfwWindowHint(GLFW_MAXIMIZED, maximized_ ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, again_ ? GLFW_FALSE : GLFW_TRUE);
    window_ = glfwCreateWindow(options_.width, options_.height, title_.c_str(), nullptr, nullptr);
    // Not during a reset: the next reset would not be reported.
    if (window_ == nullptr && !(again_ && robust_)) {
      robust_ = false;
      glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
      window_ = glfwCreateWindow(options_.width, options_.height, title_.c_str(), nullptr, nullptr);
    }
    if (window_ == nullptr) {
      why = "no window with OpenGL 3.2 can be opened: " + glfw_error;
      return false;
    }
    // In a narrower window, the contents of the bars would overlap.
    const float unit = scale();
    glfwSetWindowSizeLimits(window_, static_cast<int>(least_width * unit), static_cast<int>(least_height * unit),
                            GLFW_DONT_CARE, GLFW_DONT_CARE);
    if (again_) {
      if (!maximized_) glfwSetWindowPos(window_, x_, y_);
      glfwShowWindow(window_);
    } else if (const WindowPlace& before = options_.place; before.width > 0 && !maximized_ && on_a_screen(before)) {
      glfwSetWindowPos(window_, before.x, before.y);
    }
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(options_.vsync ? 1 : 0);
    status_ = reset_status(glfwGetProcAddress);
    collect_drops(window_, dropped);
    ImGui_ImplGlfw_InitForOpenGL(window_, GlfwInput::backend_listens);
    input_.listen(window_);
    if (!ImGui_ImplOpenGL3_Init(glsl)) {
      why = "OpenGL's functions cannot be found (is libGL.so.1 installed?)";
      ImGui_ImplGlfw_Shutdown();
      glfwDestroyWindow(window_);
      window_ = nullptr;
      return false;
    }
    glfw_there = true;
    again_ = true;
    return true;
  }
  void end_context() override {
    if (window_ == nullptr) return;
    maximized_ = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0;
    glfwGetWindowSize(window_, &options_.width, &options_.height);
    glfwGetWindowPos(window_, &x_, &y_);
    status_ = nullptr;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    glfwDestroyWindow(window_);
    window_ = nullptr;
  }
  WindowPlace place() override { return place_of(window_); }
  bool closing() override { return glfwWindowShouldClose(window_) != 0; }
  void cancel_close() override { glfwSetWindowShouldClose(window_, 0); }
  void begin_frame(bool input) override {
    glfwPollEvents();
    ImGui_ImplOpenGL3_NewFrame();
    if (input) input_.hand_on(window_, typing);
    ImGui_ImplGlfw_NewFrame();
    input_.set_mouse();
  }
  bool more_input() const override { return input_.more(); }
  void end_frame() override { glfwSwapBuffers(window_); }
  float scale() override {
    if (options_.scale > 0) return options_.scale;
    float x = 1;
    float y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    // If the window's own unit is larger than a pixel, ImGui already scales.
    int width = 0;
    int height = 0;
    int pixels = 0;
    glfwGetWindowSize(window_, &width, &height);
    glfwGetFramebufferSize(window_, &pixels, &height);
    const float ratio = width > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1;
    return ratio > 1 ? 1 : x > 0.5F && x < 8 ? x : 1;
  }
  void framebuffer_size(int& width, int& height) override { glfwGetFramebufferSize(window_, &width, &height); }
  void set_title(const std::string& title) override { glfwSetWindowTitle(window_, (title_ = title).c_str()); }
  void wait(double seconds) override { glfwWaitEventsTimeout(seconds); }
  double pace() override {
    if (!options_.vsync) return 0;
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* const mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    // Slightly less than the screen's period, which still decides if the driver waits for the screen.
    return 0.8 / (mode == nullptr || mode->refreshRate < 30 ? 60 : mode->refreshRate);
  }
  std::string renderer() override { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

 private:
  GLFWwindow* window_ = nullptr;
  GlfwInput input_;
  WindowOptions options_;
  bool maximized_ = false;
  std::string title_ = "Stridescope";
  bool again_ = false;  // the window is recreated
  bool robust_ = true;  // a reset may be reported
  int x_ = 0;
  int y_ = 0;
};

class EglWindow final : public Window {
 public:
  explicit EglWindow(const WindowOptions& options)
      : width_(options.width), height_(options.height), scale_(options.scale > 0 ? options.scale : 1) {}
  ~EglWindow() override {
    end_context();
    if (display_ != EGL_NO_DISPLAY) eglTerminate(display_);
  }
  bool begin_context(std::string& why) override {
    if (display_ == EGL_NO_DISPLAY && !find_display(why)) return false;
    eglBindAPI(EGL_OPENGL_API);
    const EGLint wanted[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_ALPHA_SIZE,
                             8,
                             EGL_NONE};
    EGLint count = 0;
    eglChooseConfig(display_, wanted, &config_, 1, &count);
    const EGLint size[] = {EGL_WIDTH, width_, EGL_HEIGHT, height_, EGL_NONE};
    if (count > 0) surface_ = eglCreatePbufferSurface(display_, config_, size);
    // Ways to get reports of GPU resets, if the driver can: EGL 1.5, its extensions, then none.
    const std::vector<EGLint> ways[] = {
        {EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
         EGL_LOSE_CONTEXT_ON_RESET},
        {EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR,
         EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_KHR, EGL_LOSE_CONTEXT_ON_RESET_KHR},
        {EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
         EGL_LOSE_CONTEXT_ON_RESET_EXT},
        {}};
    for (int i = way_ < 0 ? 0 : way_; i < static_cast<int>(std::size(ways)) && surface_ != EGL_NO_SURFACE; ++i) {
      // During a reset, another way could succeed, but would not report the next reset.
      if (way_ >= 0 && i > way_) break;
      std::vector<EGLint> attributes = {EGL_CONTEXT_MAJOR_VERSION,       3,
                                        EGL_CONTEXT_MINOR_VERSION,       2,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
      attributes.insert(attributes.end(), ways[i].begin(), ways[i].end());
      attributes.push_back(EGL_NONE);
      context_ = eglCreateContext(display_, config_, EGL_NO_CONTEXT, attributes.data());
      if (context_ == EGL_NO_CONTEXT) continue;
      if (eglMakeCurrent(display_, surface_, surface_, context_) != EGL_FALSE) {
        way_ = i;
        break;
      }
      eglDestroyContext(display_, context_);
      context_ = EGL_NO_CONTEXT;
    }
    if (context_ == EGL_NO_CONTEXT) {
      why = "EGL has no OpenGL 3.2 to draw with (install libgl1-mesa-dri)";
      forget_display();
      return false;
    }
    status_ = reset_status(eglGetProcAddress);
    // ImGui opens libGL itself.
    started_ = ImGui_ImplOpenGL3_Init(glsl);
    if (!started_) {
      why = "OpenGL's functions cannot be found (is libGL.so.1 installed?)";
      forget_display();
      return false;
    }
    map_keys();
    ImGuiIO& io = ImGui::GetIO();
    io.SetClipboardTextFn = [](void*, const char* text) { clipboard = text; };
    io.GetClipboardTextFn = [](void*) { return clipboard.c_str(); };
    return true;
  }
  void end_context() override {
    if (started_) ImGui_ImplOpenGL3_Shutdown();
    started_ = false;
    status_ = nullptr;
    if (display_ == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
    context_ = EGL_NO_CONTEXT;
    surface_ = EGL_NO_SURFACE;
  }
  bool closing() override { return false; }
  void cancel_close() override {}
  void begin_frame(bool) override {
    ImGui_ImplOpenGL3_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
    io.DeltaTime = 1.0F / 60;
  }
  void end_frame() override { glFinish(); }
  float scale() override { return scale_; }
  void framebuffer_size(int& width, int& height) override {
    width = width_;
    height = height_;
  }
  bool headless() const override { return true; }
  std::string renderer() override { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

 private:
  bool find_display(std::string& why) {
    const auto platform_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (platform_display != nullptr) {
      display_ = platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    }
    EGLint major = 0;
    EGLint minor = 0;
    // For a driver without Mesa's platform, uses its devices.
    const auto query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    bool there = display_ != EGL_NO_DISPLAY && eglInitialize(display_, &major, &minor) != EGL_FALSE;
    if (!there && platform_display != nullptr && query_devices != nullptr) {
      EGLDeviceEXT devices[16] = {};
      EGLint found = 0;
      query_devices(16, devices, &found);
      for (EGLint i = 0; i < found && !there; ++i) {
        display_ = platform_display(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
        there = display_ != EGL_NO_DISPLAY && eglInitialize(display_, &major, &minor) != EGL_FALSE;
      }
    }
    if (!there) {
      display_ = eglGetDisplay(EGL_DEFAULT_DISPLAY);
      there = display_ != EGL_NO_DISPLAY && eglInitialize(display_, &major, &minor) != EGL_FALSE;
    }
    if (there) return true;
    display_ = EGL_NO_DISPLAY;
    why = "no display, and EGL finds nothing to draw with (install libgl1-mesa-dri)";
    return false;
  }
  // Lets the next attempt begin with the driver itself.
  void forget_display() {
    end_context();
    eglTerminate(display_);
    display_ = EGL_NO_DISPLAY;
  }
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLConfig config_ = nullptr;
  EGLSurface surface_ = EGL_NO_SURFACE;
  EGLContext context_ = EGL_NO_CONTEXT;
  bool started_ = false;
  int way_ = -1;  // way of the first context
  int width_ = 0;
  int height_ = 0;
  float scale_ = 1;
};

}  // namespace

bool Window::renew(std::string& why) {
  const auto begin = std::chrono::steady_clock::now();
  // While the driver repeats its report, the reset continues.
  while (status_ != nullptr && status_() != 0 && seconds_since(begin) < settling_seconds)
    std::this_thread::sleep_for(pause);
  end_context();
  while (!begin_context(why)) {
    if (seconds_since(begin) > patience_seconds) return false;
    std::this_thread::sleep_for(pause);
  }
  lost_ = false;
  ImGui_ImplOpenGL3_CreateDeviceObjects();
  return true;
}

std::unique_ptr<Window> open_window(const WindowOptions& options, std::string& why) {
  if (options.headless) {
    auto out = std::make_unique<EglWindow>(options);
    if (!out->begin_context(why)) return nullptr;
    return out;
  }
  glfwSetErrorCallback([](int, const char* text) { glfw_error = text; });
  if (glfwInit() == GLFW_FALSE) {
    why = "no display: " + glfw_error + " (--screenshot FILE draws without one)";
    return nullptr;
  }
  auto out = std::make_unique<GlfwWindow>(options);
  if (!out->begin_context(why)) return nullptr;
  return out;
}

void wake_window() {
  if (glfw_there) glfwPostEmptyEvent();
}

std::vector<unsigned char> read_pixels(int width, int height) {
  std::vector<unsigned char> below(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, below.data());
  std::vector<unsigned char> out(below.size());
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    std::copy_n(below.begin() + static_cast<std::ptrdiff_t>(y * row), row,
                out.begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(height) - 1 - y) * row));
  }
  for (std::size_t i = 3; i < out.size(); i += 4) out[i] = 255;
  return out;
}

}  // namespace stridescope::desktop
