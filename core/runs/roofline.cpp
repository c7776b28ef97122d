// Places the runs of one GPU below its roofs. Only runs of the newest run's kind and device are points, since copies
// and products have different axes, and GPUs different roofs. Without such runs the built-in measurements are used.
// Peaks are from the data sheet; a measured copy rate of this GPU is shown, too.
#include "core/runs/roofline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

using Runs = std::vector<RooflineRun>;

std::string rounded(double value) { return fixed(value, value < 10 ? 1 : 0); }

double power_below(double value) { return power_of_ten(std::floor(std::log10(value) + 1e-9)); }
double power_above(double value) { return power_of_ten(std::ceil(std::log10(value) - 1e-9)); }

void finish(RooflinePlot::Axis& axis, double low, double high, const char* unit) {
  axis.low = power_below(low);
  axis.high = std::max(power_above(high), axis.low * 10);
  // At most seven ticks, so that their labels do not touch.
  const int decades = static_cast<int>(std::lround(std::log10(axis.high / axis.low)));
  const int step = std::max(1, (decades + 5) / 6);
  for (int i = 0; i <= decades; i += step) {
    const double value = axis.low * power_of_ten(i);
    axis.ticks.emplace_back(value, cat(short_power(value), unit));
  }
}

bool same_kind(const RunReport& run, const RunReport& newest) {
  return run.work && run.work->product == newest.work->product && run.device == newest.device &&
         run.on_gpu == newest.on_gpu;
}

// The measured copy rate of this GPU: the baseline of the newest run of a copy.
std::optional<double> measured_bandwidth(const Runs& history, const RunReport& newest) {
  if (newest.gb_per_s) return newest.yardstick;
  for (std::size_t i = history.size(); i-- > 0;) {
    const RunReport& r = *history[i].report;
    if (r.gb_per_s && r.yardstick && r.device == newest.device) return r.yardstick;
  }
  return std::nullopt;
}

void add_copies(const Runs& history, const RunReport& newest, RooflinePlot& plot) {
  plot.bandwidth = true;
  plot.x.title = say("bytes moved");
  plot.y.title = say("GB/s");
  double least_x = 1e300;
  double most_x = 0;
  double least_y = 1e300;
  double most_y = 0;
  for (const RooflinePlot::Point& p : plot.points) {
    least_x = std::min(least_x, p.x);
    most_x = std::max(most_x, p.x);
    least_y = std::min(least_y, p.y);
    most_y = std::max(most_y, p.y);
  }
  // The current kernel's line is always inside the picture.
  const double here = std::max(1.0, plot.here);
  least_x = std::min(least_x, here);
  most_x = std::max(most_x, here);
  const Gpu* gpu = newest.limits.gpu;
  const auto yardstick = measured_bandwidth(history, newest);
  if (gpu != nullptr) most_y = std::max(most_y, static_cast<double>(gpu->dram_gb_per_s));
  if (yardstick) most_y = std::max(most_y, *yardstick);
  if (most_y <= 0) return;
  finish(plot.x, least_x / 3, most_x * 3, "B");
  finish(plot.y, std::min(least_y, most_y / 100) / 1.5, most_y * 1.1, "");
  const auto flat = [&](Message label, double rate, bool measured) {
    plot.roofs.push_back({std::move(label), measured, {{plot.x.low, rate}, {plot.x.high, rate}}});
  };
  if (gpu != nullptr) flat(say("DRAM {}", gpu->dram_gb_per_s), static_cast<double>(gpu->dram_gb_per_s), false);
  if (yardstick) flat(say("{} {}", newest.yardstick_name, rounded(*yardstick)), *yardstick, true);
  plot.empty = false;
}

