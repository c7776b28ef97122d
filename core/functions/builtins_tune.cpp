// The builtin of the tuner: candidates for a kernel value, ranked by the model.
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/functions/environment.h"
#include "core/functions/tuned.h"
#include "core/lang/evaluator.h"

namespace stridescope {

Result<Value> evaluate_candidate(const std::string& text, Budget& budget) {
  Evaluation e = evaluate(text, IntegerMode::cute, function_environment(), budget);
  if (!e.errors.empty()) return failure(Error(e.errors.front()));
  if (e.bindings.empty()) return failure(ErrorCode::arguments, say("the text does not contain a value"));
  return std::move(e.bindings.back().value);
}

// Planning is charged when the candidates are evaluated; counting their work takes up to a tenth of a second.
static constexpr std::uint64_t counting_work = 10'000'000;

Value builtin_tune(const Call& c) {
  std::string_view name = default_gpu;
  if (c.count() > 1) {
    const auto* text = c.args[1].as<Text>();
    if (text == nullptr) return c.wrong(1, term("the name of a GPU, such as \"H100\""));
    name = text->text;
  }
  const Gpu* gpu = find_gpu(name);
  if (gpu == nullptr) {
    std::string known;
    for (const Gpu& g : gpus()) append_all(known, known.empty() ? "" : ", ", g.name);
    return c.fail(ErrorCode::unknown_name, say("unknown GPU '{}'", name), say("known: {}", known));
  }
  if (!c.charge(counting_work)) return static_int(0);
  // Its own budget, if the program has none.
  Budget own = max_program_budget;
  Budget& budget = c.arith.budget() != nullptr ? *c.arith.budget() : own;
  auto tuned = tune(c.args[0], *gpu, [&](const std::string& text) { return evaluate_candidate(text, budget); });
  if (!tuned) return c.fail(tuned.error().code, say("{}: {}", c.name, tuned.error().message), tuned.error().hint);
  return Object::make(std::move(*tuned));
}

}  // namespace stridescope
