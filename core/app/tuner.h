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
// The number of the one to be measured next: candidates in their order, the kernel as it is last. -1: all are.
std::int64_t next_to_measure(const Tuning& tuning);

// A measured candidate, as it is kept.
struct TunedLine {
  std::string device;  // the driver's name
  std::string kernel;  // Tuning::kernel
  std::string text;    // TunedKernel::text
  double us = 0;
  std::string date;
};
std::string tuned_line(const TunedLine& line);
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
  double length = 0;                         // of its bar: its rate as a part of the highest
  bool best = false;
  std::string text;  // of the language; empty: the kernel as it is
};
struct TuningShown {
  Message title;    // of which GPU, and whether anything is measured
  Message summary;  // the best one, what it gains, and which bound moved
  std::vector<TuningRow> rows;
  std::int64_t next = -1;  // the one to be measured next
};
TuningShown shown(const Tuning& tuning);

}  // namespace stridescope