void add_products(const Runs& history, const RunReport& newest, RooflinePlot& plot) {
  plot.x.title = say("FLOP per byte");
  plot.y.title = say("GFLOP/s");
  const KernelWork& work = *newest.work;
  const Gpu* gpu = newest.limits.gpu;
  const std::optional<double> tensor =
      gpu != nullptr ? tensor_peak_tflops(*gpu, work.tensor_bits) : std::optional<double>();
  const std::optional<double> dram =
      gpu != nullptr ? std::optional<double>(static_cast<double>(gpu->dram_gb_per_s)) : std::nullopt;
  const auto copied = measured_bandwidth(history, newest);
  const std::optional<double> vendor = newest.tflop_per_s ? newest.yardstick : std::nullopt;
  const double own = work.bytes > 0 ? static_cast<double>(work.operations) / static_cast<double>(work.bytes) : 100;
  double least_x = plot.here > 0 ? std::min(own, plot.here) : own;
  double most_x = std::max(own, plot.here);
  double least_y = 1e300;
  double most_y = 0;
  for (const RooflinePlot::Point& p : plot.points) {
    if (!p.at_edge) least_x = std::min(least_x, p.x), most_x = std::max(most_x, p.x);
    least_y = std::min(least_y, p.y);
    most_y = std::max(most_y, p.y);
  }
  if (tensor && dram) {
    const double ridge = *tensor * 1000 / *dram;
    least_x = std::min(least_x, ridge / 4);
    most_x = std::max(most_x, ridge * 4);
  }
  for (const auto& rate : {tensor, vendor}) {
    if (rate) most_y = std::max(most_y, *rate * 1000);
  }
  if (most_y <= 0) {
    plot.note = gpu == nullptr ? say("the peaks of this GPU are not in the table")
                               : say("the table of GPUs does not give a peak for operands of this type");
    return;
  }
  finish(plot.x, least_x / 2, most_x * 2, "");
  finish(plot.y, std::min(least_y, most_y / 100), most_y * 1.1, "");
  // The roof along the memory's slope up to the flat part; without a flat part to the end.
  const auto roof = [&](Message label, std::optional<double> slope, std::optional<double> flat, bool measured) {
    RooflinePlot::Roof out = {std::move(label), measured, {}};
    const double top = flat ? *flat * 1000 : plot.y.high;
    if (slope) {
      const double from = std::max(plot.x.low, plot.y.low / *slope);
      const double to = std::clamp(top / *slope, from, plot.x.high);
      out.line.emplace_back(from, std::min(top, from * *slope));
      out.line.emplace_back(to, std::min(top, to * *slope));
    } else {
      out.line.emplace_back(plot.x.low, top);
    }
    if (flat) out.line.emplace_back(plot.x.high, top);
    plot.roofs.push_back(std::move(out));
  };
  if (gpu != nullptr && (dram || tensor)) {
    roof(tensor ? say("{} GB/s, {} TFLOP/s", gpu->dram_gb_per_s, rounded(*tensor))
                : say("DRAM {} GB/s", gpu->dram_gb_per_s),
         dram, tensor, false);
  }
  if (copied) roof(say("copy {} GB/s", rounded(*copied)), copied, std::nullopt, true);
  if (vendor) roof(say("{} {} TFLOP/s", newest.yardstick_name, rounded(*vendor)), std::nullopt, vendor, true);
  plot.empty = false;
}

}  // namespace

RooflineShown shown(const RooflinePlot& plot) {
  RooflineShown out;
  const auto set_axis = [](const RooflinePlot::Axis& from, RooflineShown::Axis& to) {
    to.title = from.title;
    for (const auto& [value, text] : from.ticks) {
      to.ticks.push_back(from.place(value));
      to.labels.push_back(text);
    }
  };
  set_axis(plot.x, out.x);
  set_axis(plot.y, out.y);
  for (const RooflinePlot::Roof& roof : plot.roofs) {
    RooflineShown::Roof& to = out.roofs.emplace_back();
    to.label = roof.label;
    to.measured = roof.measured;
    for (const auto& [along, up] : roof.line) {
      to.along.push_back(plot.x.place(along));
      to.up.push_back(plot.y.place(up));
    }
  }
  for (const RooflinePlot::Point& p : plot.points)
    out.points.push_back({plot.x.place(p.x), plot.y.place(p.y), p.newest, p.wrong, p.told});
  out.here = plot.x.place(plot.here);
  out.recorded = plot.recorded;
  out.gpu = plot.gpu;
  out.note = plot.note;
  out.empty = plot.empty;
  return out;
}

