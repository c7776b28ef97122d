// The target of the frames: a window of GLFW, or without a display an invisible surface of EGL.
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
  virtual void begin_frame(bool input = true) = 0;  // reads input and sizes
  virtual void end_frame() = 0;                     // shows the drawn frame
  virtual float scale() = 0;                        // scale of sizes, on a high-resolution screen
  virtual void framebuffer_size(int& width, int& height) = 0;
  virtual void set_title(const std::string&) {}
  virtual void wait(double) {}  // for input, at most that many seconds
  virtual bool headless() const { return false; }
  virtual WindowPlace place() { return {}; }
  virtual std::string renderer() = 0;
  // Minimum of useful seconds between frames, for a user, even if the driver does not wait for the screen; 0: as fast
  // as possible.
  virtual double pace() { return 0; }
  // True if a reset of the GPU destroyed the contents. Asks the driver once; after that, drawing is impossible until
  // `renew`.
  bool lost() {
    if (!lost_ && status_ != nullptr) lost_ = status_() != 0;
    return lost_;
  }
  // Makes a new context and renderer with its fonts; all other textures are lost. False, with a sentence, if no context
  // is available within ten seconds.
  bool renew(std::string& why);
  void pretend_lost() { lost_ = true; }  // for tests
  std::vector<std::string> dropped;      // paths of files dropped on the window
  Typing typing = Typing::program;       // the target of the next frame's characters
  // Keys or clicks are waiting for later frames.
  virtual bool more_input() const { return false; }

 protected:
  virtual void end_context() = 0;
  virtual bool begin_context(std::string& why) = 0;
  // The reset status of the current context; null if it cannot report one.
  unsigned (*status_)() = nullptr;

 private:
  bool lost_ = false;
};

struct WindowOptions {
  int width = 1440;
  int height = 900;
  WindowPlace place = {};  // the place at its last end; its size, if any, takes precedence
  bool headless = false;
  bool vsync = true;
  float scale = 0;  // 0: the scale of the screen
};

// Null, with a sentence, if drawing is impossible here. pre: ImGui's context exists.
std::unique_ptr<Window> open_window(const WindowOptions& options, std::string& why);
// Can be called from any thread: a waiting window draws a frame.
void wake_window();

// The last drawn frame: RGBA, rows from the top.
std::vector<unsigned char> read_pixels(int width, int height);

}  // namespace stridescope::desktop
