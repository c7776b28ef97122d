// The roofline of the runs: where each point, roof and tick stands, in the units of its axes. Both axes are
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
// kernel that reads twice stands lower, not further left. Peaks come from the table of GPUs (core/hardware/gpus.def);
// "copy" and the product are yardsticks that were measured beside runs on that GPU. Source: Williams, Waterman,
// Patterson: Roofline, CACM 52(4), 2009.
#pragma once

#include <string>
#include <vector>

#include "core/runs/recorded_reports.h"

namespace stridescope {

// A run and its number in the history; 0 is no number of any. The report outlives the plot's making.
struct RooflineRun {
  int number = 0;
  const RunReport* report = nullptr;
};

// What a surface draws: it places values by Axis::place and computes nothing else.
struct RooflinePlot {
  // From a power of ten to a greater one.
  struct Axis {
    // What the axis shows, with its unit: "FLOP per byte", "GFLOP/s", "bytes moved", "GB/s".
    Message title;
    double low = 1;
    double high = 10;  // powers of ten
    // Powers of ten with what stands at them, at most seven: "10", "1k", "100MB".
    std::vector<std::pair<double, std::string>> ticks;
    // Where a value stands between low and high: 0 to 1, cut there; 0 also for what no logarithm has.
    double place(double value) const;
  };
  // What a GPU gives at most: a line of two or three points, from left to right.
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
    // It moves no bytes (the peak of a tile of an MMA): its intensity has no end, so it stands at the right edge.
    bool at_edge = false;
    // Of a recorded one: what it was called, what was measured, where and when.
    Message told = {};
  };
  // Of copies; else of products.
  bool bandwidth = false;
  // Intensity or bytes along, the rate up. Without a point, a roof or a rate they have no ticks.
  Axis x, y;
  std::vector<Roof> roofs;
  // Where the newest kernel stands on the x axis, whether it has run or not; 0: nowhere.
  double here = 0;
  // Measured ones only, of one kind and on one GPU: that of the newest run, or of the recorded ones.
  std::vector<Point> points;
  // No run of the reader's is a point: those that there are came with Stridescope.
  bool recorded = false;
  // Whose roofs these are, "(assumed)" where nothing ran on a GPU; of recorded points also the day.
  Message gpu;
  // What is not there, and why: "needs a run", "points need a GPU", "peaks: not in the table"; or empty.
  Message note;
  // Nothing is known to be drawn: neither a roof nor a rate.
  bool empty = true;
};

// The same for who asks from outside: all places are parts of the axes' lengths, 0 to 1, and roofs are two lists of
// them. Record "Roofline".
struct RooflineShown {
  struct Axis {
    Message title;
    // Where the lines of the axis stand, and what stands at them: as many of both, none of an empty plot.
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

// `newest`: what the plot is about; older runs of the same kind on the same GPU are points in it. Where none of them
// is one, those that are recorded are, under the roofs of their GPU, and the plot says so. A report without `work`
// has no place, and without a rate no point. Never fails: what cannot be drawn is said in the note.
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
