// The runs as plots, one a unit, that of the newest run first; what was not timed is counted in words in the plot's
// place.
#include "desktop/model/run_history.h"

#include <algorithm>

namespace stridescope::desktop {
namespace {

// By what was timed, else by what its kernel does.
bool is_product(const RunOutcome& r) { return r.rate() ? r.tflop_per_s.has_value() : r.work && r.work->product; }

// "not timed: 3 verified, 1 wrong".
Message counted(const std::vector<HistoryPlot::Point>& points) {
  std::vector<Message> counts;
  for (const RunVerdict verdict :
       {RunVerdict::verified, RunVerdict::sampled, RunVerdict::wrong, RunVerdict::not_verified}) {
    const auto count =
        std::count_if(points.begin(), points.end(), [&](const HistoryPlot::Point& p) { return p.verdict == verdict; });
    if (count > 0) counts.push_back(say("{} {}", count, name_of(verdict)));
  }
  return say("not timed: {}", comma_list(counts));
}

}  // namespace

std::vector<HistoryPlot> history_plots(const std::deque<RunRecord>& history) {
  HistoryPlot copies;
  HistoryPlot products;
  products.unit = "TFLOP/s";
  const std::size_t shown = std::min(history.size(), most_points);
  bool product = false;
  for (std::size_t i = 0; i < shown; ++i) {
    const RunRecord& run = history[history.size() - shown + i];
    product = is_product(run.outcome);
    HistoryPlot& plot = product ? products : copies;
    const double rate = run.outcome.rate().value_or(0);
    plot.points.push_back({run.number, i, rate > 0 ? rate : 0, run.outcome.verdict});
    plot.most = std::max(plot.most, rate);
  }
  std::vector<HistoryPlot> out;
  for (HistoryPlot* plot : {product ? &products : &copies, product ? &copies : &products}) {
    if (plot->points.empty()) continue;
    if (plot->most <= 0) plot->note = counted(plot->points);
    out.push_back(std::move(*plot));
  }
  return out;
}

}  // namespace stridescope::desktop
