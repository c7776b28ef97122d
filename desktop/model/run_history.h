// The history of the runs as plots: one for each unit, so that no two units share an axis.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "desktop/model/runs.h"

namespace stridescope::desktop {

struct HistoryPlot {
  struct Point {
    int run = 0;         // its number
    std::size_t at = 0;  // its place among all runs that are shown, the oldest 0
    double rate = 0;     // in the plot's unit; 0 where it was not timed
    RunVerdict verdict = RunVerdict::not_run;
  };
  const char* unit = "GB/s";
  double most = 0;  // of the rates; 0: none was timed
  std::vector<Point> points;
  Message note;  // where none was timed: how many have which verdict
};

inline constexpr std::size_t most_points = 60;

// Copies and products, those that there are of the newest runs, the newest run's first.
std::vector<HistoryPlot> history_plots(const std::deque<RunRecord>& history);

}  // namespace stridescope::desktop
