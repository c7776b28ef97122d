// Makes the rows of a tuning, and adds the answers of a runner and stored lines to it.
#include "core/app/tuner.h"

#include <algorithm>
#include <cmath>

#include "core/base/archive_json.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/functions/tuned.h"
#include "core/lang/evaluator.h"
#include "core/records/records.h"
#include "core/runs/devices.h"

namespace stridescope {
namespace {

// "2", "1.5", "0.05".
std::string tick_text(double us) {
  std::string out = fixed(us, us < 0.1 ? 3 : us < 10 ? 1 : 0);
  if (out.find('.') == std::string::npos) return out;
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out;
}

// The highest measured rate of any row, or the highest predicted rate if `measured` is false.
double highest(const Tuning& tuning, bool measured) {
  double out = 0;
  for (const TunedKernel& k : tuning.kernels) out = std::max(out, measured ? k.measured_rate : k.rate);
  return out;
}

double speed_of(const TunedKernel& k, bool measured) { return measured ? k.measured_rate : k.rate; }

}  // namespace

Result<Tuning> tuning_of(const Workspace& workspace, int binding, std::string_view gpu, const TuneOptions& options) {
  const Gpu* found = gpu_named(gpu.empty() ? default_gpu : gpu);
  if (found == nullptr) {
    std::string known;
    for (const Gpu& g : gpus()) append_all(known, known.empty() ? "" : ", ", g.name);
    return failure(ErrorCode::unknown_name, say("unknown GPU '{}'", gpu), say("known: {}", known));
  }
  const auto bound = workspace.bound(binding);
  if (!bound) return failure(bound.error());
  const auto evaluated = [](const std::string& text) {
    Budget budget = max_program_budget;
    return evaluate_candidate(text, budget);
  };
  return tune((*bound)->value, *found, evaluated, options);
}

static bool is_open(const TunedKernel& k) { return !k.measured_us && k.problem.empty(); }

// Adds variants of the best kernel, once, after all candidates have been measured.
static void refine_measured(Tuning& tuning) {
  const auto open = std::count_if(tuning.kernels.begin() + 1, tuning.kernels.end(), is_open);
  if (open > 0 || !tuning.any_measured()) return;
  if (refine(tuning)) tuning.nearby.clear();
}

void add_measured(Tuning& tuning, std::size_t number, const RunReport& report) {
  if (number >= tuning.kernels.size()) return;
  TunedKernel& k = tuning.kernels[number];
  const bool right = report.verdict == RunVerdict::verified || report.verdict == RunVerdict::sampled;
  if (report.status == RunReport::Status::ok && right && report.on_gpu && report.median_ms && *report.median_ms > 0) {
    k.measured_us = *report.median_ms * 1000;
    k.measured_rate = tuning.rate_of(*k.measured_us);
    k.problem = {};
    return refine_measured(tuning);
  }
  k.measured_us.reset();
  k.problem = !report.message.empty() ? report.message
              : !right                ? report.sentence
              : !report.on_gpu        ? say("not timed: no GPU ran it")
                                      : say("not timed");
  if (k.problem.empty()) k.problem = say("not timed");
  refine_measured(tuning);
}

static bool is_over(const Tuning& tuning) { return tuning.budget_s >= 0 && tuning.spent_s >= tuning.budget_s; }

std::size_t left_to_measure(const Tuning& tuning) {
  return static_cast<std::size_t>(std::count_if(tuning.kernels.begin(), tuning.kernels.end(), is_open));
}

std::int64_t next_to_measure(const Tuning& tuning) {
  if (tuning.kernels.empty() || is_over(tuning)) return -1;
  const auto next = std::find_if(tuning.kernels.begin() + 1, tuning.kernels.end(), is_open);
  if (next != tuning.kernels.end()) return next - tuning.kernels.begin();
  return is_open(tuning.kernels[0]) ? 0 : -1;
}

std::string tuned_line(const TunedLine& line) { return to_json(line); }

std::string tuned_line(const Tuning& tuning, std::size_t number, std::string_view device, std::string_view date) {
  if (number >= tuning.kernels.size() || device.empty()) return {};
  const TunedKernel& k = tuning.kernels[number];
  if (!k.measured_us || k.text.empty()) return {};
  return tuned_line({std::string(device), tuning.kernel, k.text, *k.measured_us, std::string(date)});
}

std::size_t add_kept(Tuning& tuning, std::string_view device, std::string_view lines) {
  std::size_t taken = 0;
  while (!lines.empty()) {
    const std::size_t end = line_end(lines, 0);
    const auto line = from_json<TunedLine>(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (!line || !is_same_product(line->device, device) || line->kernel != tuning.kernel || !(line->us > 0)) continue;
    for (auto* list : {&tuning.kernels, &tuning.nearby}) {
      for (TunedKernel& k : *list) {
        if (k.text.empty() || k.text != line->text) continue;
        taken += k.measured_us ? 0 : 1;
        k.measured_us = line->us;
        k.measured_rate = tuning.rate_of(line->us);
      }
    }
  }
  if (taken > 0) refine_measured(tuning);
  return taken;
}

static Message apart(const TunedKernel& k) {
  if (!k.time || !k.measured_us) return {};
  const double off = *k.measured_us / k.time->us - 1;
  if (std::abs(off) <= near_prediction) return {};
  const std::string percent = fixed(std::abs(off) * 100, 0);
  const Message how = off > 0 ? say("{} % more than predicted", percent) : say("{} % less than predicted", percent);
  return say("{}: {}", how, k.time->doubt.empty() ? say("the model cannot explain it") : k.time->doubt);
}

static TuningPlot plot_of(const Tuning& tuning) {
  TuningPlot out;
  const TunedKernel* best = tuning.best();
  double low = 1e300;
  double high = 0;
  for (const TunedKernel& k : tuning.kernels) {
    if (!k.time || !k.measured_us || !(k.time->us > 0)) continue;
    low = std::min({low, k.time->us, *k.measured_us});
    high = std::max({high, k.time->us, *k.measured_us});
  }
  if (!(high > 0)) return out;
  constexpr double margin = 1.15;
  const double from = std::log10(low / margin);
  const double range = std::log10(high * margin) - from;
  const auto place = [&](double us) { return std::clamp((std::log10(us) - from) / range, 0.0, 1.0); };
  // 1, 2 and 5 times powers of ten; for a narrow range more ticks per power.
  for (const std::vector<double>& steps :
       {std::vector<double>{1, 2, 5}, std::vector<double>{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9}}) {
    out.ticks.clear();
    for (double power = 1e-3; power < 1e9; power *= 10) {
      for (const double step : steps) {
        const double us = step * power;
        if (us >= low / margin && us <= high * margin) out.ticks.push_back({place(us), tick_text(us)});
      }
    }
    if (out.ticks.size() >= 3) break;
  }
  out.near = std::log10(1 + near_prediction) / range;
  std::size_t near = 0;
  for (std::size_t i = 0; i < tuning.kernels.size(); ++i) {
    const TunedKernel& k = tuning.kernels[i];
    if (!k.time || !k.measured_us || !(k.time->us > 0)) continue;
    const bool is_near = std::abs(*k.measured_us / k.time->us - 1) <= near_prediction;
    near += is_near ? 1 : 0;
    out.points.push_back({i, place(k.time->us), place(*k.measured_us), &k == best, is_near});
  }
  out.told = say("{} of {} measured {time|times} are within 15 % of the prediction", near, out.points.size());
  return out;
}

// The number of the doubt in the list, to which a new doubt is appended; 0: no doubt.
static std::size_t number_of_doubt(const Message& doubt, std::vector<Message>& listed) {
  if (doubt.empty()) return 0;
  const Message told = say("the prediction may be off: {}", doubt);
  const auto same = [&](const Message& m) { return english(m) == english(told); };
  auto found = std::find_if(listed.begin(), listed.end(), same);
  if (found == listed.end()) found = listed.insert(found, told);
  return static_cast<std::size_t>(found - listed.begin()) + 1;
}

TuningShown shown(const Tuning& tuning) {
  TuningShown out;
  out.plot = plot_of(tuning);
  if (is_over(tuning) && left_to_measure(tuning) > 0) {
    out.note = say("the budget of {} s is exhausted; {} {kernel is|kernels are} not measured",
                   static_cast<std::int64_t>(tuning.budget_s), left_to_measure(tuning));
  }
  if (!tuning.unkept.empty()) {
    const Message unkept = say("measured times are not stored: {}", tuning.unkept);
    out.note = out.note.empty() ? unkept : say("{}; {}", out.note, unkept);
  }
  const bool measured = tuning.any_measured();
  out.title = measured ? say("measured on {}, next to the prediction", tuning.product)
              : tuning.fitted
                  ? say("predictions for {}: nothing is measured", tuning.product)
                  : say("predictions for {} with the constants of another GPU: nothing is measured", tuning.product);
  const TunedKernel* best = tuning.best();
  const double most = highest(tuning, measured);
  std::size_t number = 0;
  for (const TunedKernel& k : tuning.kernels) {
    TuningRow row;
    row.number = number++;
    row.label = k.text.empty() ? say("the given kernel") : k.label;
    if (k.time) {
      row.predicted = say("{} us, {} {}", us_text(k.time->us), fixed(k.rate, 1), tuning.unit);
      row.binds = name_of(k.time->binds);
      row.predicted_us = k.time->us;
      if (!k.measured_us) row.doubt = number_of_doubt(k.time->doubt, out.doubts);
    } else {
      row.predicted = k.unpredicted;
    }
    if (k.measured_us) {
      row.measured = say("{} us, {} {}", us_text(*k.measured_us), fixed(k.measured_rate, 1), tuning.unit);
      row.measured_us = *k.measured_us;
    } else {
      row.measured = k.problem;
    }
    row.length = most > 0 ? speed_of(k, measured) / most : 0;
    row.apart = apart(k);
    row.best = &k == best;
    row.text = k.text;
    out.rows.push_back(std::move(row));
  }
  out.next = next_to_measure(tuning);
  if (best == nullptr || tuning.kernels.empty()) return out;
  const TunedKernel& given = tuning.kernels.front();
  if (best == &given) {
    out.summary = tuning.kernels.size() > 1 || tuning.why_refused.empty()
                      ? say("no candidate is faster")
                      : say("no candidate can become a kernel: {}", tuning.why_refused);
    return out;
  }
  const double before = measured && given.measured_us ? *given.measured_us : given.time ? given.time->us : 0;
  const double after = measured ? *best->measured_us : best->time->us;
  const bool alike = !measured || given.measured_us.has_value();
  const Message why = moved_bound(given, *best);
  if (before > 0 && alike) {
    out.summary =
        say("{} takes {} % of the original kernel's time; {}", best->label, fixed(after / before * 100, 1), why);
  } else {
    out.summary = say("{} is the fastest; {}", best->label, why);
  }
  if (why.empty()) out.summary = say("{} is the fastest", best->label);
  return out;
}

}  // namespace stridescope
