// Options of the window's command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/workspace/workspace.h"

namespace CLI {
class App;
}

namespace stridescope::desktop {

struct Options {
  std::string open;     // a file, a link, or empty: what was there last
  std::string program;  // text
  bool has_program = false;
  std::string screenshot;  // PNG
  int width = 1440;
  int height = 900;
  bool size_given = false;
  float scale = 0;
  bool dark = false;
  bool theme_given = false;
  std::string language;   // its code, or empty: not said
  bool headless = false;  // draws without a display
  bool vsync = true;
  bool fresh = false;  // forget settings, autosave and recent files: tests
  std::string home;    // where settings are kept; empty: the user's
  IntegerMode mode = IntegerMode::teaching;
  bool mode_given = false;
  std::vector<std::string> runner;  // command of the runner
};

// False when the program ends at once, with the status in `status`: help, or a mistake that was reported. `more` adds
// options of its own.
bool read_options(int argc, char** argv, Options& out, int& status, const std::function<void(CLI::App&)>& more = {});

}  // namespace stridescope::desktop
