// What a run says, decided once: a runner's result and what the model knows of the kernel become a verdict, figures,
// counters and sentences. Page, window, command line and runner show these rows and decide nothing.
//
// A row's text holds its unit. Figures are measured, unless their words say otherwise. What a runner says in words of
// its own, and names of devices and counters, stand as they came.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json_value.h"
#include "core/workspace/kernel_limits.h"
#include "core/workspace/run_counts.h"

namespace stridescope {

// What a run has shown of a kernel's elements.
enum class RunVerdict {
  not_run,       // there is no result: an error, or it was cancelled
  not_verified,  // it ran, and nothing was looked at
  sampled,       // some elements were looked at, and they are right
  verified,      // every element is right, and nothing was written outside
  wrong,
};
// "not run", "not verified", "verified by samples", "verified", "wrong"
Term name_of(RunVerdict verdict);

// A number to show, with its name and its text as it is to be written.
struct RunFigure {
  Message name;  // "bandwidth", "registers of a thread"
  double value = 0;
  Message unit;  // "GB/s"; empty for a plain number
  Message text;  // "2957.4 GB/s", as it is shown
};

// Everything that a surface shows of a run. Of what is not there, an optional is empty and a text empty.
struct RunReport {
  enum class Status { ok, wrong, error, cancelled };
  Status status = Status::error;
  std::string code;  // of an error
  Message message, hint;
  std::vector<Message> missing;  // why there is no GPU, a reason each

  std::string device;  // its name
  std::string driver;  // its version; may be empty
  bool on_gpu = false;
  bool recorded = false;  // not run now, but kept from then
  Message device_line;    // name, architecture, driver, CUDA
  std::string date;       // "2026-11-21T20:00:00Z"; may be empty
  Message origin;         // "measured on NVIDIA H100 80GB HBM3, 2026-11-21"

  RunVerdict verdict = RunVerdict::not_run;
  Message sentence;  // "verified: all 4096 elements are right, checked by the GPU"
  std::int64_t checked = 0, wrong = 0;
  std::int64_t outside = 0;                    // bytes written outside the destination
  std::vector<Message> examples;               // of wrong elements, a line each
  std::vector<std::string> wrong_coordinates;  // "(3,5)"

  // A copy has gb_per_s, a product tflop_per_s; the yardstick has the same unit.
  std::optional<double> gb_per_s, tflop_per_s, median_ms, spread, yardstick, ratio;
  std::string yardstick_name;
  std::optional<double> rate() const { return tflop_per_s ? tflop_per_s : gb_per_s; }
  const char* unit() const { return tflop_per_s ? "TFLOP/s" : "GB/s"; }
  std::string arch;                       // "sm_90", that it was compiled for
  std::optional<std::int64_t> registers;  // of a thread

  std::vector<RunFigure> figures;  // all of the above that is a number, and more, in the order to show
  std::vector<RunCount> counters;
  std::vector<Message> lines;  // what probes and traces say, and what was compiled
  std::vector<Message> notes;  // what could not be had, and why
  Message counters_missing;    // the note on counters, alone

  // What it asks of a GPU and what then limits it: predictions. Nothing where the kernel is not known.
  std::optional<KernelWork> work;
  KernelLimits limits;
};

// What is known of a kernel without running it.
struct KernelFacts {
  std::optional<KernelWork> work;
  std::optional<CopyPrediction> prediction;
};
// Of the binding; empty for what is no kernel.
KernelFacts kernel_facts(const Workspace& workspace, int binding);

// How fast a GPU's memory was measured to copy: it serves a product on the same GPU, whose own yardstick is another
// product.
struct CopyRate {
  std::string device, name;
  double gb_per_s = 0;
};

// Of a result as it came: one that is not as it should be (run_result.h) is an error that says so.
RunReport run_report(const JsonValue& result, const KernelFacts& kernel = {}, const CopyRate& copied = {});
RunReport run_report(std::string_view result, const KernelFacts& kernel = {}, const CopyRate& copied = {});

// The same kernel has run once more, for its counters: what is said of its time stays that of the run that was only
// timed.
void keep_time(const RunReport& timed, RunReport& counted);

// What the model says of the kernel before anybody runs it: counters and limits, a verdict of not_run.
RunReport predicted_report(const KernelFacts& kernel);

// The one number of a run, in a line beside the picture of its kernel: "2957 GB/s, 93.8 % of cuMemcpyDtoD; recorded on
// NVIDIA H100 80GB HBM3, 2026-11-21". Without one its verdict; empty where there is neither.
Message run_headline(const RunReport& report);

// A line a row, for a terminal: no control characters.
std::string run_report_text(const RunReport& report, const Catalog& catalog = english_catalog());

}  // namespace stridescope