std::string short_power(double value) {
  static constexpr std::array<const char*, 5> names = {"", "k", "M", "G", "T"};
  std::size_t at = 0;
  while (value >= 999.5 && at + 1 < names.size()) {
    value /= 1000;
    ++at;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%g%s", std::round(value * 1000) / 1000, names[at]);
  return text;
}

double power_of_ten(double exponent) {
  double out = 1;
  for (double left = std::min(std::abs(exponent), 308.0); left >= 1; --left) out *= 10;
  return exponent < 0 ? 1 / out : out;
}

double RooflinePlot::Axis::place(double value) const {
  if (!(value > 0)) return 0;
  return std::clamp(std::log10(value / low) / std::log10(high / low), 0.0, 1.0);
}

std::optional<double> roof_of(const RunReport& run) {
  const Gpu* gpu = run.limits.gpu;
  if (!run.work || gpu == nullptr || run.limits.assumed) return std::nullopt;
  const auto dram = static_cast<double>(gpu->dram_gb_per_s);
  if (!run.work->product) return dram;
  std::optional<double> roof = tensor_peak_tflops(*gpu, run.work->tensor_bits);
  if (run.work->bytes > 0) {
    const double slope = dram / 1000 * static_cast<double>(run.work->operations) / static_cast<double>(run.work->bytes);
    roof = std::min(roof.value_or(slope), slope);
  }
  return roof;
}

namespace {

// A point, if the run is on a GPU, has a rate, and is of the kernel's kind.
std::optional<RooflinePlot::Point> point_of(const RunReport& r) {
  RooflinePlot::Point p;
  p.wrong = r.verdict == RunVerdict::wrong;
  if (!r.work || !r.rate()) return std::nullopt;
  if (r.work->product) {
    if (!r.tflop_per_s) return std::nullopt;
    p.y = *r.tflop_per_s * 1000;
    p.at_edge = r.work->bytes == 0;
    if (!p.at_edge) p.x = static_cast<double>(r.work->operations) / static_cast<double>(r.work->bytes);
  } else {
    if (!r.gb_per_s) return std::nullopt;
    p.x = static_cast<double>(r.work->bytes);
    p.y = *r.gb_per_s;
  }
  if ((!(p.x > 0) && !p.at_edge) || !(p.y > 0)) return std::nullopt;
  return p;
}

void add_own_points(const Runs& history, const RooflineRun& newest, RooflinePlot& plot) {
  const auto add = [&](const RooflineRun& run) {
    if (!same_kind(*run.report, *newest.report)) return;
    auto p = point_of(*run.report);
    if (!p) return;
    p->run = run.number;
    p->newest = run.number == newest.number;
    plot.points.push_back(std::move(*p));
  };
  bool seen = false;
  for (const RooflineRun& run : history) {
    add(run);
    seen = seen || run.number == newest.number;
  }
  if (!seen) add(newest);
}

// Adds the recorded runs of the kernel's kind as points. Returns the fastest one, whose device has the roofs; null
// without points.
const RunReport* add_recorded_points(const std::vector<RecordedReport>& recorded, const RunReport& kernel,
                                     RooflinePlot& plot) {
  const RunReport* quickest = nullptr;
  for (const RecordedReport& one : recorded) {
    const RunReport& r = one.report;
    if (!r.work || r.work->product != kernel.work->product) continue;
    auto p = point_of(r);
    if (!p) continue;
    p->told = say("{}: {}", one.name, run_headline(r));
    plot.points.push_back(std::move(*p));
    if (quickest == nullptr || *r.rate() > *quickest->rate()) quickest = &r;
  }
  return quickest;
}

void place_kernel(const KernelWork& work, RooflinePlot& plot) {
  plot.here = static_cast<double>(work.bytes);
  if (work.product && work.bytes > 0)
    plot.here = static_cast<double>(work.operations) / static_cast<double>(work.bytes);
}

}  // namespace

RooflinePlot roofline(const Runs& history, const std::optional<RooflineRun>& newest,
                      const std::vector<RecordedReport>& recorded) {
  RooflinePlot plot;
  if (!newest || !newest->report->work) {
    plot.note = say("needs a run");
    return plot;
  }
  const RunReport* last = newest->report;
  Runs measured = history;
  add_own_points(history, *newest, plot);
  plot.gpu = last->on_gpu                  ? Message::verbatim(last->device)
             : last->limits.gpu != nullptr ? say("{} (assumed)", last->limits.gpu->product)
                                           : Message();
  if (plot.points.empty()) {
    if (const RunReport* theirs = add_recorded_points(recorded, *last, plot)) {
      last = theirs;
      plot.recorded = true;
      plot.gpu = say("recorded on {}, {}", last->device, last->date.substr(0, 10));
      for (const RecordedReport& one : recorded) measured.push_back({0, &one.report});
    }
  }
  place_kernel(*newest->report->work, plot);
  if (last->work->product)
    add_products(measured, *last, plot);
  else
    add_copies(measured, *last, plot);
  for (RooflinePlot::Point& p : plot.points) {
    if (p.at_edge) p.x = plot.x.high;
  }
  if (plot.points.empty() && plot.note.empty()) plot.note = say("points need a GPU");
  if (plot.note.empty() && last->on_gpu && last->limits.gpu == nullptr) plot.note = say("peaks: not in the table");
  if (plot.note.empty() && plot.recorded)
    plot.note = say("the vertical line is this kernel, which has not been run on a GPU");
  return plot;
}

}  // namespace stridescope
