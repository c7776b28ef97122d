// The dock below the cards or next to them, and two of its tabs: questions about thread-value layouts, and the tuner.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "core/app/tuner.h"
#include "core/forms/questions.h"
#include "desktop/model/dock.h"

namespace stridescope::desktop {

struct App;

struct DockState {
  bool set_by_user = false;  // the user has opened or closed it
};

void open_dock(App& app, bool open);          // on request of the user
void show_dock_tab(App& app, DockTab which);  // and opens the dock
void move_dock(App& app, DockSide side);      // and opens it
// True if the dock is next to the cards in a window of that size.
bool dock_is_beside(const App& app, ImVec2 display);
// The other side of the cards, and the words that offer it, in English.
struct DockMove {
  DockSide side;
  const char* words;
};
DockMove dock_move(bool beside);
void draw_dock(App& app, ImVec2 size, bool beside);

// A question about the thread-value layouts of the program, and the core's answers.
struct Question {
  std::string choice;                   // empty: the first
  std::vector<app::FieldValue> values;  // values of its fields
  app::QuestionForm form;
  app::Answers answers;
  std::string request;        // the request of form and answers
  std::uint64_t program = 0;  // Session::opened: numbers typed for one program are not those of another
  bool lights = false;        // the cell of the next answer is lit in its picture
  bool waiting = false;
};

void draw_threads(App& app);

struct TunerState {
  bool measures = true;  // measures the candidates, otherwise only predicts them
  float budget = static_cast<float>(default_tuning_seconds);
};

void tune_kernel(App& app);
void add_tuned(App& app, const std::string& text);  // adds a candidate as a statement at the end of the program
void draw_tuner(App& app);

}  // namespace stridescope::desktop
