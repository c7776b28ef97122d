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
//   reset                      pretends that the GPU was reset       same FILE FILE  they hold the same bytes
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

#include <optional>
#include <string>
#include <vector>

#include "desktop/panels/app.h"

namespace stridescope::desktop {

// What is shown, as JSON: for scripts and for tests from outside.
std::string state_json(App& app);

class Script {
 public:
  explicit Script(const std::string& text);
  // Before the first frame: what is planted is there from the start.
  void prepare(App& app) const;
  // Before each frame; false when it is done.
  bool step(App& app);
  bool failed() const { return failed_; }
  // Whether nothing but time or other threads bring it on: the next frame need not come at once.
  bool waits() const { return waits_; }
  const std::string& message() const { return message_; }
  // The file of the screenshot to be saved after this frame.
  std::string screenshot;

 private:
  struct Line {
    int number;
    std::string action;
    std::vector<std::string> words;
    std::string rest;
  };
  bool act(App& app, const Line& line);
  bool point(const std::string& name, float& x, float& y) const;
  void fail(const Line& line, const std::string& why);

  std::vector<Line> lines_;
  std::size_t at_ = 0;
  int phase_ = 0;
  int quiet_frames_ = 0;  // in a row, with nothing under way
  double since_ = 0;
  float x_ = 0, y_ = 0;
  bool failed_ = false;
  bool waits_ = false;
  std::string message_;
  std::string places_;  // of the cells whose colours are asked for, in the frame before
  int still_ = 0;       // so many frames long they have been where they are
};

}  // namespace stridescope::desktop
