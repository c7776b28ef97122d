// The report of a run, decided once: a runner's result and the model's facts of the kernel become a verdict, figures,
// counters and sentences. Page, window, command line and runner show these rows and decide nothing.
//
// The text of a row includes its unit. Figures are measured unless their words state otherwise. The sentences of a
// runner and names of devices and counters are verbatim. Three reports are made here: of a result (run_report), of a
// kernel that has not run (predicted_report), and of both runs if one was timed and one counted (keep_time). Units:
// times are milliseconds, rates GB/s (bytes read plus bytes written, 10^9) or TFLOP/s (10^12), spread and ratio
// fractions of 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/runs/kernel_limits.h"
#include "core/runs/run_counts.h"
#include "core/runs/run_result.h"

namespace stridescope {

// The verification status of a run's elements. The answer is checked before the clock: a time without a verdict of
// verified or sampled is meaningless.
enum class RunVerdict {
  not_run,       // no result: an error, or it was cancelled
  not_verified,  // it ran, and nothing was looked at
  sampled,       // some elements were looked at, and they are right
  verified,      // every element is right, and nothing was written outside
  // Some element is wrong, or bytes were written outside of the destination.
  wrong,
};
// "not run", "not verified", "verified by samples", "verified", "wrong"
Term name_of(RunVerdict verdict);
// The member "verdict" of a record, by that name.
void visit_verdict(Archive& a, RunVerdict& verdict, About about);

// A number to show, with its name and its text as it is to be written.
struct RunFigure {
  Message name;  // "bandwidth", "registers per thread"
  // In the unit; a percentage is 93.8 here, not 0.938.
  double value = 0;
  Message unit;  // "GB/s"; empty for a plain number
  Message text;  // "2957.4 GB/s", as it is shown
};

// The displayed contents of a run. For missing parts, an optional is empty and a text empty.
struct RunReport {
  // ok and wrong: it ran. error, cancelled: it did not, and of what follows only `code`, `message`, `hint` and
  // `missing` say something.
  enum class Status { ok, wrong, error, cancelled };
  Status status = Status::error;
  // For an error, its stable name for programs: the runner's, or malformed_answer.
  std::string code;
  Message message, hint;
  std::vector<Message> missing;  // reasons for a missing GPU, one each

  // Its name as the driver has it; of the reference device a sentence.
  std::string device;
  std::string driver;  // its version; may be empty
  // A GPU ran it; otherwise the reference device did, which verifies and measures no time.
  bool on_gpu = false;
  bool recorded = false;  // not run now, but kept from then
  Message device_line;    // name, architecture, driver, CUDA
  std::string date;       // "2026-11-21T20:00:00Z"; may be empty
  // Place and time: "measured on NVIDIA H100 80GB HBM3, 2026-11-21"; otherwise verified, run or recorded there;
  // "predicted by the model: not measured" before a run.
  Message origin;

  // not_run also for a recorded result: a file of measurements says nothing of the elements.
  RunVerdict verdict = RunVerdict::not_run;
  // The verdict with its numbers: "verified: all 4096 elements are right, checked by the GPU". Empty where nothing
  // ran.
  Message sentence;
  // Elements that were looked at, and those of them that are wrong.
  std::int64_t checked = 0, wrong = 0;
  std::int64_t outside = 0;  // bytes written outside the destination
  // Wrong elements with their tile and owners, a line each: the first eight that the runner names.
  std::vector<Message> examples;
  // Coordinates of the wrong elements that it names: "(3,5)".
  std::vector<std::string> wrong_coordinates;

  // A copy has gb_per_s, a product tflop_per_s; the yardstick (a copy by the driver, the vendor's product) has the
  // same unit and is of the same run. `median_ms` is of one launch, `spread` a fraction of it, `ratio` the rate as a
  // fraction of the yardstick's.
  std::optional<double> gb_per_s, tflop_per_s, median_ms, spread, yardstick, ratio;
  std::string yardstick_name;
  // The one number of a run, in unit(); nothing where it was not timed.
  std::optional<double> rate() const { return tflop_per_s ? tflop_per_s : gb_per_s; }
  const char* unit() const { return tflop_per_s ? "TFLOP/s" : "GB/s"; }
  // The architecture that it was compiled for, "sm_90".
  std::string arch;
  std::optional<std::int64_t> registers;  // of a thread

  // All of the above that is a number, and more, in the order to show: rates, times, the yardstick, resources of the
  // launch, clocks, and last how near it comes to the roof of its GPU.
  std::vector<RunFigure> figures;
  // Predicted next to measured counts (core/runs/run_counts.h); the predicted ones come first.
  std::vector<RunCount> counters;
  std::vector<Message> lines;  // what probes and traces say, and what was compiled
  std::vector<Message> notes;  // what could not be had, and why
  Message counters_missing;    // the note on counters, alone

  // Its requested resources, and the limits: predictions. Empty if the kernel is unknown.
  std::optional<KernelWork> work;
  KernelLimits limits;
};

// The facts of a kernel without a run, by its plan.
struct KernelFacts {
  // Operations, bytes, threads and shared memory of a launch; nothing for a probe.
  std::optional<KernelWork> work;
  // The predicted counters.
  std::optional<CopyPrediction> prediction;
};
// For the binding; empty if it is not a kernel, or has no value. Costs the plan of the kernel and a look at its
// accesses.
KernelFacts kernel_facts(const Workspace& workspace, int binding);

// The measured copy rate of a GPU's memory: used for a product on the same GPU, whose own yardstick is another product.
struct CopyRate {
  std::string device, name;
  double gb_per_s = 0;
};

// Report of a parsed result, which can be the error of a malformed one. `kernel`: facts of the kernel that ran; without
// them the report has no predictions. `copied`: counts, if they are of the same device.
RunReport run_report(const RunResult& result, const KernelFacts& kernel = {}, const CopyRate& copied = {});
// Report of the text from a runner: run_report(believed(read_run_result(result))).
RunReport run_report(std::string_view result, const KernelFacts& kernel = {}, const CopyRate& copied = {});

// The same kernel has run once more, for its counters: the facts about time stay those of the run that was only timed.
// post: `counted` has origin, rates, times, yardstick, figures and limits of `timed`, its own counters and verdict.
void keep_time(const RunReport& timed, RunReport& counted);

// The model's prediction of the kernel before any run: counters and limits, status ok, a verdict of not_run, no
// figures.
RunReport predicted_report(const KernelFacts& kernel);

// The one number of a run, in a line next to the picture of its kernel: "2957 GB/s, 93.8 % of cuMemcpyDtoD; recorded on
// NVIDIA H100 80GB HBM3, 2026-11-21". Without one its verdict; or empty.
Message run_headline(const RunReport& report);

// A line a row, for a terminal: no control characters. Of an error its message, its hint and the reasons; else the
// origin, the verdict, figures, limits, a table of counters, and last what could not be had.
std::string run_report_text(const RunReport& report, const Catalog& catalog = english_catalog());

}  // namespace stridescope
