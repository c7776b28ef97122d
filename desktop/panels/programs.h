// Several programs in a window: a tab each, above the editor.
#pragma once

#include <string>
#include <vector>

#include "desktop/model/journal.h"
#include "desktop/model/session.h"

namespace stridescope::desktop {

struct App;

// A program next to others in this window. For the shown one, all but its name is in the session and the app.
struct ProgramTab {
  std::string file;   // the document, or empty
  std::string saved;  // what the file holds
  Parked parked;
};

struct ProgramsState {
  std::vector<ProgramTab> tabs = std::vector<ProgramTab>(1);
  std::size_t current = 0;         // tab that is shown
  std::vector<ProgramTab> closed;  // tabs with a program that somebody would miss, the last one at the end
};

// Neither a file nor more than what a first start shows: another program may take its place.
bool is_fresh(const App& app);
// Another program, of no file: in place of this one, as a step of undo; or in a tab of its own, unless this one is
// fresh.
void open_program(App& app, const std::string& program, IntegerMode mode, const Choices& choices);
void open_beside(App& app, const std::string& program, IntegerMode mode, const Choices& choices);
void new_tab(App& app);  // an empty program, in a tab of its own
void go_to_tab(App& app, std::size_t which);
void close_tab(App& app, std::size_t which);
void reopen_tab(App& app);  // the one that was closed last
std::string tab_title(const App& app, std::size_t which);
// Opens what ended windows left, as tabs: if `all`, everything of the newest one; else what a user would miss. False
// if nothing is left.
bool restore_tabs(App& app, const std::vector<KeptWindow>& left, bool all);
KeptWindow kept_window(const App& app);  // for the journal
float tab_bar_height();
void draw_tab_bar(App& app, float width);

}  // namespace stridescope::desktop
