// The roofline of the runs: where each point, roof and tick stands, in the units of its axes. Both axes are
// logarithmic.
//
// Products of matrices: operations for each byte that must be moved at least, against operations a second. The roof is
// the lower of the memory's peak times the intensity and the peak of the tensor cores. A copy has no operations, so its
// intensity is 0 and on no logarithmic axis: for copies the roof is bandwidth, over the bytes that a launch moves.
#pragma once

#include <string>
#include <vector>

#include "core/app/recorded_reports.h"

namespace stridescope {

// A run and its number in the history.
// The report outlives the plot's making.
struct RooflineRun {
  int number = 0;
  const RunReport* report = nullptr;
};

// What a surface draws: it places values by Axis::place and computes nothing else.
struct RooflinePlot {
  struct Axis {
    Message title;
    double low = 1;
    double high = 10;  // powers of ten
    std::vector<std::pair<double, std::string>> ticks;
    // Where a value stands between low and high: 0 to 1, cut there.
    double place(double value) const;
  };
  struct Roof {
    Message label;
    bool measured = false;  // else of a data sheet
    std::vector<std::pair<double, double>> line;
  };
  struct Point {
    int run = 0;
    double x = 0;
    double y = 0;
    bool newest = false;
    bool wrong = false;
    bool at_edge = false;  // it moves no bytes: its intensity has no end
    Message told = {};     // of a recorded one: what it was called, what was measured, where and when
  };
  bool bandwidth = false;
  Axis x, y;
  std::vector<Roof> roofs;
  double here = 0;            // where the newest kernel stands on the x axis; 0: nowhere
  std::vector<Point> points;  // measured ones only, on the GPU of the newest run
  bool recorded = false;      // the points are not the reader's runs: they came with Stridescope
  Message gpu;                // whose roofs these are; of recorded points also the day
  Message note;               // what is not there, and why
  bool empty = true;          // nothing is known to be drawn
};

// The same for who asks from outside: all places are parts of the axes' lengths.
struct RooflineShown {
  struct Axis {
    Message title;
    std::vector<double> ticks;
    std::vector<std::string> labels;
  };
  struct Roof {
    Message label;
    bool measured = false;
    std::vector<double> along, up;
  };
  struct Point {
    double along = 0;
    double up = 0;
    bool newest = false;
    bool wrong = false;
    Message told;
  };
  std::string kernel;  // the name of whose runs these are
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

// `newest`: what the plot is about; older runs of the same kind on the same GPU are points in it. Where none of them is
// one, those that are recorded are, under the roofs of their GPU, and the plot says so.
RooflinePlot roofline(const std::vector<RooflineRun>& history, const std::optional<RooflineRun>& newest,
                      const std::vector<RecordedReport>& recorded = {});

// The lower of the memory's peak and that of the tensor cores at the run's intensity, by the data sheet of the GPU that
// it ran on, in the run's unit; nothing where the table of GPUs does not have it, or the kernel is not known.
std::optional<double> roof_of(const RunReport& run);

// 1000 -> "1 k", 1e7 -> "10 M".
std::string short_power(double value);

}  // namespace stridescope
