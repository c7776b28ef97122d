// The roofline of the runs: the position of each point, roof and tick, in the units of its axes. Both axes are
// logarithmic.
//
// Products of matrices: operations for each byte that must be moved at least, against operations a second. The roof
// is the lower of the memory's peak times the intensity and the peak of the tensor cores. A copy has no operations,
// so its intensity is 0 and on no logarithmic axis: for copies the roof is bandwidth, over the bytes that a launch
// moves.
//               x axis                      y axis                              roofs
//   products    FLOP per byte               GFLOP/s                             data sheet; copy; the vendor's product
//   copies      bytes read plus written     GB/s, bytes read plus written       DRAM of the data sheet; copy
// Operations and bytes are those of the kernel's plan (KernelWork), each element read once and written once, so a
// kernel that reads twice is lower, not further left. Peaks come from the table of GPUs (core/hardware/gpus.def);
// "copy" and the product are yardsticks measured in runs on that GPU. Source: Williams, Waterman, Patterson: Roofline,
// CACM 52(4), 2009.
#pragma once

#include <string>
#include <vector>

#include "core/runs/recorded_reports.h"

namespace stridescope {

// A run and its number in the history; 0 is not a number. The report outlives the plot's making.
struct RooflineRun {
  int number = 0;
  const RunReport* report = nullptr;
};

// The display: it places values by Axis::place and computes nothing else.
struct RooflinePlot {
  // From a power of ten to a greater one.
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
  // A GPU's limit: a line of two or three points, from left to right.
  struct Roof {
    // "3352 GB/s, 989 TFLOP/s", "DRAM 3352", or the yardstick's name with what it reached.
    Message label;
    // It was measured on this GPU; else it is of a data sheet.
    bool measured = false;
    std::vector<std::pair<double, double>> line;
  };
  // A run that was timed.
  struct Point {
    // Its number; 0 for a recorded one.
    int run = 0;
    // In the units of the axes: FLOP per byte and GFLOP/s, or bytes and GB/s.
    double x = 0;
    double y = 0;
    bool newest = false;
    // It gave wrong elements: its rate proves nothing.
    bool wrong = false;
    // It moves no bytes (the peak of a tile of an MMA): its intensity is infinite, so it is at the right edge.
    bool at_edge = false;
    // For a recorded one: its name, the measurement, the device and date.
    Message told = {};
  };
  // For copies; otherwise for products.
  bool bandwidth = false;
  // Intensity or bytes along, the rate up. Without a point, a roof or a rate they have no ticks.
  Axis x, y;
  std::vector<Roof> roofs;
  // The position of the newest kernel on the x axis, whether it has run or not; 0: none.
  double here = 0;
  // Measured ones only, of one kind and on one GPU: that of the newest run, or of the recorded ones.
  std::vector<Point> points;
  // No run of the user's is a point: the existing ones are built-in.
  bool recorded = false;
  // The device of the roofs, "(assumed)" if nothing ran on a GPU; for recorded points also the day.
  Message gpu;
  // The missing part, and the reason: "needs a run", "points need a GPU", "peaks: not in the table"; or empty.
  Message note;
  // Nothing is known to be drawn: neither a roof nor a rate.
  bool empty = true;
};

// The same for external callers: all places are fractions of the axes' lengths, 0 to 1, and roofs are two lists of
// them. Record "Roofline".
struct RooflineShown {
  struct Axis {
    Message title;
    // The positions of the axis's lines, and their labels: equally many, none for an empty plot.
    std::vector<double> ticks;
    std::vector<std::string> labels;
  };
  // post: `along` and `up` have as many places.
  struct Roof {
    Message label;
    bool measured = false;
    std::vector<double> along, up;
  };
  struct Point {
    // Its place along and up.
    double along = 0;
    double up = 0;
    bool newest = false;
    bool wrong = false;
    Message told;
  };
  // The name of the value whose runs these are; the caller fills it in, since a plot does not know it.
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

// `newest`: the subject of the plot; older runs of the same kind on the same GPU are points in it. If none of them is
// one, the recorded ones are, under the roofs of their GPU, and the plot says so. A report without `work` has no place,
// and without a rate no point. Never fails: obstacles are in the note.
RooflinePlot roofline(const std::vector<RooflineRun>& history, const std::optional<RooflineRun>& newest,
                      const std::vector<RecordedReport>& recorded = {});

// The lower of the memory's peak and that of the tensor cores at the run's intensity, by the data sheet of the GPU
// that it ran on, in the run's unit (GB/s, TFLOP/s); nothing where the table of GPUs does not have it, where it is
// only assumed, or where the kernel is not known.
std::optional<double> roof_of(const RunReport& run);

// A number with a prefix, three digits behind the point at most: 1000 -> "1k", 1e7 -> "10M", 2.5e9 -> "2.5G". pre:
// value >= 0.
std::string short_power(double value);

}  // namespace stridescope
