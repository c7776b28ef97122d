// The current kernel: its value, its runs, and its texts (CUDA, PTX, SASS).
#pragma once

#include <imgui.h>

#include <memory>
#include <set>
#include <string>

#include "desktop/model/kernel_text.h"
#include "desktop/model/runs.h"
#include "desktop/model/session.h"
#include "desktop/panels/editor.h"

namespace stridescope::desktop {

struct App;

struct KernelState {
  std::string choice;   // key of the chosen value; empty: the last one
  std::string key;      // key of its card
  std::string printed;  // printed value of the kernel that runs
  std::uint64_t serial = 0;
  double edited_at = 0;
  std::string last_request;  // value of the last requested run
  // The texts.
  KernelTexts texts;
  std::string refusal;
  int language = -1;  // CUDA, PTX, SASS, all side by side; -1: by available room
  // The value and the run of PTX and SASS.
  struct ListingOf {
    std::uint64_t serial = 0;
    int run = 0;
    std::shared_ptr<const RunResult> result;
    bool operator==(const ListingOf&) const = default;
  } listing_of;
  std::int64_t next_line = 0;     // found while drawing, highlighted in the next frame
  std::int64_t lit_line = 0;      // line of the CUDA text under the pointer in any of the three texts; 0: none
  std::int64_t kept_line = 0;     // clicked line: highlighted while the pointer is on no line
  std::int64_t go_line = 0;       // line to which the other texts scroll
  const void* go_from = nullptr;  // the clicked text
  FindState find;                 // in the visible text
  std::size_t found_at = 0;       // the current match, in bytes
  bool find_go = false;           // scroll to it
  // Cells of the kernel's picture: those of the mode under the pointer, and the wrong cells of a run.
  std::string hovered_mode;  // mode of the index expression under the pointer
  std::string mode;          // the mode of `mode_cells`
  std::set<std::int64_t> mode_cells;
  int wrong_run = 0;  // number of the run of `wrong_cells`
  std::set<std::int64_t> wrong_cells;
};

// The card of the current kernel, or null.
Card* kernel_card(App& app);
RunWish kernel_wish(App& app);  // the request for the current value; its `printed` is empty without one
void run_kernel(App& app);
bool run_is_current(App& app);          // true if the last run was of the current kernel value
const RunRecord* kernel_run(App& app);  // the newest run of the current kernel value; null if it has not run
void want_listing(App& app);            // creates its visible PTX and SASS if they are missing
// Between frames: runs the kernel after an edit, then its counters, and finds its cells. True if it started a run.
bool follow_kernel(App& app);
void draw_kernel(App& app);
void draw_no_kernel();  // replaces a kernel if the program lacks one

// --- Search in its texts (kernel_find.cpp)
// Draws the field in a row of tools, the number of matches next to it, and buttons to reach them. Enter goes to the
// next, Shift and Enter to the previous match.
void draw_kernel_find(App& app, const ListedLines& text);
// Marks the matches of a line, the current one with a frame.
void mark_found(const App& app, const ListedLines& text, std::size_t line, ImVec2 at, float height);
// Scrolls to the current match, from within the text's window.
void scroll_to_found(App& app, const ListedLines& text, float height);

}  // namespace stridescope::desktop
