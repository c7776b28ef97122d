// The kernel under way: its value, its runs, and its texts (CUDA, PTX, SASS).
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
  std::string key;      // of its card
  std::string printed;  // its value: what runs
  std::uint64_t serial = 0;
  double edited_at = 0;
  std::string last_request;  // value of the last run that was asked for
  // Its texts.
  KernelTexts texts;
  std::string refusal;
  int language = -1;  // CUDA, PTX, SASS, all side by side; -1: as room allows
  // Value and run of PTX and SASS.
  struct ListingOf {
    std::uint64_t serial = 0;
    int run = 0;
    std::shared_ptr<const RunResult> result;
    bool operator==(const ListingOf&) const = default;
  } listing_of;
  std::int64_t next_line = 0;     // found while they are drawn, lit in the next frame
  std::int64_t lit_line = 0;      // of the CUDA text, under the pointer in any of the three; 0: none
  std::int64_t kept_line = 0;     // that was clicked: lit while the pointer is on none
  std::int64_t go_line = 0;       // where the others are to go
  const void* go_from = nullptr;  // the text that was clicked
  FindState find;                 // in the text that is in view
  std::size_t found_at = 0;       // the current place, in its bytes
  bool find_go = false;           // scroll to it
  // Cells of the kernel's picture: those of the mode under the pointer, and those that a run got wrong.
  std::string hovered_mode;  // of the index expression under the pointer
  std::string mode;          // that `mode_cells` belong to
  std::set<std::int64_t> mode_cells;
  int wrong_run = 0;  // number of the run that `wrong_cells` belong to
  std::set<std::int64_t> wrong_cells;
};

// The card of the kernel that runs, or null.
Card* kernel_card(App& app);
RunWish kernel_wish(App& app);  // of that value as it is now; its `printed` is empty without one
void run_kernel(App& app);
bool run_is_current(App& app);          // the last run was of the kernel value that is there now
const RunRecord* kernel_run(App& app);  // the newest run of that kernel value; null when it has not run
void want_listing(App& app);            // its PTX and SASS are in sight: makes them if they are missing
// Between frames: runs the kernel after an edit, then its counters, and finds its cells. True when it started a run.
bool follow_kernel(App& app);
void draw_kernel(App& app);
void draw_no_kernel();  // instead of a kernel, if the program lacks one

// --- The words that its texts are searched for (kernel_find.cpp)
// Draws the field in a row of tools, the number of its places next to it, and buttons to reach them. Enter goes to the
// next, Shift and Enter to the previous one.
void draw_kernel_find(App& app, const ListedLines& text);
// The places of a line are marked, the one that was gone to with a frame.
void mark_found(const App& app, const ListedLines& text, std::size_t line, ImVec2 at, float height);
// Brings it into sight, from within the text's window.
void scroll_to_found(App& app, const ListedLines& text, float height);

}  // namespace stridescope::desktop
