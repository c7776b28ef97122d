// The window's start: settings, the first program, and the options of the command line.
#include <imgui.h>

#include <filesystem>
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
constexpr int frames_settled = 6;  // without pending work

// Opens a window's first contents: what ended windows left, then the command line's files; else the first program.
// False if a file or a link could not be opened, with the reason on stderr.
bool open_first(App& app, const Options& options, IntegerMode mode, bool first_start) {
  const bool named = options.has_program || !options.open.empty();
  const bool restored = restore_tabs(app, app.journal->adopt(), !named);
  if (restored && !named) {
    if (options.mode_given) app.session.set_mode(mode);
    return true;
  }
  if (options.has_program) {
    open_beside(app, options.program, mode, {});
    return true;
  }
  if (!restored) open_program(app, page_word("welcome.shared"), mode, {});
  const bool opened = !named || open_path(app, options.open);
  if (!opened) std::cerr << "error: " << app.session.notice << '\n';
  // No settings are stored: this is the first start.
  app.welcome.open = first_start && !named;
  if (app.welcome.open) app.settings.details = false;
  return opened;
}

// Saves the window after some frames without pending work.
auto saving(std::string path) {
  return [path = std::move(path), from = now_ms(), settled = 0](App& app, Driver& driver, bool changed) mutable {
    const bool idle = !changed && app.session.idle() && app.runs.idle() && app.tunings.idle();
    settled = idle ? settled + 1 : 0;
    driver.waits = !changed && settled == 0;
    if (settled < frames_settled && now_ms() - from < most_seconds_settling * 1000) return true;
    if (app.session.busy() || !app.session.stopped.empty()) {
      std::cerr << "error: the picture shows a program that is not evaluated"
                << (app.session.stopped.empty() ? ": no result within 20 s" : ": " + english(app.session.stopped))
                << '\n';
      driver.status = 1;
    }
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
  std::string refused;
  if (!folder.empty()) {
    const std::string file = folder + "/settings.json";
    const auto text = read_file(file);
    std::error_code error;
    first_start = !std::filesystem::exists(file, error);
    if (text)
      settings = read_settings(*text, &refused);
    else if (!first_start)
      refused = english(text.error().message);
    // The window writes its own in its place.
    if (!refused.empty()) std::cerr << "settings.json: not valid, and not in force: " << refused << '\n';
    if (!refused.empty() && text) (void)write_file(folder + "/settings-refused.json", *text);
  }
  if (options.scale == 0) options.scale = settings.scale;
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  speak(options.language.empty() ? settings.language : options.language);
  // The atlas must exist before the renderer makes its texture. Glyphs of other languages follow during the first
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
    app.homeless = kept && folder.empty();
    app.refused_settings = refused;
    app.journal = std::make_unique<Journal>(folder);
    if (options.theme_given) app.settings.dark = options.dark;
    std::vector<std::string> runner = options.runner;
    if (runner.empty()) runner = command_words(settings.runner);
    std::string& shown = app.run_panel.runner;
    for (const std::string& word : runner) shown += (shown.empty() ? "" : " ") + word;
    app.runs.drawn_by = window->renderer();
    app.runs.use(runner);
    load_kept_runs(app);
    const IntegerMode mode = options.mode_given       ? options.mode
                             : settings.cute_integers ? IntegerMode::cute
                                                      : IntegerMode::teaching;
    if (driver.begin) driver.begin(app);
    const bool opened = open_first(app, options, mode, first_start);
    const bool saves = !options.screenshot.empty() && !driver.step;
    if (saves) driver.step = saving(options.screenshot);
    status = saves && !opened ? 1 : loop(app, *window, driver);
    if (const Message why = app.trouble(); !why.empty()) {
      std::cerr << "error: not kept: " << english(why) << '\n';
      if (saves) status = 1;  // a script that saves a picture reads only the status
    }
    app.pictures.clear();
  }
  fonts().finish();
  return Worker::ended(status);
}

}  // namespace stridescope::desktop
