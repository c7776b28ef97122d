// The window from its start to its end: opens it, then updates, draws and keeps, frame by frame.
#pragma once

#include <functional>
#include <string>

#include "desktop/platform/options.h"

namespace stridescope::desktop {

struct App;
class Window;

// Takes the user's place: for a screenshot, and in the tests' driver. Without `step` the user has the window.
struct Driver {
  std::function<void(App&)> begin = {};  // before the first program is opened
  // Before each frame; `changed`: the update before it has brought something. False ends the window.
  std::function<bool(App&, Driver&, bool changed)> step = {};
  std::function<void(App&, double frame)> shown = {};  // after each frame, with its milliseconds; 0: nothing was drawn
  bool waits = false;                                  // for other threads: the next frame need not come at once
  bool paints = true;                                  // each frame, else a few of them and those that are saved
  std::string screenshot = {};                         // a file for the next frame; emptied once it is written
  int status = 0;                                      // of the program
};

// Opens the window; the exit status.
int run(Options options, Driver& driver);
// Goes on until the window is closed or its driver ends it; the exit status.
int loop(App& app, Window& window, Driver& driver);

}  // namespace stridescope::desktop
