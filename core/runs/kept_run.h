// A stored run: what ran, where, when, and with what result, as typed fields. It outlives the runner's result, which
// also has texts and traces.
//
// Stored runs are text, one run per line, each line JSON with its version. An appended line depends on no other line,
// and a corrupt line does not affect others.
//   {"kept_run":"1","id":"a7","program":"K = copy_kernel(...)","mode":"teaching","verdict":"verified",
//    "median_ms":0.0071,"spread":0.01,"gb_per_s":1181.2}                                      (on one line)
// Unknown numbers are omitted. Units: `median_ms` is in milliseconds per launch, `spread` and `ratio` are fractions of
// 1, gb_per_s counts bytes read plus bytes written (10^9 per second), tflop_per_s 10^12 operations per second.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/measurements.h"
#include "core/runs/run_report.h"

namespace stridescope {

// A hardware counter of a run; both numbers may be missing.
struct KeptCount {
  std::string counter;  // Nsight Compute's name
  std::optional<double> predicted, measured;
  bool operator==(const KeptCount&) const = default;
};

// The executed kernel, described by the caller that requested it: the caller knows the program, and a runner's own
// description is not trusted.
struct RanKernel {
  std::string id;    // unique; set by the caller that stores the run
  std::string date;  // the current time, for results without a date
  // The complete evaluated text, so that the run can be repeated.
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::string kernel;  // name of its value; empty: the last kernel of the program
  std::string value;   // the kernel, printed in the mode

  bool operator==(const RanKernel&) const = default;
};

// pre of storing it: the id has 1 to 80 bytes, figures and counters are from 0 to below 10^15, at most 512 counters.
// `date` is the time of the run, in UTC: "2026-11-21T20:00:00Z". `value` identifies the runs of a kernel regardless of
// its name; for a recorded run it is its title.
struct KeptRun : RanKernel {
  // The device by its driver's name, the version of the driver, the target architecture of the compilation.
  std::string device, driver, arch;
  bool on_gpu = false;    // false: the reference device ran it
  bool recorded = false;  // from the built-in measurements
  RunVerdict verdict = RunVerdict::not_run;
  // Empty if not timed. A copy has gb_per_s, a product tflop_per_s; `ratio` is the rate divided by the baseline's.
  std::optional<double> median_ms, spread, gb_per_s, tflop_per_s, ratio;
  // The baseline of the same run: "cuMemcpyDtoD", "cuBLASLt"; empty: none.
  std::string yardstick;
  // Per thread, from the compiler.
  std::optional<std::int64_t> registers;
  std::vector<KeptCount> counters;

  bool operator==(const KeptRun&) const = default;
};

// Limits of stored runs; a larger run is shown but not stored.
inline constexpr std::size_t max_kept_runs = 1000;
inline constexpr std::size_t max_kept_bytes = 2 << 20;       // bytes of all lines
inline constexpr std::size_t max_kept_line_bytes = 1 << 17;  // bytes of one line

// "RanKernel", "KeptCount" and "KeptRun": a requested run and a stored run. A KeptRun is both a line of stored runs and
// a record of the door.
void members(Archive& a, RanKernel& r);
void members(Archive& a, KeptCount& r);
void members(Archive& a, KeptRun& r);

// The stored part of a run: the request from `ran`, the results from `report`. The report's texts are not stored.
KeptRun kept_run(const RanKernel& ran, const RunReport& report);

// One line, without the line end; empty for a run that is too long to store.
std::string kept_line(const KeptRun& run);
// The error describes the problem of the line: too_large above max_kept_line_bytes, arguments for an invalid line. law:
// read_kept_line(kept_line(run)) is the run, with figures to six decimals.
Result<KeptRun> read_kept_line(std::string_view line);

// The valid lines of a text, in order. If several lines have the same id, the last one counts, at the position of the
// first.
struct KeptRuns {
  // The last ones, at most max_kept_runs, with unique ids.
  std::vector<KeptRun> runs;
  std::size_t refused = 0;  // number of invalid lines
  Message why;              // the problem of the first of them, with its line number; or of the whole text
  // True if lines are replaced by later ones, or exceed the limit: the text should be rewritten.
  bool surplus = false;
};
// Accepts any text; empty lines are ignored. A text of more than four times max_kept_bytes is refused as a whole.
KeptRuns read_kept_runs(std::string_view text);

// The lines of the newest runs within the limits, oldest first, each with its line end. Recorded runs are omitted.
// post: at most max_kept_runs lines, and max_kept_bytes in total.
std::string kept_lines(const std::vector<KeptRun>& runs);

// The timed and counted kernels of a file of measurements (core/data/measured_*.json, products_*.json) that have a
// rate. Their ids are derived from the device and their position in the file, so that reading a file twice gives the
// same runs. Their verdict is not_verified, since the file does not record whether elements are correct.
std::vector<KeptRun> recorded_runs(const Measurements& file);

}  // namespace stridescope
