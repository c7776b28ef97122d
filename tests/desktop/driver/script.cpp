// Reads a script, and gives each line the number of frames that its action takes.
#include "tests/desktop/driver/script.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

namespace stridescope::desktop {
namespace {

constexpr double patience = 10'000;  // milliseconds
constexpr int quiet = 4;             // frames after the last answer; then click targets no longer move

const Action* action_named(const std::string& name) {
  for (const auto all : {actions(), pointer_actions()}) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Action& a) { return a.name == name; });
    if (found != all.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == 'n' || text[i + 1] == '\\'))
      out.push_back(text[++i] == 'n' ? '\n' : '\\');
    else
      out.push_back(text[i]);
  }
  return out;
}

Script::Script(const std::string& text) {
  std::istringstream in(text);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line[first] == '#') continue;
    Line out;
    out.number = number;
    std::istringstream words(line);
    words >> out.action;
    const std::size_t after = line.find(out.action) + out.action.size();
    out.rest = after + 1 <= line.size() ? line.substr(after + 1) : "";
    for (std::string word; words >> word;) out.words.push_back(word);
    lines_.push_back(std::move(out));
  }
}

void Script::begin(App& app) const {
  std::string crash;
  std::string delay;
  for (const Line& line : lines_) {
    if (line.action == "plant") crash = line.rest;
    if (line.action == "plant-slow") delay = line.rest;
  }
  if (crash.empty() && delay.empty()) return;
  app.session.before_evaluation = [&app, crash, delay, before = std::move(app.session.before_evaluation)] {
    before();
    const auto has = [&](const std::string& word) {
      return !word.empty() && app.session.text.text().find(word) != std::string::npos;
    };
    if (has(crash)) std::abort();
    if (has(delay)) std::this_thread::sleep_for(std::chrono::seconds(10));
  };
}

bool Script::step(App& app, Driver& driver) {
  if (failed() || at_ >= lines_.size()) return false;
  if (since_ == 0) since_ = now_ms();
  driver.waits = false;
  quiet_frames_ = app.session.idle() ? quiet_frames_ + 1 : 0;
  Turn turn{.app = app, .driver = driver, .script = *this, .line = lines_[at_], .late = now_ms() - since_ > patience};
  const Action* action = action_named(turn.line.action);
  if (action == nullptr) {
    turn.fail("no such action");
  } else if (phase_ == 0 && quiet_frames_ < quiet && !turn.late && !action->at_once) {
    driver.waits = quiet_frames_ == 0;
  } else if (action->act(turn)) {
    ++at_;
    phase_ = 0;
    since_ = 0;
  }
  return !failed() && at_ < lines_.size();
}

float Turn::real(std::size_t i) const { return std::strtof(word(i).c_str(), nullptr); }

double Turn::waited() const { return now_ms() - script.since_; }

bool Turn::fail(const std::string& why) const {
  script.message = "line " + std::to_string(line.number) + ": " + line.action + " " + rest + ": " + why;
  if (!app.session.notice.empty()) script.message += "; the window says: " + app.session.notice;
  return true;
}

bool Turn::wait(const std::string& why) const {
  if (late) return fail(why);
  driver.waits = true;
  return false;
}

bool Turn::stands_still(const std::string& places) const {
  script.still_ = places != script.places_ ? 0 : script.still_ + 1;
  script.places_ = places;
  return script.still_ >= quiet;
}

}  // namespace stridescope::desktop
