// Draws the runs of kernels: the last one with its counters, and all stored runs as a table and a plot.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/forms/form.h"
#include "core/runs/run_counts.h"
#include "core/runs/run_table.h"
#include "desktop/model/cached.h"
#include "desktop/model/kernel_runs.h"
#include "desktop/model/runs.h"

namespace stridescope::desktop {

struct App;

struct RunPanelState {
  bool counters = true;
  std::string runner;
  std::vector<app::FormField> fields;  // options of the kernel
  std::string fields_of;               // the evaluation and the kernel of these fields
  int part = 0;                        // view of the stored runs, if only one fits: table, plot
  RunView view;
  Cached<std::pair<std::uint64_t, RunView>, RunTableShown> table;  // the runs in the view
  std::string run;                                                 // id of the run to which the user returned
  std::vector<std::string> pair;  // runs whose programs are compared: the first, the second
};

void draw_runs(App& app);
void draw_counters(App& app);
void draw_run_table(App& app, ImVec2 size);
void draw_run_plot(App& app, ImVec2 size);
// Draws the report of a run in the table; a click on it returns to it, Shift and a click compares with it.
void draw_run_tip(App& app, std::string_view id, bool clicked);
ImU32 verdict_color(RunVerdict verdict);
ImU32 agreement_color(Agreement agreement);
const char* verdict_sign(RunVerdict verdict);
void draw_verdict(const RunOutcome& outcome);  // draws one or two words in the verdict's color

// --- Stored runs (kept_runs.cpp)
ShownRun shown_run(const App& app);
// The runs of the view, computed again when either changes.
const RunTableShown& shown_runs(App& app);
// Returns to the program that ran, in the same file.
void return_to(App& app, const RunWish& wish);
void return_to(App& app, const KeptRun& run);
// Loads the runs of earlier windows, before any run of this one.
void load_kept_runs(App& app);
void forget_run(App& app, const std::string& id);
void take_runs(App& app, const KeptRuns& read);

}  // namespace stridescope::desktop
