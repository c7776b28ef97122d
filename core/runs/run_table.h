// The runs as a table and as plots. The table owns all runs; visible rows, order and baseline are the user's choice, a
// RunView of plain data. The displayed table is derived from both. A column is a row of run_columns.def, or a hardware
// counter that some run has. Numbers are in the column's unit: GB/s (bytes read and written), TFLOP/s, ms, %. Within
// runs, times are in milliseconds, and spread and ratio are fractions (kept_run.h); percent is only for display. For
// example `filter = "float -gemm"`, `sort = "bandwidth"` shows the runs with the word float and without gemm, fastest
// first, those without a bandwidth last.
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

// The user's choices. A column is identified by its word (run_columns.def); a counter by its name, with `:predicted`
// appended for the model's prediction. An unknown word is ignored. The record of the same name has every member, so a
// view can be stored and sent; omitted members have these defaults.
struct RunView {
  // The column that orders the rows; an unknown word orders by number.
  std::string sort = "number";
  // Largest first. In either direction, missing values come last, and among equal values the newest run comes first.
  bool descending = true;
  // Words that must all occur in a run, case-insensitive; one that begins with - must not. The text of a run is its
  // program, kernel, device, driver, date, verdict, and one of the words recorded, gpu and reference.
  std::string filter = {};
  // Id of the run that the others are compared with, in percent; empty: none.
  std::string baseline = {};
  // Counters that are columns, too; a counter that no run has is ignored.
  std::vector<std::string> pinned = {};
  // The x column of the plot; the number of the run for a column without numbers.
  std::string plot_x = "number";
  // The y column of the plot. Empty, or a column without numbers: the rates, one plot per unit.
  std::string plot_y = {};
  bool operator==(const RunView&) const = default;
};

// A displayed column. Listed columns are displayed if at least one run has a value; counters are displayed if they are
// pinned.
struct RunColumn {
  // The word for a RunView: "bandwidth", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", or the latter with
  // ":predicted".
  std::string word;
  Message title;
  // Its meaning in a sentence; for a counter its definition and name.
  Message tip;
  std::string unit;  // unit of its numbers; empty: plain numbers or texts
  // Contains numbers, so it can be plotted and compared; otherwise texts, sorted bytewise.
  bool numbers = false;
  bool counter = false;  // true for a hardware counter
};

enum class ChangeSense : std::uint8_t { same, better, worse };

// A run's value in a column. The kernel is the change of its program: since the baseline, or without one since the
// user's run before it; the statement of the kernel if nothing precedes the run.
struct RunCell {
  Message text;                 // empty: unknown
  std::optional<double> value;  // for numeric columns, in the column's unit
  // The difference to the baseline in percent, "+3.1 %" or "−12.0 %", for columns where that makes sense; otherwise
  // empty.
  std::string change;
  // The meaning of the change: `same` if it is within the spread of the two runs, or if the column has no better side.
  ChangeSense sense = ChangeSense::same;
};

// A run as a row. post: one cell per column of the table, in order.
struct RunRow {
  std::string id;
  // The displayed number, from 1; it never changes.
  int number = 0;
  RunVerdict verdict = RunVerdict::not_run;
  // A built-in measurement, not a run of the user.
  bool recorded = false;
  bool baseline = false;
  std::vector<RunCell> cells;  // one per column
};

// An axis with equal steps, from `low` to `high`. Measured values begin at 0, so that heights are proportional.
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

// Two columns of the runs against each other, in the order of the runs' numbers; runs without both values are omitted.
struct RunPlot {
  // A run with both values, in the units of the axes; Axis::place converts them to fractions.
  struct Point {
    std::string id;
    int number = 0;
    double x = 0;
    double y = 0;
    // The verification status: a wrong run is marked, since its time is meaningless.
    RunVerdict verdict = RunVerdict::not_run;
    std::size_t device = 0;  // index of its device
    bool baseline = false;
  };
  PlotAxis x, y;
  std::vector<Point> points;
  // Devices of the points, the device of the newest one first.
  std::vector<std::string> devices;
  // x is the number of the run: a line connects the points of each device.
  bool in_order = false;
  // The reason why nothing is plotted: "no run has both: ...", "not timed: 3 verified, 1 wrong"; otherwise empty.
  Message note;
};

// The displayed table.
struct RunTableShown {
  // The request, without an unknown baseline.
  RunView view;
  // The listed columns that some run has, with the pinned counters after the last numeric one.
  std::vector<RunColumn> columns;
  // The rows that pass the filter, in order. Sorted by number, the user's own runs come before the recorded ones.
  std::vector<RunRow> rows;
  // All counters of the runs, measured and predicted, that can be pinned.
  std::vector<RunColumn> counters;
  // The columns that can be plotted: every numeric column, pinned or not.
  std::vector<RunColumn> axes;
  // A single plot; for rates one per unit that runs have, with the unit of the newest timed run first. Empty without
  // rows.
  std::vector<RunPlot> plots;
  // The number of runs, visible or not.
  std::size_t of = 0;
  // "12 of 200 runs", or "200 runs" if all are visible.
  Message summary;
};

// The programs of two runs, line by line.
struct ProgramDifference {
  int before = 0;  // number of the run in the table
  int after = 0;
  // Lines that only one of both has, in order: "− " before those of the first, "+ " before those of the second. At most
  // max_different_lines (line_difference.h), then "…".
  std::vector<std::string> lines;
};

enum class RunFormat { csv, json, text };
inline constexpr std::string_view run_format_names[] = {"csv", "json", "text"};

// The runs of a session; ids are unique. Not thread-safe.
class RunTable {
 public:
  // Adds a run. It replaces the run with the same id and keeps its number; otherwise it becomes the newest. Returns the
  // number.
  int add(KeptRun run);
  // Adds the runs of stored lines, in order. Invalid ones are reported in the answer. Call it first, so that they come
  // before those of this session.
  KeptRuns read(std::string_view lines);
  // Removes the run with that id, if it exists. The others keep their numbers.
  void remove(std::string_view id);

  // In order of arrival. Valid until the table changes.
  const std::vector<KeptRun>& runs() const { return runs_; }
  // Null if unknown. Valid until the table changes.
  const KeptRun* find(std::string_view id) const;
  // The displayed number of a run; 0 if unknown. Numbers count from 1 in the order of arrival, and are never reused.
  int number_of(std::string_view id) const;
  // unknown_name if the table does not have both. A changed part of more than 128 lines is returned completely,
  // including its common lines.
  Result<ProgramDifference> difference(std::string_view before, std::string_view after) const;
  // Increases with each change of the runs.
  std::uint64_t version() const { return version_; }

  // The runs in the view. Never fails. Cost: each run for each column, and n log n for sorting: fast for hundreds of
  // runs.
  RunTableShown show(const RunView& view) const;
  // Prints the visible rows, in order, with all of their data. csv (RFC 4180): every column, pinned or not, with up to
  // six decimals, the complete program last. json: a list of stored runs, which can be read again. text: the displayed
  // columns, with tabs between cells, and changes in brackets.
  std::string print(const RunView& view, RunFormat format, const Catalog& catalog = english_catalog()) const;

 private:
  std::vector<KeptRun> runs_;
  std::vector<int> numbers_;
  int newest_ = 0;
  std::uint64_t version_ = 0;
};

// A counter in plain words: a short title, and its meaning. Both empty if it is not in the list (counters.def).
struct CounterWords {
  Message title;
  Message tip;
};
// `counter` is the full name in Nsight Compute.
CounterWords counter_words(std::string_view counter);

}  // namespace stridescope
