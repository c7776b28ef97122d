// A run as it is kept: what ran, where and when, and what came of it, as typed fields. It outlives the runner's
// result, which holds texts and traces, too.
//
// Kept runs are text, a run a line, each line JSON with its version: a line that is appended needs none of the
// others, and one that is broken spoils none.
//   {"kept_run":"1","id":"a7","program":"K = copy_kernel(...)","mode":"teaching","verdict":"verified",
//    "median_ms":0.0071,"spread":0.01,"gb_per_s":1181.2}                                      (on one line)
// A number that is not known is left out of its line. Units: `median_ms`
// is milliseconds of one launch, `spread` and `ratio` are fractions of 1, gb_per_s counts bytes read plus bytes
// written (10^9 a second), tflop_per_s 10^12 operations a second.
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

// pre of keeping it: the id has 1 to 80 bytes, no figure or counter is negative or 10^15 and more, at most 512
// counters.
struct KeptRun {
  std::string id;  // set by the caller that stores it: unique
  // The whole text that was evaluated, so that the run can be had again.
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::string kernel;  // name of its value; empty: the last kernel of the program
  // The kernel, printed: what finds the runs of a kernel whatever its name is. Of a recorded run what it was called.
  std::string value;
  // The device by its driver's name, the driver's version, the architecture that it was compiled for.
  std::string device, driver, arch;
  // Time of the run, in UTC: "2026-11-21T20:00:00Z".
  std::string date;
  bool on_gpu = false;    // else the reference device ran it
  bool recorded = false;  // of the measurements that come with this program
  RunVerdict verdict = RunVerdict::not_run;
  // Missing where it was not timed. A copy has gb_per_s, a product tflop_per_s; `ratio` is the rate over the
  // yardstick's.
  std::optional<double> median_ms, spread, gb_per_s, tflop_per_s, ratio;
  // The yardstick of the same run: "cuMemcpyDtoD", "cuBLASLt"; empty: none.
  std::string yardstick;
  // Per thread, as compiled.
  std::optional<std::int64_t> registers;
  std::vector<KeptCount> counters;

  bool operator==(const KeptRun&) const = default;
};

// Caps of what is kept; a run beyond them is shown and not kept.
inline constexpr std::size_t max_kept_runs = 1000;
inline constexpr std::size_t max_kept_bytes = 2 << 20;       // of all lines
inline constexpr std::size_t max_kept_line_bytes = 1 << 17;  // of one

// The executed kernel, from the caller that requested it: the caller knows the program, and a runner's own description
// is not trusted.
struct RanKernel {
  // Id of the run; the caller makes it unique.
  std::string id;
  std::string date;  // now, where the runner does not say
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  // Name of the kernel's value; empty: the last kernel of the program.
  std::string kernel;
  // The kernel, printed in the mode.
  std::string value;
};

// "RanKernel", "KeptCount" and "KeptRun": a run as it was asked for and as it is kept. A KeptRun is a line of kept runs
// and a record of the door.
void members(Archive& a, RanKernel& r);
void members(Archive& a, KeptCount& r);
void members(Archive& a, KeptRun& r);

// The stored part of a run: from `ran` the request, from `report` all results. The report's texts are not stored.
KeptRun kept_run(const RanKernel& ran, const RunReport& report);

// One line, without its end; empty for a run that is too long to be kept.
std::string kept_line(const KeptRun& run);
// The error describes the fault of the line: too_large beyond max_kept_line_bytes, arguments for a line that is not a
// stored run. law: read_kept_line(kept_line(run)) is the run, its figures to six decimals.
Result<KeptRun> read_kept_line(std::string_view line);

// Those of a text of lines that can be read, in their order; of lines with the same id the last one, in the place of
// the first.
struct KeptRuns {
  // At most max_kept_runs, the last ones; ids are unique.
  std::vector<KeptRun> runs;
  std::size_t refused = 0;  // lines that cannot be read
  Message why;              // of the first of them, with its number; or of the whole text
  // There are lines that a later one replaces, or more than are kept: the text had better be written anew.
  bool surplus = false;
};
// Any text may be read; empty lines count for nothing. More than four times max_kept_bytes are refused as a whole.
KeptRuns read_kept_runs(std::string_view text);

// The lines of the newest of these runs that may be kept, the oldest first, each with its end. Recorded runs are none
// of them. post: at most max_kept_runs lines, and max_kept_bytes together.
std::string kept_lines(const std::vector<KeptRun>& runs);

// The timed and the counted kernels of a file of measurements (core/data/measured_*.json, products_*.json), those
// that have a rate. Their ids follow from the device and their place in the file, so
// that the same file read twice gives the same runs; their verdict is not_verified, as the file says nothing of the
// elements.
std::vector<KeptRun> recorded_runs(const Measurements& file);

}  // namespace stridescope
