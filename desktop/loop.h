// The window from start to end: opens it, then updates, draws and saves, frame by frame.
#pragma once

#include <functional>
#include <string>

#include "desktop/platform/options.h"

namespace stridescope::desktop {

struct App;
class Window;

// Replaces the user: for a screenshot, and in the driver of the tests. Without `step` the user controls the window.
struct Driver {
  std::function<void(App&)> begin = {};  // before the first program is opened
  // Called before each frame; `changed`: the update before it changed something. False closes the window.
  std::function<bool(App&, Driver&, bool changed)> step = {};
  std::function<void(App&, double frame)> shown = {};  // after each frame, with its milliseconds; 0: not drawn
  // the driver waits for other threads, so the next frame can be delayed
  bool waits = false;
  bool paints = true;           // draws every frame; if false, only some frames, and those for screenshots
  std::string screenshot = {};  // a file for the next frame; cleared when it is written
  int status = 0;               // exit status of the program
};

// Opens the window; returns the exit status.
int run(Options options, Driver& driver);
// Runs until the window is closed or its driver ends it; returns the exit status.
int loop(App& app, Window& window, Driver& driver);

}  // namespace stridescope::desktop
