// Rows of a tuning, and what a runner's answers and kept lines add to it.
#include "core/app/tuner.h"

#include <algorithm>

#include "core/app/records.h"
#include "core/base/archive_json.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/lang/evaluator.h"
#include "core/lang/tuned.h"
#include "core/workspace/devices.h"

namespace stridescope {
namespace {

std::string us_text(double us) { return fixed(us, us < 100 ? 2 : 1); }

// The highest rate of any row, measured or, as long as none is, predicted.
double highest(const Tuning& tuning, bool measured) {
  double out = 0;
  for (const TunedKernel& k : tuning.kernels) out = std::max(out, measured ? k.measured_rate : k.rate);
  return out;
}

double speed_of(const TunedKernel& k, bool measured) { return measured ? k.measured_rate : k.rate; }

}  // namespace

Result<Tuning> tuning_of(const Workspace& workspace, int binding, std::string_view gpu, const TuneOptions& options) {
  const Gpu* found = find_gpu(gpu.empty() ? default_gpu : gpu);
  if (found == nullptr) found = gpu_of_driver(gpu);
  if (found == nullptr) {
    std::string known;
    for (const Gpu& g : gpus()) append_all(known, known.empty() ? "" : ", ", g.name);
    return failure(ErrorCode::unknown_name, say("there is no GPU '{}'", gpu), say("known: {}", known));
  }
  const auto& bindings = workspace.report().bindings;
  if (binding < 0 || static_cast<std::size_t>(binding) >= bindings.size())
    return failure(ErrorCode::index_range, say("there is no value {}", binding));
  const auto evaluated = [](const std::string& text) {
    Budget budget = max_program_budget;
    return evaluate_candidate(text, budget);
  };
  return tune(bindings[static_cast<std::size_t>(binding)].value, *found, evaluated, options);
}

void take_measured(Tuning& tuning, std::size_t number, const RunReport& report) {
  if (number >= tuning.kernels.size()) return;
  TunedKernel& k = tuning.kernels[number];
  const bool right = report.verdict == RunVerdict::verified || report.verdict == RunVerdict::sampled;
  if (report.status == RunReport::Status::ok && right && report.on_gpu && report.median_ms && *report.median_ms > 0) {
    k.measured_us = *report.median_ms * 1000;
    k.measured_rate = tuning.rate_of(*k.measured_us);
    k.problem = {};
    return;
  }
  k.measured_us.reset();
  k.problem = !report.message.empty() ? report.message
              : !right                ? report.sentence
              : !report.on_gpu        ? say("not timed: no GPU ran it")
                                      : say("not timed");
  if (k.problem.empty()) k.problem = say("not timed");
}

std::int64_t next_to_measure(const Tuning& tuning) {
  const auto open = [&](std::size_t i) { return !tuning.kernels[i].measured_us && tuning.kernels[i].problem.empty(); };
  for (std::size_t i = 1; i < tuning.kernels.size(); ++i) {
    if (open(i)) return static_cast<std::int64_t>(i);
  }
  return !tuning.kernels.empty() && open(0) ? 0 : -1;
}

std::string tuned_line(const TunedLine& line) { return to_json(line); }

std::size_t take_kept(Tuning& tuning, std::string_view device, std::string_view lines) {
  std::size_t taken = 0;
  while (!lines.empty()) {
    const std::size_t end = line_end(lines, 0);
    const auto line = from_json<TunedLine>(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (!line || line->device != device || line->kernel != tuning.kernel || !(line->us > 0)) continue;
    for (TunedKernel& k : tuning.kernels) {
      if (k.text.empty() || k.text != line->text) continue;
      taken += k.measured_us ? 0 : 1;
      k.measured_us = line->us;
      k.measured_rate = tuning.rate_of(line->us);
    }
  }
  return taken;
}

TuningShown shown(const Tuning& tuning) {
  TuningShown out;
  const bool measured = tuning.any_measured();
  out.title = measured ? say("measured on {}, beside the prediction", tuning.product)
              : tuning.fitted
                  ? say("predictions for {}: nothing is measured", tuning.product)
                  : say("predictions for {} by the constants of another GPU: nothing is measured", tuning.product);
  const TunedKernel* best = tuning.best();
  const double most = highest(tuning, measured);
  std::size_t number = 0;
  for (const TunedKernel& k : tuning.kernels) {
    TuningRow row;
    row.number = number++;
    row.label = k.text.empty() ? say("as it is") : k.label;
    if (k.time) {
      row.predicted = say("{} us, {} {}", us_text(k.time->us), fixed(k.rate, 1), tuning.unit);
      row.binds = name_of(k.time->binds);
      row.predicted_us = k.time->us;
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
    row.best = &k == best;
    row.text = k.text;
    out.rows.push_back(std::move(row));
  }
  out.next = next_to_measure(tuning);
  if (best == nullptr || tuning.kernels.empty()) return out;
  const TunedKernel& given = tuning.kernels.front();
  if (best == &given) {
    out.summary = say("no candidate is quicker");
    return out;
  }
  const double before = measured && given.measured_us ? *given.measured_us : given.time ? given.time->us : 0;
  const double after = measured ? *best->measured_us : best->time->us;
  const bool alike = !measured || given.measured_us.has_value();
  const Message why = moved_bound(given, *best);
  if (before > 0 && alike) {
    out.summary = say("{} takes {} % of its time; {}", best->label, fixed(after / before * 100, 1), why);
  } else {
    out.summary = say("{} is the quickest; {}", best->label, why);
  }
  if (why.empty()) out.summary = say("{} is the quickest", best->label);
  return out;
}

}  // namespace stridescope
