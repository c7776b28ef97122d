// Plots two columns of the runs. Copies have rates in another unit than matrix products; each unit has a plot of its
// own.
#include <algorithm>
#include <cmath>

#include "core/runs/roofline.h"
#include "core/runs/run_fields.h"

namespace stridescope {
namespace {

constexpr int most_ticks = 5;

// The smallest step of 1, 2 or 5 times a power of ten with at most `most_ticks` steps in the range.
double step_of(double range, bool whole) {
  double step = power_of_ten(std::floor(std::log10(range / most_ticks)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (range / step <= most_ticks) break;
    step *= factor;
  }
  return whole ? std::max(1.0, step) : step;
}

// Measured values begin at 0, so that heights are proportional; numbers of runs begin with the first run.
PlotAxis axis_of(const RunField& field, const std::vector<double>& values, bool from_zero) {
  PlotAxis out;
  out.title = field.column.title;
  out.unit = field.column.unit;
  if (values.empty()) return out;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const bool whole = field.digits == 0;
  out.low = from_zero ? std::min(0.0, *least) : *least - 0.5;
  out.high = from_zero ? *most * 1.08 : *most + 0.5;
  if (!(out.high > out.low)) out.high = out.low + 1;
  const double step = step_of(out.high - out.low, whole);
  for (double tick = std::ceil(out.low / step) * step; tick <= out.high; tick += step)
    out.ticks.emplace_back(tick, short_power(tick));
  return out;
}

// "not timed: 3 verified, 1 wrong".
Message untimed(const std::vector<NumberedRun>& runs) {
  std::vector<Message> counts;
  for (const RunVerdict verdict :
       {RunVerdict::verified, RunVerdict::sampled, RunVerdict::wrong, RunVerdict::not_verified, RunVerdict::not_run}) {
    const auto count =
        std::count_if(runs.begin(), runs.end(), [&](const NumberedRun& run) { return run.run->verdict == verdict; });
    if (count > 0) counts.push_back(say("{} {}", count, name_of(verdict)));
  }
  return say("not timed: {}", comma_list(counts));
}

RunPlot plot_of(const std::vector<NumberedRun>& runs, const RunField& x, const RunField& y, bool rates) {
  RunPlot out;
  std::vector<double> xs;
  std::vector<double> ys;
  // From the newest run, whose device is the first one.
  for (std::size_t i = runs.size(); i-- > 0;) {
    const NumberedRun& run = runs[i];
    const auto at = x.value(*run.run, run.number).number;
    const auto value = y.value(*run.run, run.number).number;
    if (!at || !value) continue;
    const auto device = std::find(out.devices.begin(), out.devices.end(), run.run->device);
    const auto index = static_cast<std::size_t>(device - out.devices.begin());
    if (device == out.devices.end()) out.devices.push_back(run.run->device);
    out.points.push_back({run.run->id, run.number, *at, *value, run.run->verdict, index, run.baseline});
    xs.push_back(*at);
    ys.push_back(*value);
  }
  std::reverse(out.points.begin(), out.points.end());
  out.in_order = x.column.word == "number";
  out.x = axis_of(x, xs, !out.in_order);
  out.y = axis_of(y, ys, true);
  if (ys.empty()) out.note = rates ? untimed(runs) : say("no run has both: {}, {}", x.column.title, y.column.title);
  return out;
}

}  // namespace

double PlotAxis::place(double value) const {
  return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0;
}

std::vector<RunPlot> run_plots(const std::vector<NumberedRun>& runs, const RunFields& fields, const RunView& view) {
  std::vector<RunPlot> out;
  if (runs.empty()) return out;
  const RunField* x = fields.find(view.plot_x);
  if (x == nullptr || !x->column.numbers) x = fields.find("number");
  const RunField* y = fields.find(view.plot_y);
  if (y != nullptr && y->column.numbers) {
    out.push_back(plot_of(runs, *x, *y, false));
    return out;
  }
  // The unit of the newest timed run comes first.
  std::vector<const RunField*> rates = {fields.find("bandwidth"), fields.find("operations")};
  for (std::size_t i = runs.size(); i-- > 0;) {
    if (rates[0]->value(*runs[i].run, 0).known()) break;
    if (!rates[1]->value(*runs[i].run, 0).known()) continue;
    std::swap(rates[0], rates[1]);
    break;
  }
  for (const RunField* rate : rates) {
    RunPlot plot = plot_of(runs, *x, *rate, true);
    if (!plot.points.empty() || rate == rates[0]) out.push_back(std::move(plot));
  }
  return out;
}

}  // namespace stridescope
