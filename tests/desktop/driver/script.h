// A file of actions, done one after another as a user would do them, each when the answers to the last have come:
//
//   type TEXT              into the program, \n is a line break       key CHORD       ctrl+k, shift+tab, f5
//   text TEXT              into the focused field                     click NAME      a widget or cell by its name
//   shift-click NAME       hover NAME [DX DY]                         drag NAME DX DY  wheel NAME NOTCHES [ctrl]
//   ctrl-click NAME            try-click NAME, where it is in sight   dialog NAME     opens it
//   cell KEY CELL          hovers a cell of a card                    click-cell KEY CELL
//   right-click NAME       right-click-cell KEY CELL
//   program TEXT           sets the program                           command TITLE   of the palette
//   scroll KEY             brings a card into sight             clipboard TEXT
//   wait SECONDS           frames N                                   screenshot FILE
//   expect PATH OP TEXT    OP: is, has, not, above, below, exists; PATH into the state: cards/R/text
//   runs N                     so many more runs in the table, that differ
//   run                        runs the kernel, waits for its result  print PATH WORD  a part of the state behind the
//   word reset                      pretends that the GPU was reset       same FILE FILE  they hold the same bytes
//   plant TEXT                 the evaluation of a program with this text in it ends the process
//   plant-slow TEXT            or takes ten seconds
//   layout WORD                prints what is cut off or lies on something else, a line each, behind the word
//   colours KEY FILE           FILE.png, and FILE.json: [CELL, X, Y] for each cell of a card in sight
//   write FILE TEXT            remove FILE    app-state FILE   writes all that the application shows, as JSON
//   fill FILE COUNT BYTE       a file of so many bytes of that value  drop FILE...  onto the window
//   # comment
//
// `expect` waits up to 10 seconds for what it wants, then the script fails.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/loop.h"
#include "desktop/panels/app.h"

namespace stridescope::desktop {

// State of the window, as JSON: for scripts and for tests from outside.
std::string state_json(App& app);

class Script {
 public:
  explicit Script(const std::string& text);
  // Before the first program is opened: what is planted is there from the start.
  void begin(App& app) const;
  // Before each frame; false when it is done. The driver gets what the next frame is for.
  bool step(App& app, Driver& driver);
  bool failed() const { return !message.empty(); }
  std::string message;  // the line that failed, and why

 private:
  friend struct Turn;
  struct Line {
    int number;
    std::string action;
    std::vector<std::string> words;
    std::string rest;
  };

  std::vector<Line> lines_;
  std::size_t at_ = 0;
  int phase_ = 0;         // of the line: frames that it has had
  int quiet_frames_ = 0;  // in a row, with nothing under way
  double since_ = 0;      // the line began
  float x_ = 0, y_ = 0;   // of the pointer
  std::string places_;    // of the cells with requested colors, in the frame before
  int still_ = 0;         // number of frames without a change of place
};

// A frame of a line. An action says whether the line is over; it has another frame otherwise.
struct Turn {
  App& app;
  Driver& driver;
  Script& script;
  const Script::Line& line;
  const std::string& rest = line.rest;
  const std::vector<std::string>& words = line.words;
  int& phase = script.phase_;
  bool late;  // it has waited as long as a line may

  std::string word(std::size_t i) const { return i < words.size() ? words[i] : std::string(); }
  float real(std::size_t i) const;
  double waited() const;  // milliseconds since the line began
  bool fail(const std::string& why) const;
  // Another frame until it is late; then the line fails for that.
  bool wait(const std::string& why) const;
  float& x() const { return script.x_; }
  float& y() const { return script.y_; }
  // True if that text has been the same for some frames.
  bool stands_still(const std::string& places) const;
};

struct Action {
  std::string_view name;
  bool (*act)(Turn&);
  bool at_once = false;  // waits for no answers
};
std::span<const Action> actions();          // actions.cpp
std::span<const Action> pointer_actions();  // pointer.cpp

// "a\nb" with a line break for \n.
std::string unescaped(const std::string& text);

}  // namespace stridescope::desktop
