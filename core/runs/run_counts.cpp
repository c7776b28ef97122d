// Compares predicted with measured counters, and decides whether they agree: exactly, or within a bound from another
// counter of the same run.
#include "core/runs/run_counts.h"

#include <map>

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/workspace/kernel.h"

namespace stridescope {
namespace {

Agreement agreement_of(const RunCount& c) {
  if (!c.measured) return Agreement::not_measured;
  if (!c.predicted) return Agreement::not_predicted;
  if (*c.measured == *c.predicted) return Agreement::exact;
  if (c.bound == CountBound::exact || *c.measured < *c.predicted) return Agreement::beyond;
  if (!c.most) return Agreement::undecided;
  return agrees(c.bound, *c.predicted, *c.measured, *c.most) ? Agreement::bounded : Agreement::beyond;
}

Message text_of(const RunCount& c) {
  if (!c.measured || !c.predicted) return {};
  const double difference = *c.measured - *c.predicted;
  if (difference == 0) return say("equal");
  const double size = difference < 0 ? -difference : difference;
  const std::string by = size < 1 ? fixed(size, 2) : grouped(size);
  if (difference < 0) return say("{} less than predicted", by);
  if (c.bound == CountBound::exact) return say("{} more than predicted", by);
  if (!c.most) return say("{} more than predicted; its cause, {}, was not measured", by, c.beside);
  const Message bound = c.bound == CountBound::sum ? say("twice the {} of {}", grouped(*c.most), c.beside)
                                                   : say("at most the {} of {}", grouped(*c.most), c.beside);
  return c.agreement == Agreement::bounded ? say("{} more than predicted, within its bound: {}", by, bound)
                                           : say("{} more than predicted, beyond its bound: {}", by, bound);
}

}  // namespace

std::optional<CopyPrediction> predicted_counts(const Workspace& workspace, int binding) {
  const auto plan = kernel_plan(workspace, binding);
  return plan ? predict(*plan) : std::nullopt;
}

std::vector<RunCount> run_counts(const RunResult& result, const std::optional<CopyPrediction>& kernel) {
  std::vector<RunCount> out;
  if (kernel) {
    for (const PredictedCount& c : kernel->counts) {
      out.push_back(
          {std::string(c.counter), c.meaning, static_cast<double>(c.count), {}, c.bound, std::string(c.beside)});
    }
  }
  // Indexed by name, since a result may contain any number of counters.
  std::map<std::string_view, std::size_t> rows;
  for (std::size_t i = 0; i < out.size(); ++i) rows.emplace(kernel->counts[i].counter, i);
  if (result.predicted) {
    std::map<std::string_view, const RunBound*> bounds;
    for (const auto& [counter, bound] : result.predicted->bounds) bounds.emplace(counter, &bound);
    for (const auto& [counter, count] : result.predicted->counters) {
      if (!rows.emplace(counter, out.size()).second) continue;
      out.push_back({counter, {}, count.value, {}});
      const auto bound = bounds.find(counter);
      if (bound == bounds.end()) continue;
      out.back().bound = bound->second->as;
      out.back().beside = bound->second->counter;
    }
  }
  std::map<std::string_view, double> read;
  if (result.measured) {
    for (const auto& [counter, count] : result.measured->counters) {
      read.emplace(counter, count.value);
      const auto [row, fresh] = rows.emplace(counter, out.size());
      if (fresh) out.push_back({counter, {}, {}, {}});
      out[row->second].measured = count.value;
    }
  }
  for (RunCount& c : out) {
    if (const auto most = read.find(c.beside); most != read.end()) c.most = most->second;
    c.agreement = agreement_of(c);
    c.text = text_of(c);
  }
  return out;
}

}  // namespace stridescope
