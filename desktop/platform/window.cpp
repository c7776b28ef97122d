#include "desktop/platform/window.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <atomic>
#include <chrono>

#include "desktop/platform/keys.h"

namespace stridescope::desktop {
namespace {

constexpr const char* glsl = "#version 150";
std::atomic<bool> glfw_there = false;
std::string clipboard;  // of a surface that nobody sees

class GlfwWindow : public Window {
 public:
  explicit GlfwWindow(GLFWwindow* window, float scale) : window_(window), scale_(scale) {
    glfwSetWindowUserPointer(window_, this);
    glfwSetDropCallback(window_, [](GLFWwindow* to, int count, const char** paths) {
      auto* self = static_cast<GlfwWindow*>(glfwGetWindowUserPointer(to));
      for (int i = 0; i < count; ++i) self->dropped.emplace_back(paths[i]);
    });
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init(glsl);
    glfw_there = true;
  }
  ~GlfwWindow() override {
    glfw_there = false;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    glfwDestroyWindow(window_);
    glfwTerminate();
  }
  bool closing() override { return glfwWindowShouldClose(window_) != 0; }
  void cancel_close() override { glfwSetWindowShouldClose(window_, 0); }
  void begin_frame() override {
    glfwPollEvents();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
  }
  void end_frame() override { glfwSwapBuffers(window_); }
  float scale() override {
    if (scale_ > 0) return scale_;
    float x = 1;
    float y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    // Where the window's own unit is larger than a pixel, ImGui scales already.
    int width = 0;
    int height = 0;
    int pixels = 0;
    glfwGetWindowSize(window_, &width, &height);
    glfwGetFramebufferSize(window_, &pixels, &height);
    const float ratio = width > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1;
    return ratio > 1 ? 1 : x > 0.5F && x < 8 ? x : 1;
  }
  void framebuffer_size(int& width, int& height) override { glfwGetFramebufferSize(window_, &width, &height); }
  void set_title(const std::string& title) override { glfwSetWindowTitle(window_, title.c_str()); }
  void wait(double seconds) override { glfwWaitEventsTimeout(seconds); }
  std::string renderer() override { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }

 private:
  GLFWwindow* window_;
  float scale_;
};

class EglWindow : public Window {
 public:
  static std::unique_ptr<Window> open(const WindowOptions& options, std::string& why) {
    auto out = std::unique_ptr<EglWindow>(new EglWindow);
    out->width_ = options.width;
    out->height_ = options.height;
    out->scale_ = options.scale > 0 ? options.scale : 1;
    const auto platform_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (platform_display != nullptr) {
      out->display_ = platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    }
    EGLint major = 0;
    EGLint minor = 0;
    // A driver without Mesa's platform has its devices.
    const auto query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    bool there = out->display_ != EGL_NO_DISPLAY && eglInitialize(out->display_, &major, &minor) != EGL_FALSE;
    if (!there && platform_display != nullptr && query_devices != nullptr) {
      EGLDeviceEXT devices[16] = {};
      EGLint found = 0;
      query_devices(16, devices, &found);
      for (EGLint i = 0; i < found && !there; ++i) {
        out->display_ = platform_display(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
        there = out->display_ != EGL_NO_DISPLAY && eglInitialize(out->display_, &major, &minor) != EGL_FALSE;
      }
    }
    if (!there) {
      out->display_ = eglGetDisplay(EGL_DEFAULT_DISPLAY);
      if (out->display_ == EGL_NO_DISPLAY || eglInitialize(out->display_, &major, &minor) == EGL_FALSE) {
        out->display_ = EGL_NO_DISPLAY;
        why = "there is no display, and EGL finds nothing to draw with (install libgl1-mesa-dri)";
        return nullptr;
      }
    }
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
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(out->display_, wanted, &config, 1, &count);
    const EGLint size[] = {EGL_WIDTH, options.width, EGL_HEIGHT, options.height, EGL_NONE};
    if (count > 0) out->surface_ = eglCreatePbufferSurface(out->display_, config, size);
    const EGLint version[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 2, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    if (out->surface_ != EGL_NO_SURFACE) {
      out->context_ = eglCreateContext(out->display_, config, EGL_NO_CONTEXT, version);
    }
    if (out->context_ == EGL_NO_CONTEXT ||
        eglMakeCurrent(out->display_, out->surface_, out->surface_, out->context_) == EGL_FALSE) {
      why = "EGL has no OpenGL 3.2 to draw with (install libgl1-mesa-dri)";
      return nullptr;
    }
    // It opens libGL by itself.
    if (!ImGui_ImplOpenGL3_Init(glsl)) {
      why = "OpenGL's functions cannot be found (is libGL.so.1 installed?)";
      return nullptr;
    }
    out->started_ = true;
    map_keys();
    ImGuiIO& io = ImGui::GetIO();
    io.SetClipboardTextFn = [](void*, const char* text) { clipboard = text; };
    io.GetClipboardTextFn = [](void*) { return clipboard.c_str(); };
    return out;
  }
  ~EglWindow() override {
    if (started_) ImGui_ImplOpenGL3_Shutdown();
    if (display_ == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
    eglTerminate(display_);
  }
  bool closing() override { return false; }
  void cancel_close() override {}
  void begin_frame() override {
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
  EglWindow() = default;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLSurface surface_ = EGL_NO_SURFACE;
  EGLContext context_ = EGL_NO_CONTEXT;
  bool started_ = false;
  int width_ = 0;
  int height_ = 0;
  float scale_ = 1;
};

}  // namespace

std::unique_ptr<Window> open_window(const WindowOptions& options, std::string& why) {
  if (options.headless) return EglWindow::open(options, why);
  static std::string glfw_error;
  glfwSetErrorCallback([](int, const char* text) { glfw_error = text; });
  if (glfwInit() == GLFW_FALSE) {
    why = "there is no display: " + glfw_error + " (--screenshot FILE draws without one)";
    return nullptr;
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  GLFWwindow* window = glfwCreateWindow(options.width, options.height, "Stridescope", nullptr, nullptr);
  if (window == nullptr) {
    why = "no window with OpenGL 3.2 can be opened: " + glfw_error;
    glfwTerminate();
    return nullptr;
  }
  glfwMakeContextCurrent(window);
  glfwSwapInterval(options.vsync ? 1 : 0);
  return std::make_unique<GlfwWindow>(window, options.scale);
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
