// A tuning step by step: candidates by the model, measured by a runner one after the other, rows to show, and lines to
// store so that no kernel is measured twice. The answers of the runner are checked here. A Tuning (core/tune/tuning.h)
// is plain data that the caller holds. Its kernels are numbered: 0 is the given kernel, then come the candidates, the
// fastest prediction first:
//   Tuning t = tuning_of(workspace, binding, "NVIDIA H100 80GB HBM3")
//   add_kept(t, device, lines)                    times that were measured earlier
//   while ((n = next_to_measure(t)) >= 0)          1, 2, ..., finally 0
//     add_measured(t, n, run_report(runner's answer))
//   shown(t)                                       after each, to draw
// After all candidates are measured, variants of the fastest one are appended, so the end of the list moves. Times are
// microseconds of one launch, rates TFLOP/s of products and GB/s of copies, budgets seconds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_report.h"
#include "core/tune/tuning.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// The candidates for a binding that is a kernel. `gpu`: a name of the table of GPUs, or the name that a driver reports;
// empty: the GPU of the model's constants. Fails with unknown_name for a GPU that is not in the table, index_range for
// a value that does not exist, unsupported for a value without candidates. Work: plans each candidate, which takes too
// long for one frame.
Result<Tuning> tuning_of(const Workspace& workspace, int binding, std::string_view gpu,
                         const TuneOptions& options = {});

// Adds the runner's answer for the kernel with that number: its time, if a GPU ran it and its results were right,
// otherwise the reason. Ignores an unknown number. May append kernels to the list; never moves one.
void add_measured(Tuning& tuning, std::size_t number, const RunReport& report);
// The number of the next kernel to measure: the candidates in order, finally the given kernel. -1: all are measured, or
// the budget is spent. The budget counts Tuning::spent_s, which the caller updates.
std::int64_t next_to_measure(const Tuning& tuning);
// The number of kernels that have neither a time nor a reason for its absence, regardless of the budget.
std::size_t left_to_measure(const Tuning& tuning);
// The default budget of a tuning.
inline constexpr double default_tuning_seconds = 60;

// A measured candidate as it is stored: JSON on one line; the record "TunedLine" (records_tuning.cpp) reads it.
struct TunedLine {
  // The driver's name of the GPU; the time counts only for this product.
  std::string device;
  // Tuning::kernel: the tuned kernel, with its tensors and types, printed.
  std::string kernel;
  // TunedKernel::text: the measured kernel, an expression of the language.
  std::string text;
  // The median time of one launch; greater than 0.
  double us = 0;
  // Date and time of the run, from the runner; may be empty.
  std::string date;
};
// The text of the line, without a line break.
std::string tuned_line(const TunedLine& line);
// The line of the kernel with that number, measured on a GPU of that name; empty if there is nothing to store: the
// kernel has no time or is the given kernel, or the device has no name.
std::string tuned_line(const Tuning& tuning, std::size_t number, std::string_view device, std::string_view date);
// Takes the times of this device and kernel from stored lines; returns the number of newly timed kernels. Skips
// unreadable lines; of several lines for one candidate the last one counts. `device` is a name of the table of GPUs or
// of a driver: both mean the same product, and an unknown name is compared verbatim.
std::size_t add_kept(Tuning& tuning, std::string_view device, std::string_view lines);
// Limit of stored lines: only the last bytes of a file are read.
inline constexpr std::size_t max_tuned_bytes = 8 << 20;

// A displayed kernel of a tuning.
struct TuningRow {
  // Its index among the tuning's kernels: 0 is the given kernel.
  std::size_t number = 0;
  // Its configuration: "64x128, 256 threads, 16 bytes at once, Sw<5,2,7>"; "the given kernel" for that one.
  Message label;
  // "180.2 us, 762.3 TFLOP/s"; or the reason for a missing time.
  Message predicted;
  // The largest part of its predicted time: "tensor cores", "L2", "launch"; empty without a prediction.
  Message binds;
  // A reason to doubt the prediction until it is measured: a position in TuningShown::doubts, from 1 on; 0: no doubt.
  std::size_t doubt = 0;
  // "181.0 us, 759.1 TFLOP/s"; or the reason for a missing time, for example wrong elements; empty: not measured.
  Message measured;
  double predicted_us = 0, measured_us = 0;  // 0: none
  // The difference of the measured and the predicted time, if it exceeds 15 %, and its reason, if the model has one;
  // otherwise empty.
  Message apart;
  // Length of its bar, 0 to 1: its rate relative to the highest one, both measured if any is, otherwise predicted.
  double length = 0;
  // The fastest kernel, by measured times if any exist, otherwise by predicted times.
  bool best = false;
  std::string text;  // an expression of the language; empty: the given kernel
};
// Measured times over predicted times. Both axes are logarithmic and have the same ticks: points on the diagonal have
// correct predictions. Positions are fractions of an axis, 0 to 1.
struct TuningPlot {
  struct Tick {
    double place = 0;
    std::string text;  // microseconds
  };
  struct Point {
    std::size_t number = 0;  // the kernel's index
    double x = 0;            // predicted
    double y = 0;            // measured
    bool best = false;
    // Within 15 % of the prediction.
    bool near = false;
  };
  // Ticks of both axes, in ascending order; empty if no row has both times.
  std::vector<Tick> ticks;
  // The distance of the 15 % lines from the diagonal, up and down, as a fraction of an axis: half of the drawn band.
  double near = 0;
  std::vector<Point> points;  // for the rows that have both times
  // "3 of 8 measured times are within 15 % of the prediction"; empty if nothing is measured.
  Message told;
};
// The display of a tuning.
struct TuningShown {
  Message title;    // the GPU, and whether any time is measured
  Message summary;  // the best kernel, its gain, and the bound that changed
  Message note;     // if the budget is spent: this, and the number of kernels left
  // In the order of the kernels.
  std::vector<TuningRow> rows;
  std::vector<Message> doubts;  // each once, in the order of the rows
  TuningPlot plot;
  // The number of the next kernel to measure, from next_to_measure; -1: none.
  std::int64_t next = -1;
  // The line to store for the kernel that was just measured; `take_tuned` fills it in, shown() does not.
  std::string kept;
};
TuningShown shown(const Tuning& tuning);

}  // namespace stridescope
