// Target of the frames: a window of GLFW, or without a display an invisible surface of EGL.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "desktop/model/input_queue.h"
#include "desktop/model/window_place.h"

namespace stridescope::desktop {

class Window {
 public:
  virtual ~Window() = default;
  virtual bool closing() = 0;
  virtual void cancel_close() = 0;
  virtual void begin_frame(bool input = true) = 0;  // input, sizes
  virtual void end_frame() = 0;                     // shows what was drawn
  virtual float scale() = 0;                        // of sizes, on a screen of many dots
  virtual void framebuffer_size(int& width, int& height) = 0;
  virtual void set_title(const std::string&) {}
  virtual void wait(double) {}  // for input, at most that many seconds
  virtual bool headless() const { return false; }
  virtual WindowPlace place() { return {}; }
  virtual std::string renderer() = 0;
  // Shortest useful seconds between frames, for users, even if the driver does not wait for the screen; 0: as fast as
  // possible.
  virtual double pace() { return 0; }
  // True if a reset of the GPU destroyed its contents. Asks the driver once; after that drawing is impossible until
  // `renew`.
  bool lost() {
    if (!lost_ && status_ != nullptr) lost_ = status_() != 0;
    return lost_;
  }
  // A new context, and in it the renderer with its fonts; every other texture is gone. False and a sentence when no
  // context can be had within ten seconds.
  bool renew(std::string& why);
  void pretend_lost() { lost_ = true; }  // for tests
  std::vector<std::string> dropped;      // files that were dropped on the window
  Typing typing = Typing::program;       // what the next frame's characters go to
  // Keys or clicks wait for the frames after this one.
  virtual bool more_input() const { return false; }

 protected:
  virtual void end_context() = 0;
  virtual bool begin_context(std::string& why) = 0;
  // Answer of the current context after a reset; null if it cannot report one.
  unsigned (*status_)() = nullptr;

 private:
  bool lost_ = false;
};

struct WindowOptions {
  int width = 1440;
  int height = 900;
  WindowPlace place = {};  // where it is to be again; its size counts
  bool headless = false;
  bool vsync = true;
  float scale = 0;  // 0: the screen's
};

// Null and a sentence if drawing is impossible here. ImGui's context must exist.
std::unique_ptr<Window> open_window(const WindowOptions& options, std::string& why);
// From any thread: a window that waits draws a frame.
void wake_window();

// The last drawn frame, as rows from the top, RGBA.
std::vector<unsigned char> read_pixels(int width, int height);

}  // namespace stridescope::desktop
