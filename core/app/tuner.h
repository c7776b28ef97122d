// A tuning as a surface goes through it: candidates by the model, one after the other measured by a runner, rows to
// show, and lines that are kept so that none is measured twice. The runner's answers are judged here, as everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/run_report.h"
#include "core/tune/tuning.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// Of the binding, which is a kernel. `gpu`: a name of the table of GPUs, or that of a driver; empty: the one that the
// model's constants are of. unknown_name for a GPU that the table does not have.
Result<Tuning> tuning_of(const Workspace& workspace, int binding, std::string_view gpu,
                         const TuneOptions& options = {});

// What a runner answered for the kernel of that number: its time, if it was right, else why it has none.
void take_measured(Tuning& tuning, std::size_t number, const RunReport& report);
// The number of the one to be measured next: candidates in their order, the kernel as it is last. -1: all are, or the
// budget is over.
std::int64_t next_to_measure(const Tuning& tuning);
// Those that have neither a time nor a reason for having none.
std::size_t left_to_measure(const Tuning& tuning);
inline constexpr double default_tuning_seconds = 60;

// A measured candidate, as it is kept.
struct TunedLine {
  std::string device;  // the driver's name
  std::string kernel;  // Tuning::kernel
  std::string text;    // TunedKernel::text
  double us = 0;
  std::string date;
};
std::string tuned_line(const TunedLine& line);
// Of the kernel of that number, as it was measured on a GPU of that name; empty where there is nothing to keep.
std::string tuned_line(const Tuning& tuning, std::size_t number, std::string_view device, std::string_view date);
// Of kept lines those of this device and kernel: their times are taken, and how many there were. Lines that cannot be
// read are passed over.
std::size_t take_kept(Tuning& tuning, std::string_view device, std::string_view lines);
inline constexpr std::size_t max_tuned_bytes = 8 << 20;  // of kept lines that are read

// Rows as they are shown.
struct TuningRow {
  std::size_t number = 0;
  Message label;
  Message predicted;                         // "180.2 us, 762.3 TFLOP/s"; or why there is no time
  Message binds;                             // "tensor cores"
  Message measured;                          // "181.0 us, 759.1 TFLOP/s"; or why there is none; empty: not measured
  double predicted_us = 0, measured_us = 0;  // 0: none
  Message apart;      // how far the measured time is from the predicted one, where it is not near it, and why
  double length = 0;  // of its bar: its rate as a part of the highest
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
    bool near = false;
  };
  std::vector<Tick> ticks;
  double near = 0;            // how far beside the diagonal 15 % are, up and down
  std::vector<Point> points;  // of the rows that have both times
  Message told;               // how many are near; empty where nothing is measured
};
struct TuningShown {
  Message title;    // of which GPU, and whether anything is measured
  Message summary;  // the best one, what it gains, and which bound moved
  Message note;     // that the budget is over, and what is left
  std::vector<TuningRow> rows;
  TuningPlot plot;
  std::int64_t next = -1;  // the one to be measured next
  std::string kept;        // a line to be kept of what has just been measured, for `tune`
};
TuningShown shown(const Tuning& tuning);

}  // namespace stridescope
