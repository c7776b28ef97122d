// The plan of any kernel value: a variant with one struct per kind of kernel (kernel_kinds.def). Text, reference
// device, GPU run and predicted counts are made from it.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/kernels/gemm/gemm_predict.h"
#include "core/kernels/kernel.h"
#include "core/kernels/kernel_work.h"
#include "core/value/value.h"
// Includes the plans' headers.
#define STRIDESCOPE_KERNEL(name, value, plan, plan_of)
#include "core/kernels/kernel_kinds.def"

namespace stridescope {

// The variant of all plans, expanded from the list of kinds. The first argument absorbs the first comma of the list.
template <class, class... Plans>
struct PlanKinds {
  using Any = std::variant<std::shared_ptr<const Plans>...>;
};

// One of the plans, immutable. Copies share it: a copy costs a reference count, and threads may read it. The plan of a
// product contains 140 kB of layouts, too much for the stack of each function that passes it on.
class KernelPlan {
#define STRIDESCOPE_KERNEL(name, value, plan, plan_of) , plan
  using Any = PlanKinds<void
#include "core/kernels/kernel_kinds.def"
                        >::Any;

 public:
  template <class Plan>
  requires(std::is_constructible_v<Any, std::shared_ptr<const std::remove_cvref_t<Plan>>>) explicit KernelPlan(
      Plan&& plan)
      : any_(std::make_shared<const std::remove_cvref_t<Plan>>(std::forward<Plan>(plan))) {}

  // The plan if it is of that kind; else null.
  template <class Plan>
  const Plan* as() const {
    const auto* plan = std::get_if<std::shared_ptr<const Plan>>(&any_);
    return plan != nullptr ? plan->get() : nullptr;
  }
  template <class Plan>
  bool is() const {
    return as<Plan>() != nullptr;
  }
  // Calls `ask` with the plan. `ask` accepts each kind of plan, and returns the same type for all.
  template <class Ask>
  auto visit(Ask&& ask) const {
    return std::visit([&](const auto& plan) { return ask(*plan); }, any_);
  }

 private:
  Any any_;  // never null
};

// The kind in reports: "copy", "mma", "gemm", "convert", "probe", "reduce"; empty for a value that is not a kernel.
std::string_view kernel_kind(const Value& value);
inline bool is_kernel(const Value& value) { return !kernel_kind(value).empty(); }
// Checks the kernel and plans it. unsupported: not a kernel value; otherwise the errors of plan_copy, plan_gemm and so
// on. A probe never fails here: refusal() gives the reason why it has no text.
Result<KernelPlan> plan_kernel(const Value& value);

// The kernel's text, and the whole file for nvcc that runs, checks and times it. Deterministic: the same plan gives the
// same text. pre: refusal(plan) is empty.
KernelText cuda_text(const KernelPlan& plan);
std::string standalone_text(const KernelPlan& plan);
// The traced kernels, to append to cuda_text (kernel.h, gemm_plan.h); empty for kinds without a trace.
std::string trace_text(const KernelPlan& plan);
// The predicted counters of one launch (copy_predict.h); empty for kinds whose counts depend on the launch.
std::optional<CopyPrediction> predict(const KernelPlan& plan);
// The work of one launch; empty for kinds that are not timed.
std::optional<KernelWork> work_of(const KernelPlan& plan);
// The reason why a plan has no text; empty if it has one. Only probes can be refused.
struct Refused {
  Message why;
  bool names_function = false;  // the sentence begins with the function's name
};
Refused refusal(const KernelPlan& plan);

}  // namespace stridescope
