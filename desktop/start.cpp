// The window's start: settings, the first program, and the command line's wishes.
#include <imgui.h>

#include <cstdio>
#include <iostream>
#include <memory>

#include "desktop/loop.h"
#include "desktop/panels/app.h"
#include "desktop/panels/files.h"
#include "desktop/panels/programs.h"
#include "desktop/panels/runs.h"
#include "desktop/platform/window.h"
#include "desktop/view/fonts.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr double most_seconds_settling = 20;
constexpr int frames_settled = 6;  // with nothing under way

// Opens a window's first contents: what ended windows left, then the command line's files; else the first program.
void open_first(App& app, const Options& options, IntegerMode mode, bool first_start) {
  const bool named = options.has_program || !options.open.empty();
  const bool restored = restore_tabs(app, app.journal->take_over(), !named);
  if (restored && !named) {
    if (options.mode_given) app.session.set_mode(mode);
    return;
  }
  if (options.has_program) return open_beside(app, options.program, mode, {});
  if (!restored) open_program(app, app::first_program(), mode, {});
  if (named && !open_path(app, options.open)) std::cerr << "error: " << app.session.notice << '\n';
  // Nothing was ever kept: somebody is here for the first time.
  app.welcome.open = first_start && !named;
}

// Saves the window when nothing has been under way for some frames.
auto saving(std::string path) {
  return [path = std::move(path), from = now_ms(), settled = 0](App& app, Driver& driver, bool changed) mutable {
    const bool idle = !changed && app.session.idle() && app.runs.idle() && app.tunings.idle();
    settled = idle ? settled + 1 : 0;
    driver.waits = !changed && settled == 0;
    if (settled < frames_settled && now_ms() - from < most_seconds_settling * 1000) return true;
    driver.screenshot = path;
    return false;
  };
}

}  // namespace

int run(Options options, Driver& driver) {
  const bool kept = !options.fresh && (!options.headless || !options.home.empty());
  const std::string folder = kept ? state_folder(options.home) : std::string();
  Settings settings;
  bool first_start = false;  // nothing was kept before
  if (!folder.empty()) {
    if (const auto text = read_file(folder + "/settings.json"))
      settings = read_settings(*text);
    else
      first_start = true;
  }
  if (options.scale == 0) options.scale = settings.scale;
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  speak(options.language.empty() ? settings.language : options.language);
  // The atlas must exist before the renderer makes its texture; the glyphs of other languages follow during the first
  // frames if they are not needed yet.
  fonts().start((options.scale > 0 ? options.scale : 1) * settings.zoom, all_words());
  int status = 0;
  std::string why;
  WindowOptions wanted = {options.width, options.height, {}, options.headless, options.vsync, options.scale};
  if (!options.size_given && !options.headless) wanted.place = settings.place;
  const std::unique_ptr<Window> window = open_window(wanted, why);
  if (!window) {
    std::cerr << "error: " << why << '\n';
    return 1;
  }
  {
    App app(wake_window);
    app.window = window.get();
    app.settings = settings;
    app.folder = folder;
    app.journal = std::make_unique<Journal>(folder);
    if (options.theme_given) app.settings.dark = options.dark;
    std::vector<std::string> runner = options.runner;
    if (runner.empty()) runner = command_words(settings.runner);
    std::string shown;
    for (const std::string& word : runner) shown += (shown.empty() ? "" : " ") + word;
    std::snprintf(app.run_panel.runner, sizeof app.run_panel.runner, "%s", shown.c_str());
    app.runs.drawn_by = window->renderer();
    app.runs.use(runner);
    load_kept_runs(app);
    const IntegerMode mode = options.mode_given       ? options.mode
                             : settings.cute_integers ? IntegerMode::cute
                                                      : IntegerMode::teaching;
    if (driver.begin) driver.begin(app);
    open_first(app, options, mode, first_start);
    if (!options.screenshot.empty() && !driver.step) driver.step = saving(options.screenshot);
    status = loop(app, *window, driver);
    app.pictures.clear();
  }
  fonts().finish();
  return status;
}

}  // namespace stridescope::desktop
