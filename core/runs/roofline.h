// The roofline of runs: the position of each point, roof and tick, in the units of the axes. Both axes are logarithmic.
//
// Matrix products: operations per byte that must be moved at least, against operations per second. The roof is the
// minimum of memory peak times intensity and the peak of the tensor cores. A copy has no operations; its intensity of 0
// does not fit a logarithmic axis. So for copies the roof is bandwidth, over the bytes of a launch.
//               x axis                      y axis                              roofs
//   products    FLOP per byte               GFLOP/s                             data sheet; copy; the vendor's product
//   copies      bytes read plus written     GB/s, bytes read plus written       DRAM of the data sheet; copy
// Operations and bytes are those of the kernel's plan (KernelWork), with each element read once and written once; so a
// kernel that reads twice is lower, not further left. Peaks come from the table of GPUs (core/hardware/gpus.def);
// "copy" and the product are baselines measured in runs on that GPU. Source: Williams, Waterman, Patterson: Roofline,
// CACM 52(4), 2009.
#pragma once

#include <string>
#include <vector>

#include "core/runs/recorded_reports.h"

namespace stridescope {

// A run and its number in the history; 0: none. The report must outlive the call.
struct RooflineRun {
  int number = 0;
  const RunReport* report = nullptr;
};

// The plot for display: a UI positions values with Axis::place and computes nothing else.
struct RooflinePlot {
  // From one power of ten to a larger one.
  struct Axis {
    // The quantity of the axis, with its unit: "FLOP per byte", "GFLOP/s", "bytes moved", "GB/s".
    Message title;
    double low = 1;
    double high = 10;  // powers of ten
    // Powers of ten with their labels, at most seven: "10", "1k", "100MB".
    std::vector<std::pair<double, std::string>> ticks;
    // The position of a value between low and high: 0 to 1, clamped; 0 also for values without a logarithm.
    double place(double value) const;
  };
  // A limit of a GPU: a line of two or three points, from left to right.
  struct Roof {
    // "3352 GB/s, 989 TFLOP/s", "DRAM 3352", or the baseline's name with its rate.
    Message label;
    // Measured on this GPU; otherwise from a data sheet.
    bool measured = false;
    std::vector<std::pair<double, double>> line;
  };
  // A timed run.
  struct Point {
    // Its number; 0 for a recorded one.
    int run = 0;
    // In the units of the axes: FLOP per byte and GFLOP/s, or bytes and GB/s.
    double x = 0;
    double y = 0;
    bool newest = false;
    // Some elements are wrong, so the rate is meaningless.
    bool wrong = false;
    // The run moves no bytes (the peak of an MMA tile): its intensity is infinite, and the point is at the right edge.
    bool at_edge = false;
    // For a recorded run: its name, the measurement, the device and date.
    Message told = {};
  };
  // True for copies, false for products.
  bool bandwidth = false;
  // Intensity or bytes on x, the rate on y. Without a point, roof or rate they have no ticks.
  Axis x, y;
  std::vector<Roof> roofs;
  // The position of the newest kernel on the x axis, even before it has run; 0: none.
  double here = 0;
  // Measured points only, of one kind and one GPU: those of the newest run, or of the recorded runs.
  std::vector<Point> points;
  // All points are built-in measurements, since the user has no suitable runs.
  bool recorded = false;
  // The device of the roofs, with "(assumed)" if nothing ran on a GPU; for recorded points also the day.
  Message gpu;
  // The missing part, and the reason: "needs a run", "points need a GPU", "peaks: not in the table"; or empty.
  Message note;
  // Nothing can be drawn: neither a roof nor a rate is known.
  bool empty = true;
};

// The same for external callers: positions are fractions of the axes' lengths, 0 to 1, and roofs are two lists of
// positions. Record "Roofline".
struct RooflineShown {
  struct Axis {
    Message title;
    // Positions and labels of the axis's ticks, of equal number; empty for an empty plot.
    std::vector<double> ticks;
    std::vector<std::string> labels;
  };
  // post: `along` and `up` have equally many positions.
  struct Roof {
    Message label;
    bool measured = false;
    std::vector<double> along, up;
  };
  struct Point {
    // Its positions on x and y.
    double along = 0;
    double up = 0;
    bool newest = false;
    bool wrong = false;
    Message told;
  };
  // The name of the value whose runs these are; the caller sets it, since a plot does not know it.
  std::string kernel;
  Axis x, y;
  std::vector<Roof> roofs;
  std::vector<Point> points;
  double here = 0;
  bool recorded = false;
  Message gpu;
  Message note;
  bool empty = true;
};
RooflineShown shown(const RooflinePlot& plot);

// `newest`: the subject of the plot; older runs of the same kind on the same GPU are further points. If no run
// qualifies, the recorded ones are used, below the roofs of their GPU, and the plot says so. A report without `work`
// has no position, and one without a rate no point. Never fails: problems are in the note.
RooflinePlot roofline(const std::vector<RooflineRun>& history, const std::optional<RooflineRun>& newest,
                      const std::vector<RecordedReport>& recorded = {});

// The minimum of the memory's and the tensor cores' peaks at the run's intensity, from the data sheet of its GPU, in
// the run's unit (GB/s, TFLOP/s). Empty if the GPU is not in the table or only assumed, or if the kernel is unknown.
std::optional<double> roof_of(const RunReport& run);

// Ten to the power of an integer between -308 and 308. std::pow has tables of 4 kB, which only the time model needs.
double power_of_ten(double exponent);

// A number with a prefix and at most three decimals: 1000 -> "1k", 1e7 -> "10M", 2.5e9 -> "2.5G". pre: value >= 0.
std::string short_power(double value);

}  // namespace stridescope
