// The report of a run: a runner's result and the model's facts of the kernel become a verdict, figures, counters and
// sentences. Page, window, command line and runner only display these rows.
//
// The text of a row includes its unit. Figures are measured unless stated otherwise. A runner's sentences and the names
// of devices and counters are verbatim. Three kinds of reports are made here: of a result (run_report), of a kernel
// that has not run (predicted_report), and of two runs of which one was timed and one counted (keep_time). Units: times
// are in milliseconds, rates in GB/s (bytes read plus bytes written, 10^9) or TFLOP/s (10^12); spread and ratio are
// fractions of 1.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/runs/kernel_limits.h"
#include "core/runs/run_counts.h"
#include "core/runs/run_result.h"

namespace stridescope {

// The verification status of a run's elements. The result is checked before it is timed: a time without the verdict
// verified or sampled is meaningless.
enum class RunVerdict {
  not_run,       // no result: an error, or it was cancelled
  not_verified,  // it ran, and no element was checked
  sampled,       // some elements were checked and are right
  verified,      // all elements are right, and nothing was written outside
  // Some element is wrong, or bytes were written outside of the destination.
  wrong,
};
// "not run", "not verified", "verified by samples", "verified", "wrong"
Term name_of(RunVerdict verdict);
// The member "verdict" of a record, by that name.
void visit_verdict(Archive& a, RunVerdict& verdict, About about);

// A number with its name and its formatted text.
struct RunFigure {
  Message name;  // "bandwidth", "registers per thread"
  // In the unit; a percentage is 93.8 here, not 0.938.
  double value = 0;
  Message unit;  // "GB/s"; empty for a plain number
  Message text;  // "2957.4 GB/s", as displayed
};

// The displayed contents of a run. Missing parts are empty optionals and texts.
struct RunReport {
  // ok and wrong: it ran. error, cancelled: it did not run, and only `code`, `message`, `hint` and `missing` of the
  // following members are valid.
  enum class Status { ok, wrong, error, cancelled };
  Status status = Status::error;
  // For an error, its stable code for programs: the runner's, or malformed_answer.
  std::string code;
  Message message, hint;
  std::vector<Message> missing;  // reasons for a missing GPU, one each

  // The driver's name of the device; for the reference device a sentence.
  std::string device;
  std::string driver;  // version; may be empty
  // A GPU ran it; otherwise the reference device, which verifies and does not time.
  bool on_gpu = false;
  bool recorded = false;  // stored earlier, not measured now
  Message device_line;    // name, architecture, driver, CUDA
  std::string date;       // "2026-11-21T20:00:00Z"; may be empty
  // Device and time: "measured on NVIDIA H100 80GB HBM3, 2026-11-21"; or verified, run, recorded instead of measured;
  // before a run "predicted by the model: not measured".
  Message origin;

  // not_run also for a recorded result: a file of measurements does not record whether elements are correct.
  RunVerdict verdict = RunVerdict::not_run;
  // The verdict with its numbers: "verified: all 4096 elements are right, checked by the GPU". Empty if nothing ran.
  Message sentence;
  // Number of checked elements, and of wrong ones among them.
  std::int64_t checked = 0, wrong = 0;
  std::int64_t outside = 0;  // bytes written outside the destination
  // The values that wrong elements received instead (origin_lines), then the first eight that the runner reports, each
  // with its tile and owners; one per line.
  std::vector<Message> examples;
  // All wrong elements that the runner reports; empty without them.
  std::shared_ptr<const WrongElements> wrong_elements;
  // Their cells in the picture of the kernel's threads, if the caller knows the kernel (wrong_cells).
  std::vector<std::int64_t> wrong_cells;

  // A copy has gb_per_s, a product tflop_per_s. The baseline (a driver's copy, the vendor's product) has the same unit
  // and belongs to the same run. `median_ms` is for one launch, `spread` a fraction of it, `ratio` the rate as a
  // fraction of the baseline's.
  std::optional<double> gb_per_s, tflop_per_s, median_ms, spread, yardstick, ratio;
  std::string yardstick_name;
  // The rate of a run, in unit(); empty if it was not timed.
  std::optional<double> rate() const { return tflop_per_s ? tflop_per_s : gb_per_s; }
  const char* unit() const { return tflop_per_s ? "TFLOP/s" : "GB/s"; }
  // The target architecture of the compilation, "sm_90".
  std::string arch;
  std::optional<std::int64_t> registers;  // per thread

  // All numbers above and more, in display order: rates, times, the baseline, resources of the launch, clocks, and last
  // the fraction of the GPU's roof.
  std::vector<RunFigure> figures;
  // Predicted and measured counts (core/runs/run_counts.h); predicted ones come first.
  std::vector<RunCount> counters;
  std::vector<Message> lines;  // results of probes and traces, and of the compilation
  std::vector<Message> notes;  // missing parts and the reasons
  Message counters_missing;    // the note about counters

  // The work of a launch, and the predicted limits. Empty if the kernel is unknown.
  std::optional<KernelWork> work;
  KernelLimits limits;
};

// Facts of a kernel from its plan, without a run.
struct KernelFacts {
  // Operations, bytes, threads and shared memory of a launch; empty for a probe.
  std::optional<KernelWork> work;
  // The predicted counters.
  std::optional<CopyPrediction> prediction;
};
// Facts of the binding's kernel; empty if it is not a kernel, or has no value. Plans the kernel and inspects its
// accesses.
KernelFacts kernel_facts(const Workspace& workspace, int binding);

// The measured copy rate of a GPU's memory: for a product on the same GPU, whose own baseline is another product.
struct CopyRate {
  std::string device, name;
  double gb_per_s = 0;
};

// The report of a parsed result, which can be the error of a malformed one. `kernel`: facts of the executed kernel;
// without them the report has no predictions. `copied`: used if it is of the same device.
RunReport run_report(const RunResult& result, const KernelFacts& kernel = {}, const CopyRate& copied = {});
// The report of a runner's text: run_report(believed(read_run_result(result))).
RunReport run_report(std::string_view result, const KernelFacts& kernel = {}, const CopyRate& copied = {});

// For a kernel that ran a second time for its counters: facts about time stay those of the run that was only timed.
// post: `counted` has origin, rates, times, baseline, figures and limits of `timed`, and its own counters and verdict.
void keep_time(const RunReport& timed, RunReport& counted);

// The model's prediction of a kernel before any run: counters and limits, status ok, verdict not_run, no figures.
RunReport predicted_report(const KernelFacts& kernel);

// The main number of a run, on a line for the picture of its kernel: "2957 GB/s, 93.8 % of cuMemcpyDtoD; recorded on
// NVIDIA H100 80GB HBM3, 2026-11-21". Without a number its verdict; or empty.
Message run_headline(const RunReport& report);

// One line per row, for a terminal: no control characters. For an error its message, hint and reasons; otherwise
// origin, verdict, figures, limits, a table of counters, and last the missing parts.
std::string run_report_text(const RunReport& report, const Catalog& catalog = english_catalog());

}  // namespace stridescope
