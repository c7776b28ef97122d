// The runs as a table and as plots: what a surface shows of many runs at once. The table has all runs that there are;
// which of them are seen, in which order and beside what is the reader's choice, a RunView, plain data. From both
// follows what is shown; nothing else is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/app/kept_run.h"
#include "core/base/result.h"

namespace stridescope {

// What is chosen. A column goes by its word (run_columns.def); a counter by its name, with `:predicted` after it by
// what the model predicts of it. A word that is no column of the runs sorts nothing and plots nothing.
struct RunView {
  std::string sort = "number";
  bool descending = true;
  std::string filter = {};               // words that all stand in a run; one that begins with - must not
  std::string baseline = {};             // id of the run that the others are compared with; empty: none
  std::vector<std::string> pinned = {};  // counters that are columns, too
  std::string plot_x = "number";
  std::string plot_y = {};  // empty: the rates, one plot for each unit
  bool operator==(const RunView&) const = default;
};

struct RunColumn {
  std::string word;
  Message title;
  Message tip;
  std::string unit;      // of its numbers; empty: plain ones, or no numbers
  bool numbers = false;  // else texts
  bool counter = false;  // of a hardware counter
};

struct RunCell {
  Message text;                 // empty: it is not known
  std::optional<double> value;  // of a column of numbers, in its unit
  std::string change;           // to the baseline, "+3.1 %"; empty where there is nothing to compare
};

struct RunRow {
  std::string id;
  int number = 0;
  RunVerdict verdict = RunVerdict::not_run;
  bool recorded = false;
  bool baseline = false;
  std::vector<RunCell> cells;  // one a column
};

// An axis with even steps, from `low` to `high`.
struct PlotAxis {
  Message title;
  std::string unit;
  double low = 0;
  double high = 1;
  std::vector<std::pair<double, std::string>> ticks;
  // Where a value stands between low and high: 0 to 1, cut there.
  double place(double value) const;
};

// Runs in the order of their numbers.
struct RunPlot {
  struct Point {
    std::string id;
    int number = 0;
    double x = 0;
    double y = 0;
    RunVerdict verdict = RunVerdict::not_run;
    bool known = true;  // else it has no y: it stands on the axis
    bool baseline = false;
  };
  PlotAxis x, y;
  std::vector<Point> points;
  bool in_order = false;  // one after the other: a line joins them
  Message note;           // why there is nothing to plot
};

struct RunTableShown {
  RunView view;
  std::vector<RunColumn> columns;
  std::vector<RunRow> rows;
  std::vector<RunColumn> counters;  // all that the runs have: to be pinned
  std::vector<RunColumn> axes;      // what may be plotted
  std::vector<RunPlot> plots;
  std::size_t of = 0;  // how many runs there are
  Message summary;     // "12 of 200 runs"
};

// The programs of two runs, line by line.
struct ProgramDifference {
  int before = 0;  // number of the run in the table
  int after = 0;
  std::vector<std::string> lines;  // that only one has, with - before those of the first, + before those of the second
};

enum class RunFormat { csv, json, text };
inline constexpr std::string_view run_format_names[] = {"csv", "json", "text"};

class RunTable {
 public:
  // A run in the place of that with the same id, else the newest. Its number.
  int add(KeptRun run);
  // The runs of kept lines, before those that are there. What could not be read is said in the answer.
  KeptRuns read(std::string_view lines);
  void remove(std::string_view id);

  const std::vector<KeptRun>& runs() const { return runs_; }
  // Null when there is none. Valid until the table changes.
  const KeptRun* find(std::string_view id) const;
  // Of a run, as it is shown; 0 when there is none. Those of earlier days count from 1.
  int number_of(std::string_view id) const;
  // unknown_name where the table has not both.
  Result<ProgramDifference> difference(std::string_view before, std::string_view after) const;
  // Grows with each change of the runs.
  std::uint64_t version() const { return version_; }

  RunTableShown show(const RunView& view) const;
  // The rows that are seen, in their order, with all that is known of them: csv as RFC 4180 has it, json a list of kept
  // runs, text with tabs between cells as they are shown.
  std::string print(const RunView& view, RunFormat format, const Catalog& catalog = english_catalog()) const;

 private:
  std::vector<KeptRun> runs_;
  std::vector<int> numbers_;
  int newest_ = 0;
  std::uint64_t version_ = 0;
};

// A counter in plain words: short ones, and what it counts. Without them where it is not in the list (counters.def).
struct CounterWords {
  Message title;
  Message tip;
};
CounterWords counter_words(std::string_view counter);

}  // namespace stridescope
