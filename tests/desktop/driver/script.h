// Runs a file of user actions one after another, each when the answers to the previous one have arrived:
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
//   runs N                     N more runs in the table that differ
//   run                        runs the kernel, waits for its result  same FILE FILE  they have the same bytes
//   print PATH WORD            prints WORD and a part of the state    reset           pretends that the GPU was reset
//   plant TEXT                 the evaluation of a program with this text in it ends the process
//   plant-slow TEXT            or takes ten seconds
//   layout WORD                prints WORD and clipped or overlapping widgets, a line each
//   colours KEY FILE           FILE.png, and FILE.json: [CELL, X, Y] for each cell of a card in sight
//   write FILE TEXT            remove FILE    app-state FILE   writes all that the application shows, as JSON
//   fill FILE COUNT BYTE       a file of COUNT bytes of that value  drop FILE...  onto the window
//   # comment
//
// `expect` waits up to 10 seconds for its condition; then the script fails.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/loop.h"
#include "desktop/panels/app.h"

namespace stridescope::desktop {

// The state of the window as JSON, for scripts and external tests.
std::string state_json(App& app);

class Script {
 public:
  explicit Script(const std::string& text);
  // Called before the first program is opened: planted faults exist from the start.
  void begin(App& app) const;
  // Called before each frame; false at the end of the script. Tells the driver the purpose of the next frame.
  bool step(App& app, Driver& driver);
  bool failed() const { return !message.empty(); }
  std::string message;  // the failed line and the reason

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
  int phase_ = 0;         // number of frames of the line
  int quiet_frames_ = 0;  // consecutive frames without pending work
  double since_ = 0;      // start of the line
  float x_ = 0, y_ = 0;   // position of the pointer
  std::string places_;    // positions of cells with requested colors in the previous frame
  int still_ = 0;         // consecutive frames with the same positions
};

// One frame of a line. An action returns whether the line is complete; otherwise it gets another frame.
struct Turn {
  App& app;
  Driver& driver;
  Script& script;
  const Script::Line& line;
  const std::string& rest = line.rest;
  const std::vector<std::string>& words = line.words;
  int& phase = script.phase_;
  bool late;  // the line has reached its time limit

  std::string word(std::size_t i) const { return i < words.size() ? words[i] : std::string(); }
  float real(std::size_t i) const;
  double waited() const;  // milliseconds since the line began
  bool fail(const std::string& why) const;
  // Requests another frame until the time limit; then the line fails with `why`.
  bool wait(const std::string& why) const;
  float& x() const { return script.x_; }
  float& y() const { return script.y_; }
  // True if the positions have been equal for some frames.
  bool stands_still(const std::string& places) const;
};

struct Action {
  std::string_view name;
  bool (*act)(Turn&);
  bool at_once = false;  // does not wait for pending answers
};
std::span<const Action> actions();          // actions.cpp
std::span<const Action> pointer_actions();  // pointer.cpp

// The text "a\nb" with a line break in place of \n.
std::string unescaped(const std::string& text);

}  // namespace stridescope::desktop
