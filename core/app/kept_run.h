// A run as it is kept: what ran, where and when, and what came of it, as typed fields. It outlives the runner's result,
// which holds texts and traces, too.
//
// Kept runs are text, a run a line, each line JSON with its version: a line that is appended needs none of the others,
// and one that is broken spoils none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/run_report.h"

namespace stridescope {

// A counter of a run; both numbers may be missing.
struct KeptCount {
  std::string counter;  // Nsight Compute's name
  std::optional<double> predicted, measured;
  bool operator==(const KeptCount&) const = default;
};

struct KeptRun {
  std::string id;  // of who kept it: no two runs have the same
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::string kernel;  // name of its value; empty: the last kernel of the program
  std::string value;   // the kernel, printed
  std::string device, driver, arch;
  std::string date;       // "2026-11-21T20:00:00Z"
  bool on_gpu = false;    // else the reference device ran it
  bool recorded = false;  // of the measurements that come with this program
  RunVerdict verdict = RunVerdict::not_run;
  std::optional<double> median_ms, spread, gb_per_s, tflop_per_s, ratio;
  std::string yardstick;  // its name
  std::optional<std::int64_t> registers;
  std::vector<KeptCount> counters;

  bool operator==(const KeptRun&) const = default;
};

// Caps of what is kept; a run beyond them is shown and not kept.
inline constexpr std::size_t max_kept_runs = 1000;
inline constexpr std::size_t max_kept_bytes = 2 << 20;       // of all lines
inline constexpr std::size_t max_kept_line_bytes = 1 << 17;  // of one

// What ran, by who had it run.
struct RanKernel {
  std::string id;    // of the run
  std::string date;  // now, where the runner does not say
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::string kernel;
  std::string value;
};
KeptRun kept_run(const RanKernel& ran, const RunReport& report);

// One line, without its end; empty for a run that is too long to be kept.
std::string kept_line(const KeptRun& run);
// The error says what is wrong with the line.
Result<KeptRun> read_kept_line(std::string_view line);

// Those of a text of lines that can be read, in their order; of lines with the same id the last one, in the place of
// the first.
struct KeptRuns {
  std::vector<KeptRun> runs;
  std::size_t refused = 0;  // lines that cannot be read
  Message why;              // of the first of them, with its number; or of the whole text
  bool surplus = false;     // there are lines that a later one replaces, or more than are kept
};
KeptRuns read_kept_runs(std::string_view text);

// The lines of the newest of these runs that may be kept, the oldest first, each with its end.
std::string kept_lines(const std::vector<KeptRun>& runs);

// The timed and the counted kernels of a file of measurements (core/data/measured_*.json, products_*.json). Empty for a
// text that is none.
std::vector<KeptRun> recorded_runs(std::string_view measurements);

}  // namespace stridescope
