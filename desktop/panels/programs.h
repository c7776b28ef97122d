// Several programs in a window, one tab each above the editor.
#pragma once

#include <string>
#include <vector>

#include "desktop/model/journal.h"
#include "desktop/model/session.h"

namespace stridescope::desktop {

struct App;

// A program next to others in this window. For the current one, everything but its name is in the session and the app.
struct ProgramTab {
  std::string file;   // file of the document, or empty
  std::string saved;  // contents of the file
  Parked parked;
};

struct ProgramsState {
  std::vector<ProgramTab> tabs = std::vector<ProgramTab>(1);
  std::size_t current = 0;         // index of the current tab
  std::vector<ProgramTab> closed;  // closed tabs with unsaved work, the last one at the end
};

// True for a program without a file and without changes after the first start: another program can replace it.
bool is_fresh(const App& app);
// Opens a program without a file: it replaces this one as a step of undo if this one is fresh, otherwise in its own
// tab.
void open_program(App& app, const std::string& program, IntegerMode mode, const Choices& choices);
void open_beside(App& app, const std::string& program, IntegerMode mode, const Choices& choices);
void new_tab(App& app);  // an empty program in its own tab
void go_to_tab(App& app, std::size_t which);
void close_tab(App& app, std::size_t which);
void reopen_tab(App& app);  // the tab that was closed last
std::string tab_title(const App& app, std::size_t which);
// Opens the programs of ended windows as tabs: if `all`, everything of the newest window; otherwise unsaved work. False
// if nothing is left.
bool restore_tabs(App& app, const std::vector<KeptWindow>& left, bool all);
KeptWindow kept_window(const App& app);  // the data for the journal
float tab_bar_height();
void draw_tab_bar(App& app, float width);

}  // namespace stridescope::desktop
