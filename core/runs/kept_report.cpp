// Converts a stored run back into the result that it came from, as far as it was stored. The result is then read like
// any other, so that figures, limits and agreements have a single source.
#include "core/runs/kept_report.h"

namespace stridescope {

RunResult kept_result(const KeptRun& run) {
  RunResult out;
  out.status = run.verdict == RunVerdict::wrong ? RunStatus::wrong : RunStatus::ok;
  out.recorded = true;
  out.date = run.date;
  out.arch = run.arch;
  RunDevice& device = out.device.emplace();
  device.kind = run.on_gpu ? "gpu" : "reference";
  device.name = run.device;
  device.driver = run.driver;
  if (run.median_ms) {
    RunTime& time = out.time.emplace();
    time.median_ms = *run.median_ms;
    time.spread = run.spread;
    time.gb_per_s = run.gb_per_s;
    time.tflop_per_s = run.tflop_per_s;
  }
  const std::optional<double> rate = run.tflop_per_s ? run.tflop_per_s : run.gb_per_s;
  if (rate && run.ratio && *run.ratio > 0 && !run.yardstick.empty()) {
    RunYardstick& yardstick = out.yardstick.emplace();
    yardstick.name = run.yardstick;
    (run.tflop_per_s ? yardstick.tflop_per_s : yardstick.gb_per_s) = *rate / *run.ratio;
    out.ratio = run.ratio;
  }
  if (run.registers && *run.registers >= 0)
    out.resources.emplace().registers = static_cast<std::uint64_t>(*run.registers);
  out.predicted.emplace();
  out.measured.emplace();
  for (const KeptCount& count : run.counters) {
    if (count.predicted) out.predicted->counters.emplace_back(count.counter, *count.predicted);
    if (count.measured) out.measured->counters.emplace_back(count.counter, *count.measured);
  }
  return out;
}

RunReport kept_report(const KeptRun& run, const KernelFacts& kernel) {
  RunReport out = run_report(kept_result(run), kernel);
  out.verdict = run.verdict;
  out.sentence = Message(name_of(run.verdict));
  return out;
}

}  // namespace stridescope
