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
  std::string open;     // a file, a link, or empty: the last session
  std::string program;  // text
  bool has_program = false;
  std::string screenshot;  // PNG
  int width = 1440;
  int height = 900;
  bool size_given = false;
  float scale = 0;
  bool dark = false;
  bool theme_given = false;
  std::string language;   // code of the language; empty: not given
  bool headless = false;  // draws without a display
  bool vsync = true;
  bool fresh = false;  // forget settings, autosave and recent files: tests
  std::string home;    // folder of the settings; empty: the user's
  IntegerMode mode = IntegerMode::teaching;
  bool mode_given = false;
  std::vector<std::string> runner;  // command of the runner
};

// Reads the command line. False if the program ends at once, with its exit status in `status`: after help, or after a
// reported error. `more` adds further options.
bool read_options(int argc, char** argv, Options& out, int& status, const std::function<void(CLI::App&)>& more = {});

}  // namespace stridescope::desktop
