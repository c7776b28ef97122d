// The plan of any kernel value: one struct a kind of kernel (kernel_kinds.def), from which its text, the reference
// device, the GPU run and the predicted counts are made.
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
// The plans' headers, to begin with.
#define STRIDESCOPE_KERNEL(name, value, plan, plan_of)
#include "core/kernels/kernel_kinds.def"

namespace stridescope {

// The variant of all plans, which the list of kinds is expanded into; its first argument only takes the list's first
// comma.
template <class, class... Plans>
struct PlanKinds {
  using Any = std::variant<std::shared_ptr<const Plans>...>;
};

// One of the plans; it is not changed once it is made, and copies share it, so a copy costs a reference count and
// threads may read it. A plan holds the layouts of its kernel in place, that of a product 140 kB of them: too much
// for the stack of each function that passes one on.
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
  // The result of `ask` for the plan, whichever kind it is: it accepts each of them, and returns the same type for all.
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
// Checks the kernel and plans it. unsupported for a value that is not a kernel; otherwise the reason why the kernel
// cannot be made, if it cannot: the errors of plan_copy, plan_gemm and so on. A probe is never refused here: refusal()
// gives the reason why it has no text.
Result<KernelPlan> plan_kernel(const Value& value);

// The kernel, to be compiled alone, and the whole file that nvcc builds, which runs, checks and times it.
// Deterministic: the same plan gives the same text. pre: refusal(plan) is empty.
KernelText cuda_text(const KernelPlan& plan);
std::string standalone_text(const KernelPlan& plan);
// The traced kernels, to follow cuda_text (kernel.h, gemm_plan.h); empty for kinds that are not traced.
std::string trace_text(const KernelPlan& plan);
// The predicted counters of one launch (copy_predict.h); empty for kinds whose counts depend on the launch.
std::optional<CopyPrediction> predict(const KernelPlan& plan);
// The work of one launch; empty for kinds that are not timed.
std::optional<KernelWork> work_of(const KernelPlan& plan);
// The reason why a plan has no text; empty if it has one. Only probes can be refused this way.
struct Refused {
  Message why;
  bool names_function = false;  // the sentence begins with that of the language
};
Refused refusal(const KernelPlan& plan);

}  // namespace stridescope
