// A tuning step by step: candidates by the model, measured by a runner one after the other, rows to show, and lines to
// store so that none is measured twice. The runner's answers are judged here. Sequence: a Tuning (core/tune/tuning.h)
// is plain data that the caller holds; its kernels are numbered, 0 the given kernel, then the candidates, fastest
// prediction first:
//   Tuning t = tuning_of(workspace, binding, "NVIDIA H100 80GB HBM3")
//   take_kept(t, device, lines)                    what was measured on an earlier day
//   while ((n = next_to_measure(t)) >= 0)          1, 2, ..., at the end 0
//     take_measured(t, n, run_report(runner's answer))
//   shown(t)                                       after each, to draw
// Once all candidates are measured, variants of the fastest are added to the list, so the end moves. Times are
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

// Candidates of the binding, which is a kernel. `gpu`: a name of the table of GPUs, or that of a driver; empty: the one
// of the model's constants. unknown_name for a GPU that the table does not have, index_range for a value that does not
// exist, unsupported for one without candidates. Work: plans each candidate, so not for a frame.
Result<Tuning> tuning_of(const Workspace& workspace, int binding, std::string_view gpu,
                         const TuneOptions& options = {});

// A runner's answer for the kernel of that number: its time, if it was right and a GPU ran it, otherwise the reason. An
// unknown number is ignored. It may add kernels to the end of the list, and never moves one.
void take_measured(Tuning& tuning, std::size_t number, const RunReport& report);
// The number of the one to be measured next: candidates in their order, the kernel as it is last. -1: all are, or the
// budget is over. The budget counts Tuning::spent_s, which the caller keeps.
std::int64_t next_to_measure(const Tuning& tuning);
// Those that have neither a time nor a reason for having none, whatever the budget says.
std::size_t left_to_measure(const Tuning& tuning);
// The default limits of a tuning.
inline constexpr double default_tuning_seconds = 60;

// A measured candidate, as it is kept: JSON on one line, read by the record "TunedLine" (records_tuning.cpp).
struct TunedLine {
  // The driver's name of the GPU: times are taken again on this product alone.
  std::string device;
  // Tuning::kernel: what was tuned, its tensors and types, printed.
  std::string kernel;
  // TunedKernel::text: what ran, an expression of the language.
  std::string text;
  // For one launch, the median; greater than 0.
  double us = 0;
  // Time of the run, from the runner; may be empty.
  std::string date;
};
// The line without its end.
std::string tuned_line(const TunedLine& line);
// For the kernel of that number, as measured on a GPU of that name; empty if there is nothing to store: it has no time,
// is the given kernel, or the device has no name.
std::string tuned_line(const Tuning& tuning, std::size_t number, std::string_view device, std::string_view date);
// Takes the times of this device and kernel from stored lines; returns the number of newly timed kernels. Unreadable
// lines are skipped; of several of one candidate the last one counts. `device` is a name of the table of GPUs or of a
// driver: one product has both, and an unknown one is compared verbatim.
std::size_t take_kept(Tuning& tuning, std::string_view device, std::string_view lines);
// Limit of stored lines: only the last bytes of a file are read.
inline constexpr std::size_t max_tuned_bytes = 8 << 20;

// A kernel of a tuning as it is shown.
struct TuningRow {
  // Its place among the tuning's kernels: 0 is the one as it was given.
  std::size_t number = 0;
  // Its configuration: "64x128, 256 threads, 16 bytes at once, Sw<5,2,7>"; for the first one "as it is".
  Message label;
  // "180.2 us, 762.3 TFLOP/s"; or the reason for a missing time.
  Message predicted;
  // The part that its predicted time is made of most: "tensor cores", "L2", "launch"; empty without a prediction.
  Message binds;
  // The reason why the prediction may be off, until a measurement shows it: a number of TuningShown::doubts, from 1 on;
  // otherwise 0.
  std::size_t doubt = 0;
  // "181.0 us, 759.1 TFLOP/s"; or the reason for a missing time, wrong elements for example; empty: not measured.
  Message measured;
  double predicted_us = 0, measured_us = 0;  // 0: none
  // The difference of the measured and the predicted time, if it exceeds 15 %, and its reason, if the model knows it;
  // otherwise empty.
  Message apart;
  // Length of its bar, 0 to 1: its rate relative to the highest; measured rates as soon as there is one, otherwise
  // predicted.
  double length = 0;
  // The fastest: measured if one is, otherwise predicted.
  bool best = false;
  std::string text;  // of the language; empty: the kernel as it is
};
// Measured times over predicted ones. Both axes are logarithmic and have the same ticks: on the diagonal lies what
// came as it was predicted. Places are parts of an axis, 0 to 1.
struct TuningPlot {
  struct Tick {
    double place = 0;
    std::string text;  // microseconds
  };
  struct Point {
    std::size_t number = 0;  // of its row
    double x = 0;            // predicted
    double y = 0;            // measured
    bool best = false;
    // Within 15 % of the prediction.
    bool near = false;
  };
  // Ticks of both axes, in ascending order; empty if no row has both times.
  std::vector<Tick> ticks;
  // The distance of the 15 % lines from the diagonal, up and down, as a fraction of an axis: the drawn band.
  double near = 0;
  std::vector<Point> points;  // of the rows that have both times
  // "3 of 8 measured times are within 15 % of the prediction"; empty where nothing is measured.
  Message told;
};
// The display of a tuning.
struct TuningShown {
  Message title;    // the GPU, and whether anything is measured
  Message summary;  // the best one, what it gains, and which bound moved
  Message note;     // that the budget is over, and what is left
  // In the order of their numbers.
  std::vector<TuningRow> rows;
  std::vector<Message> doubts;  // each once, in the order of the rows
  TuningPlot plot;
  // The number of the next kernel to be measured, from next_to_measure; -1: none.
  std::int64_t next = -1;
  // A line to be kept of what has just been measured, for a later `tune`; `take_tuned` fills it in, shown() does not.
  std::string kept;
};
TuningShown shown(const Tuning& tuning);

}  // namespace stridescope
