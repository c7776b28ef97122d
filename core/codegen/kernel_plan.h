// The plan of any kernel value: one struct a kind of kernel (kernel_kinds.def), from which its text, the reference
// device, the GPU run and the predicted counts are made.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/codegen/gemm_predict.h"
#include "core/codegen/kernel.h"
#include "core/codegen/kernel_work.h"
#include "core/codegen/phase_probe.h"
#include "core/value/value.h"
// The plans' headers, to begin with.
#define STRIDESCOPE_KERNEL(name, value, plan, plan_of)
#include "core/codegen/kernel_kinds.def"

namespace stridescope {

template <class, class... Plans>
struct PlanKinds {
  using Any = std::variant<std::shared_ptr<const Plans>...>;
};

// One of the plans; it is not changed once it is made, and copies share it. A plan holds the layouts of its kernel in
// place, that of a product 140 kB of them: too much for the stack of each function that passes one on.
class KernelPlan {
#define STRIDESCOPE_KERNEL(name, value, plan, plan_of) , plan
  using Any = PlanKinds<void
#include "core/codegen/kernel_kinds.def"
                        >::Any;

 public:
  template <class Plan>
  requires(std::is_constructible_v<Any, std::shared_ptr<const std::remove_cvref_t<Plan>>>) explicit KernelPlan(
      Plan&& plan)
      : any_(std::make_shared<const std::remove_cvref_t<Plan>>(std::forward<Plan>(plan))) {}

  // The plan if it is of that kind, or null.
  template <class Plan>
  const Plan* as() const {
    const auto* plan = std::get_if<std::shared_ptr<const Plan>>(&any_);
    return plan != nullptr ? plan->get() : nullptr;
  }
  template <class Plan>
  bool is() const {
    return as<Plan>() != nullptr;
  }
  // What `ask` says of the plan, whichever kind it is.
  template <class Ask>
  auto visit(Ask&& ask) const {
    return std::visit([&](const auto& plan) { return ask(*plan); }, any_);
  }

 private:
  Any any_;  // never null
};

// "copy", "mma", "gemm", "probe"; empty for a value that is no kernel.
std::string_view kernel_kind(const Value& value);
inline bool is_kernel(const Value& value) { return !kernel_kind(value).empty(); }
// unsupported for a value that is no kernel; else why the kernel cannot be made, if it cannot.
Result<KernelPlan> plan_kernel(const Value& value);

KernelText cuda_text(const KernelPlan& plan);
std::string standalone_text(const KernelPlan& plan);
// The kernels that are traced, to stand behind cuda_text (kernel.h, gemm_plan.h); empty for kinds that have no tiles.
std::string trace_text(const KernelPlan& plan);
// What the counters of one launch should say; nothing for kinds whose counts depend on how they are launched.
std::optional<CopyPrediction> predict(const KernelPlan& plan);
// What one launch is asked to do; nothing for kinds that are not timed.
std::optional<KernelWork> work_of(const KernelPlan& plan);
// Why no text of it is made although there is a plan; empty when one is.
struct Refused {
  Message why;
  bool names_function = false;  // the sentence begins with that of the language
};
Refused refusal(const KernelPlan& plan);

}  // namespace stridescope
