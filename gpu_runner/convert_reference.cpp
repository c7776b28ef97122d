// The reference device for conversions of registers: executes the way byte by byte for every thread, and proves or
// refutes it.
#include "gpu_runner/mma_block.h"

namespace stridescope::gpu {

Json predictions(const ConvertPlan& plan) {
  const ConversionCost& cost = plan.taken().cost;
  Json out = {{"method", name_of(plan.taken().method)}, {"shuffles", cost.shuffles},
              {"wavefronts", cost.wavefronts},          {"selects", cost.selects},
              {"half_clocks", cost.half_clocks()},      {"plain_half_clocks", plan.plain().cost.half_clocks()}};
  add_counts(out, predict(plan));
  return out;
}

Outcome run_reference(const ConvertPlan& plan, const RunRequest&, const RunContext& context) {
  Json result = {{"status", "ok"}, {"device", reference::device_json()}};
  result["predicted"] = predictions(plan);
  context.event("verify", "executing every pair of thread and value on the CPU");
  const ConversionProblem& p = plan.problem;
  const auto wrong = wrong_pair(p, plan.taken());
  result["verify"] = {{"by", "cpu"}, {"checked", p.threads() * p.b.values / p.pieces}, {"wrong", wrong ? 1 : 0}};
  if (wrong) {
    result["status"] = "wrong";
    const std::int64_t value = wrong->value / p.pieces;
    result["verify"]["examples"] =
        Json::array({{{"coordinate", "(" + std::to_string(wrong->thread) + "," + std::to_string(value) + ")"},
                      {"tile", "(0)"},
                      {"stored_by", Json::array({{{"thread", wrong->thread}, {"value", value}}})}}});
  }
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
