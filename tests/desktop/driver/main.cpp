// stridescope-desktop-driver: the window of stridescope-desktop, controlled by a script and observed by tests.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <vector>

#include "desktop/loop.h"
#include "desktop/panels/app.h"
#include "tests/desktop/driver/probe.h"
#include "tests/desktop/driver/script.h"

namespace stridescope::desktop {
namespace {

struct Wishes {
  std::string script;
  std::string state;  // JSON of the displayed state
  std::string times;  // JSON of the frame times
  int frames = 0;
  std::string endless;  // evaluations of programs with this word do not end
};

void plant_endless(App& app, const std::string& word) {
  if (word.empty()) return;
  app.session.most_seconds = 1;
  app.session.before_evaluation = [&app, word, before = std::move(app.session.before_evaluation)] {
    before();
    app.session.within_evaluation = {};
    if (app.session.text.text().find(word) == std::string::npos) return;
    app.session.within_evaluation = [] {
      for (volatile bool on = true; on;) continue;
    };
  };
}

// Durations of frames, and the time of the first picture.
class Times {
 public:
  void note(const App& app, double frame) {
    if (frame > 0) frames_.push_back(frame);
    const std::vector<Card>& cards = app.session.cards;
    if (first_picture_ == 0 && app.session.snapshot && !cards.empty() && cards.back().picture)
      first_picture_ = now_ms() - launched_;
    renderer_ = app.runs.drawn_by;
  }
  std::size_t count() const { return frames_.size(); }
  void write(const std::string& path) {
    if (path.empty() || frames_.empty()) return;
    std::sort(frames_.begin(), frames_.end());
    const auto at = [&](double part) {
      return frames_[static_cast<std::size_t>(part * static_cast<double>(frames_.size() - 1))];
    };
    char text[384];
    std::snprintf(text, sizeof text,
                  "{\"frames\": %zu, \"median_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f, \"first_picture_ms\": "
                  "%.1f, \"renderer\": \"%.80s\"}\n",
                  frames_.size(), at(0.5), at(0.99), at(1), first_picture_, renderer_.c_str());
    (void)write_file(path, text);
  }

 private:
  double launched_ = now_ms();
  double first_picture_ = 0;
  std::vector<double> frames_;
  std::string renderer_;
};

void write_state(App& app, const std::string& path, Driver& driver) {
  static std::string before;
  std::string now = state_json(app);
  if (now == before) return;
  before = std::move(now);
  const auto done = write_file(path, before);
  if (!done && driver.status == 0) std::cerr << "error: " << english(done.error().message) << '\n';
  if (!done) driver.status = 1;
}

int main(int argc, char** argv) {
  observer = &probe();
  Times times;
  Options options;
  Wishes wishes;
  int status = 0;
  const auto more = [&](CLI::App& app) {
    app.add_option("--script", wishes.script, "a file of actions to do and to check");
    app.add_option("--state", wishes.state, "keep a JSON file of what is shown");
    app.add_option("--times", wishes.times, "write a JSON file of the frame times at the end");
    app.add_option("--frames", wishes.frames, "end after so many frames");
    app.add_option("--endless", wishes.endless, "evaluations of programs with this word do not end");
    app.add_flag("--headless", options.headless, "draw without a display");
    app.add_flag("!--no-vsync", options.vsync, "frames as fast as they come");
  };
  if (!read_options(argc, argv, options, status, more)) return status;
  Driver driver;
  driver.paints = wishes.script.empty() || !wishes.times.empty();
  driver.shown = [&](App& app, double frame) {
    times.note(app, frame);
    if (!wishes.state.empty()) write_state(app, wishes.state, driver);
  };
  std::unique_ptr<Script> script;
  driver.begin = [&](App& app) {
    if (script) script->begin(app);
    plant_endless(app, wishes.endless);
  };
  if (!wishes.script.empty()) {
    const auto text = read_file(wishes.script);
    if (!text) {
      std::cerr << "error: " << english(text.error().message) << '\n';
      return 1;
    }
    script = std::make_unique<Script>(*text);
    driver.step = [&, ended = false](App& app, Driver& own, bool) mutable {
      if (ended || script->step(app, own)) return !ended;
      ended = true;
      if (script->failed()) {
        std::cerr << "FAILED " << script->message << '\n';
        own.status = 1;
        own.screenshot.clear();
      }
      // Draws the last frame before the window closes; a screenshot requested by the script takes precedence.
      if (own.screenshot.empty()) own.screenshot = options.screenshot;
      return false;
    };
  } else if (wishes.frames > 0) {
    driver.step = [&](App&, Driver&, bool) { return times.count() < static_cast<std::size_t>(wishes.frames); };
  }
  status = run(options, driver);
  times.write(wishes.times);
  return status;
}

}  // namespace
}  // namespace stridescope::desktop

int main(int argc, char** argv) { return stridescope::desktop::main(argc, argv); }
