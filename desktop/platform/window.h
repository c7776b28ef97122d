// Where the frames go: a window of GLFW, or without a display a surface of EGL that nobody sees.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stridescope::desktop {

class Window {
 public:
  virtual ~Window() = default;
  virtual bool closing() = 0;
  virtual void cancel_close() = 0;
  virtual void begin_frame() = 0;  // input, sizes
  virtual void end_frame() = 0;    // shows what was drawn
  virtual float scale() = 0;       // of sizes, on a screen of many dots
  virtual void framebuffer_size(int& width, int& height) = 0;
  virtual void set_title(const std::string&) {}
  virtual void wait(double) {}  // for input, at most so many seconds
  virtual bool headless() const { return false; }
  virtual std::string renderer() = 0;
  std::vector<std::string> dropped;  // files that were dropped on the window
};

struct WindowOptions {
  int width = 1440;
  int height = 900;
  bool headless = false;
  bool vsync = true;
  float scale = 0;  // 0: the screen's
};

// Null and a sentence when there is no way to draw here. ImGui's context must be there.
std::unique_ptr<Window> open_window(const WindowOptions& options, std::string& why);
// From any thread: a window that waits draws a frame.
void wake_window();

// What was drawn last, as rows from the top, RGBA.
std::vector<unsigned char> read_pixels(int width, int height);

}  // namespace stridescope::desktop
