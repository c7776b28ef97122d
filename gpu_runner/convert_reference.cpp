// The reference device for conversions of registers: executes the method byte by byte per thread, and checks it.
#include "gpu_runner/mma_block.h"

namespace stridescope::gpu {

RunPrediction predictions(const ConvertPlan& plan) {
  const ConversionCost& cost = plan.taken().cost;
  const auto count = [](auto n) { return static_cast<std::uint64_t>(n); };
  RunPrediction out;
  out.method = name_of(plan.taken().method);
  out.shuffles = count(cost.shuffles);
  out.wavefronts = count(cost.wavefronts);
  out.selects = count(cost.selects);
  out.half_clocks = count(cost.half_clocks());
  out.plain_half_clocks = count(plan.plain().cost.half_clocks());
  add_counts(out, predict(plan));
  return out;
}

Outcome run_reference(const ConvertPlan& plan, const RunRequest&, const RunContext& context) {
  RunResult result = begun(reference_device());
  result.predicted = predictions(plan);
  context.event("verify", "executing every pair of thread and value on the CPU");
  const ConversionProblem& p = plan.problem;
  const auto wrong = wrong_pair(p, plan.taken());
  result.verify = verified_by("cpu", p.threads() * p.b.values / p.pieces, wrong ? 1 : 0);
  if (wrong) {
    result.status = RunStatus::wrong;
    const std::int64_t value = wrong->value / p.pieces;
    const ElementHolder holder = {static_cast<std::uint64_t>(wrong->thread), static_cast<std::uint64_t>(value)};
    result.verify->examples = {{"(" + std::to_string(wrong->thread) + "," + std::to_string(value) + ")",
                                "(0)",
                                {},
                                std::vector<ElementHolder>{holder}}};
  }
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
