// The command line of the window, by CLI11: options, conflicts, and help.
#include "desktop/platform/options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "desktop/model/files.h"
#include "desktop/model/runs.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

bool read_options(int argc, char** argv, Options& out, int& status, const std::function<void(CLI::App&)>& more) {
  CLI::App app("Stridescope: see, prove and measure GPU data layouts.", "stridescope-desktop");
  std::string size;
  std::string program;
  std::string theme;
  std::string ints;
  std::string runner;
  app.add_option("FILE", out.open, "a program, or a link of the explorer");
  app.add_option("--program", program, "a file with a program, or the program itself");
  app.add_option("--screenshot", out.screenshot, "draw without a display and save the window as PNG");
  app.add_option("--size", size, "of the window, WIDTHxHEIGHT (1440x900)");
  app.add_option("--scale", out.scale, "of all sizes, for screens of many dots");
  app.add_option("--theme", theme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
  app.add_option("--language", out.language, "of the window's words")->check(CLI::IsMember(language_codes()));
  app.add_option("--ints", ints, "integers: teaching or cute")->check(CLI::IsMember({"teaching", "cute"}));
  app.add_option("--runner", runner, "the runner's command, for example \"ssh host stridescope-runner\"");
  app.add_option("--home", out.home, "the folder of settings and autosave");
  app.add_flag("--fresh", out.fresh, "without the settings and the program of last time");
  app.set_version_flag("--version", std::string(version));
  if (more) more(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    status = app.exit(error) == 0 ? 0 : 2;
    return false;
  }
  const auto refuse = [&](const std::string& why) {
    std::cerr << "error: " << why << '\n';
    status = 2;
    return false;
  };
  out.size_given = !size.empty();
  if (out.size_given) {
    char x = 0;
    std::istringstream in(size);
    if (!(in >> out.width >> x >> out.height) || x != 'x' || !in.eof() || out.width < 320 || out.height < 240 ||
        out.width > 8192 || out.height > 8192) {
      return refuse("--size takes WIDTHxHEIGHT, for example 1280x720");
    }
  }
  if (out.scale != 0 && !(out.scale >= least_scale && out.scale <= most_scale))
    return refuse("--scale takes a number from 0.5 to 4");
  if (!program.empty()) {
    out.has_program = true;
    out.program = program;
    std::error_code error;
    if (std::filesystem::exists(program, error)) {
      const auto text = read_file(program);
      if (!text) return refuse(english(text.error().message));
      out.program = *text;
    }
  }
  out.dark = theme == "dark";
  out.theme_given = !theme.empty();
  out.mode = ints == "cute" ? IntegerMode::cute : IntegerMode::teaching;
  out.mode_given = !ints.empty();
  out.headless = out.headless || !out.screenshot.empty();
  out.runner = command_words(runner);
  return true;
}

}  // namespace stridescope::desktop
