// A tuning as a surface goes through it: candidates by the model, one after the other measured by a runner, rows to
// show, and lines that are kept so that none is measured twice. The runner's answers are judged here, as everywhere.
// How it goes. A Tuning (core/tune/tuning.h) is plain data that the surface holds; its kernels are numbered, 0 the
// kernel as it was given, then the candidates, the quickest predicted first:
//   Tuning t = tuning_of(workspace, binding, "NVIDIA H100 80GB HBM3")
//   take_kept(t, device, lines)                    what was measured on an earlier day
//   while ((n = next_to_measure(t)) >= 0)          1, 2, ..., at the end 0
//     take_measured(t, n, run_report(runner's answer))
//   shown(t)                                       after each, to draw
// Once all candidates are measured, variants of the quickest are added to the list, so it ends later than it seems.
// Times are microseconds of one launch, rates TFLOP/s of products and GB/s of copies, budgets seconds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_report.h"
#include "core/tune/tuning.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// Candidates of the binding, which is a kernel. `gpu`: a name of the table of GPUs, or that of a driver; empty: the
// one that the model's constants are of. unknown_name for a GPU that the table does not have, index_range for a value
// that there is not, unsupported for one that has no candidates. Work: plans each candidate, so not for a frame.
Result<Tuning> tuning_of(const Workspace& workspace, int binding, std::string_view gpu,
                         const TuneOptions& options = {});

// What a runner answered for the kernel of that number: its time, if it was right and a GPU ran it, else why it has
// none. A number that there is not is passed over. It may add kernels to the end of the list, and never moves one.
void take_measured(Tuning& tuning, std::size_t number, const RunReport& report);
// The number of the one to be measured next: candidates in their order, the kernel as it is last. -1: all are, or the
// budget is over. The budget counts Tuning::spent_s, which the caller keeps.
std::int64_t next_to_measure(const Tuning& tuning);
// Those that have neither a time nor a reason for having none, whatever the budget says.
std::size_t left_to_measure(const Tuning& tuning);
// What a tuning may take where nobody says it.
inline constexpr double default_tuning_seconds = 60;

// A measured candidate, as it is kept: JSON on one line, read by the record "TunedLine" (records_tuning.cpp).
struct TunedLine {
  // The driver's name of the GPU: times are taken again on this product alone.
  std::string device;
  // Tuning::kernel: what was tuned, its tensors and types, printed.
  std::string kernel;
  // TunedKernel::text: what ran, an expression of the language.
  std::string text;
  // Of one launch, the median; greater than 0.
  double us = 0;
  // When it ran, as the runner says it; may be empty.
  std::string date;
};
// The line without its end.
std::string tuned_line(const TunedLine& line);
// Of the kernel of that number, as it was measured on a GPU of that name; empty where there is nothing to keep: it
// has no time, is the kernel as it was given, or the device has no name.
std::string tuned_line(const Tuning& tuning, std::size_t number, std::string_view device, std::string_view date);
// Of kept lines those of this device and kernel: their times are taken; how many kernels have one that had none.
// Lines that cannot be read are passed over; of several of one candidate the last one counts. `device` is a name of the
// table of GPUs or of a driver: one product has both, and one that the table does not have is compared as it stands.
std::size_t take_kept(Tuning& tuning, std::string_view device, std::string_view lines);
// Of kept lines the last ones of so many bytes are read: who has a file of them reads no more.
inline constexpr std::size_t max_tuned_bytes = 8 << 20;

// A kernel of a tuning as it is shown.
struct TuningRow {
  // Its place among the tuning's kernels: 0 is the one as it was given.
  std::size_t number = 0;
  // What it is: "64x128, 256 threads, 16 bytes at once, Sw<5,2,7>"; of the first one "as it is".
  Message label;
  // "180.2 us, 762.3 TFLOP/s"; or why there is no time.
  Message predicted;
  // The part that its predicted time is made of most: "tensor cores", "L2", "launch"; empty without a prediction.
  Message binds;
  // Why the prediction may be off, while nothing measured says how far: a number of TuningShown::doubts, from 1 on;
  // else 0.
  std::size_t doubt = 0;
  // "181.0 us, 759.1 TFLOP/s"; or why there is none, wrong elements for example; empty: not measured.
  Message measured;
  double predicted_us = 0, measured_us = 0;  // 0: none
  // How far the measured time is from the predicted one, where that is more than 15 %, and why, as far as the model
  // knows it; else empty.
  Message apart;
  // Of its bar, 0 to 1: its rate as a part of the highest; measured rates as soon as there is one, else predicted.
  double length = 0;
  // The quickest: measured where one is, else predicted.
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
  // Of both axes, in ascending order; empty where no row has both times.
  std::vector<Tick> ticks;
  // How far beside the diagonal 15 % are, up and down, as a part of an axis: the band that is drawn.
  double near = 0;
  std::vector<Point> points;  // of the rows that have both times
  // "3 of 8 measured times are within 15 % of the prediction"; empty where nothing is measured.
  Message told;
};
// What a surface draws of a tuning.
struct TuningShown {
  Message title;    // of which GPU, and whether anything is measured
  Message summary;  // the best one, what it gains, and which bound moved
  Message note;     // that the budget is over, and what is left
  // In the order of their numbers.
  std::vector<TuningRow> rows;
  std::vector<Message> doubts;  // each once, in the order of the rows
  TuningPlot plot;
  // The number of the one to be measured next, as next_to_measure says it; -1: none.
  std::int64_t next = -1;
  // A line to be kept of what has just been measured, for a later `tune`; `take_tuned` fills it in, shown() does not.
  std::string kept;
};
TuningShown shown(const Tuning& tuning);

}  // namespace stridescope
