// The runs as a table and as plots. The table has all runs; visible rows, order and baseline are the user's choice, a
// RunView, plain data. The displayed table follows from both; nothing else is stored. A column is a row of
// run_columns.def, or a hardware counter that some run has. Numbers are in the column's unit: GB/s (bytes read and
// written), TFLOP/s, ms, %. Within runs times are milliseconds and spread and ratio fractions (kept_run.h); percent is
// only for display. For example `filter = "float -gemm"`, `sort = "bandwidth"` shows the runs that contain the word
// float and not gemm, the fastest first, those without a bandwidth last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/runs/kept_run.h"

namespace stridescope {

// The user's choices. A column is named by its word (run_columns.def); a counter by its name, with `:predicted` after
// it for the model's prediction. An unknown word sorts nothing and plots nothing. It can be stored and sent: the record
// of the same name has every member, and omitted ones have these defaults.
struct RunView {
  // The column that orders the rows; a word that is none orders by the number.
  std::string sort = "number";
  // The largest first. In either direction, missing values come last, and of equal ones the newest run first.
  bool descending = true;
  // Words that must all occur in a run, case-insensitive; one that begins with - must not. The text of a run is its
  // program, kernel, device, driver, date, verdict, and one of the words recorded, gpu and reference.
  std::string filter = {};
  // Id of the run that the others are compared with, in percent of its numbers; empty: none.
  std::string baseline = {};
  // Counters that are columns, too; one that no run has is passed over.
  std::vector<std::string> pinned = {};
  // The column along the plot; one without numbers is the number of the run.
  std::string plot_x = "number";
  // The column up the plot; empty, or one without numbers: the rates, one plot for each unit.
  std::string plot_y = {};
  bool operator==(const RunView&) const = default;
};

// A column as it is shown.
// Columns of the list are shown where at least one run has something in them; counters are shown when they are
// pinned.
struct RunColumn {
  // By which a view names it: "bandwidth", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", or that with
  // ":predicted".
  std::string word;
  Message title;
  // Its meaning, in a sentence; for a counter its definition, with its name.
  Message tip;
  std::string unit;  // of its numbers; empty: plain ones, or no numbers
  // It holds numbers, so it can be plotted and compared; else texts, sorted by their bytes.
  bool numbers = false;
  bool counter = false;  // of a hardware counter
};

// A run's value in a column.
struct RunCell {
  Message text;                 // empty: it is not known
  std::optional<double> value;  // of a column of numbers, in its unit
  // To the baseline in percent, "+3.1 %" or "−12.0 %", of columns where that means something; else empty.
  std::string change;
};

// A run as a row. post: as many cells as the table has columns, in their order.
struct RunRow {
  std::string id;
  // As it is called, from 1; it stays with the run.
  int number = 0;
  RunVerdict verdict = RunVerdict::not_run;
  // It came with Stridescope: no run of the reader's.
  bool recorded = false;
  bool baseline = false;
  std::vector<RunCell> cells;  // one a column
};

// An axis with even steps, from `low` to `high`. Measures begin at 0, so that twice as high is twice as much.
struct PlotAxis {
  Message title;
  std::string unit;
  double low = 0;
  double high = 1;
  // Values with their labels, "200", "1.5k"; steps are 1, 2 or 5 times a power of ten.
  std::vector<std::pair<double, std::string>> ticks;
  // The position of a value between low and high: 0 to 1, clamped.
  double place(double value) const;
};

// Two columns of the runs against each other, in the order of the runs' numbers.
// A run without a number on the axis along is left out; one without a number on the axis up is there as not `known`.
struct RunPlot {
  // A run. `x` and `y` are in the units of the axes; place() has them as parts.
  struct Point {
    std::string id;
    int number = 0;
    double x = 0;
    double y = 0;
    // The verification status: a wrong one is marked, since its time is meaningless.
    RunVerdict verdict = RunVerdict::not_run;
    // It has a number on the y axis; otherwise it is on the axis, so that an untimed run is visible, too.
    bool known = true;
    bool baseline = false;
  };
  PlotAxis x, y;
  std::vector<Point> points;
  // Along are the numbers of the runs: a line joins the points.
  bool in_order = false;
  // The reason why nothing is plotted: "no run has both: ...", "not timed: 3 verified, 1 wrong"; otherwise empty.
  Message note;
};

// The display.
struct RunTableShown {
  // The request, except for an unknown baseline.
  RunView view;
  // Those of the list that some run has, then the pinned counters behind the last column of numbers.
  std::vector<RunColumn> columns;
  // Those that pass the filter, in their order. Sorted by number the user's own come before the recorded ones.
  std::vector<RunRow> rows;
  // All that the runs have, measured and predicted ones: to be pinned.
  std::vector<RunColumn> counters;
  // The plottable columns: every column of numbers, pinned or not.
  std::vector<RunColumn> axes;
  // One; for the rates one a unit that runs have, the unit of the newest timed run first. None without a row.
  std::vector<RunPlot> plots;
  // The number of runs, visible or not.
  std::size_t of = 0;
  // "12 of 200 runs", or "200 runs" where all are seen.
  Message summary;
};

// The programs of two runs, line by line.
struct ProgramDifference {
  int before = 0;  // number of the run in the table
  int after = 0;
  // Lines that only one of both has, in their order: "− " before those of the first, "+ " before those of the second.
  // At most max_different_lines (line_difference.h), then "…".
  std::vector<std::string> lines;
};

enum class RunFormat { csv, json, text };
inline constexpr std::string_view run_format_names[] = {"csv", "json", "text"};

// The runs of a session. It owns them; ids are unique in it. Not for two threads at once.
class RunTable {
 public:
  // A run in the place of that with the same id, which keeps its number, else the newest. Its number.
  int add(KeptRun run);
  // Adds the runs of stored lines, in their order. Unreadable ones are reported in the answer. Read them first, so that
  // they come before those of this session.
  KeptRuns read(std::string_view lines);
  // Removes the run with that id, if it exists. The others keep their numbers.
  void remove(std::string_view id);

  // In the order in which they came. Valid until the table changes.
  const std::vector<KeptRun>& runs() const { return runs_; }
  // Null if unknown. Valid until the table changes.
  const KeptRun* find(std::string_view id) const;
  // The displayed number of a run; 0 if unknown. Numbers count from 1 in the order of arrival, and are never reused.
  int number_of(std::string_view id) const;
  // unknown_name if the table does not have both. A changed part of more than 128 lines is returned whole, including
  // its common lines.
  Result<ProgramDifference> difference(std::string_view before, std::string_view after) const;
  // Grows with each change of the runs.
  std::uint64_t version() const { return version_; }

  // The runs under the view. Never fails. Work: each run for each column, and n log n for the order: fast for hundreds
  // of runs.
  RunTableShown show(const RunView& view) const;
  // The rows that are seen, in their order, with all that is known of them. csv as RFC 4180 has it: every column,
  // whether it is pinned or not, numbers to six digits behind the point, the whole program last. json: a list of kept
  // runs, which can be read again. text: the columns that are shown, with tabs between cells as they are shown, the
  // change in brackets.
  std::string print(const RunView& view, RunFormat format, const Catalog& catalog = english_catalog()) const;

 private:
  std::vector<KeptRun> runs_;
  std::vector<int> numbers_;
  int newest_ = 0;
  std::uint64_t version_ = 0;
};

// A counter in plain words: short ones, and what it counts. Both empty where it is not in the list (counters.def).
struct CounterWords {
  Message title;
  Message tip;
};
// `counter` is Nsight Compute's name, whole.
CounterWords counter_words(std::string_view counter);

}  // namespace stridescope
