// Dispatches queries of "a kernel" to its kind, so that callers need not know the kind. A kind is a row of
// kernel_kinds.def and functions of its plan. A missing required function does not compile. An optional function is
// called if it is declared for exactly this plan.
#include "core/kernels/kernel_plan.h"

#include "core/base/text.h"
#include "core/value/kind_word.h"

namespace stridescope {
namespace {

template <class Plan>
Result<KernelPlan> planned(Result<Plan>&& plan) {
  if (!plan) return failure(std::move(plan.error()));
  return KernelPlan(std::move(*plan));
}

// Detects optional functions of a kind. The overload for any plan must not count, since it would accept every kind.
template <class Plan>
concept Traced = requires {
  static_cast<std::string (*)(const Plan&)>(&trace_text);
};
template <class Plan>
concept Predicted = requires {
  static_cast<CopyPrediction (*)(const Plan&)>(&predict);
};
template <class Plan>
concept Timed = requires {
  static_cast<KernelWork (*)(const Plan&)>(&work_of);
};
template <class Plan>
concept Refusing = requires(const Plan& plan) {
  plan.not_runnable;
};

}  // namespace

std::string_view kernel_kind(const Value& value) {
#define STRIDESCOPE_KERNEL(name, kernel, plan, plan_of) \
  if (value.is<kernel>()) return name;
#include "core/kernels/kernel_kinds.def"
  return {};
}

Result<KernelPlan> plan_kernel(const Value& value) {
#define STRIDESCOPE_KERNEL(name, kernel, plan, plan_of) \
  if (const auto* one = value.as<kernel>()) return planned<plan>(plan_of(*one));
#include "core/kernels/kernel_kinds.def"
  return failure(ErrorCode::unsupported, say("a {} is not a kernel", kind_word(value)),
                 say("make one with copy_kernel, mma_kernel or gemm_kernel"));
}

KernelText cuda_text(const KernelPlan& plan) {
  return plan.visit([](const auto& one) { return cuda_text(one); });
}

std::string standalone_text(const KernelPlan& plan) {
  return plan.visit([](const auto& one) { return standalone_text(one); });
}

std::string trace_text(const KernelPlan& plan) {
  const auto text = []<class Plan>(const Plan& one) -> std::string {
    if constexpr (Traced<Plan>) return trace_text(one);
    return {};
  };
  return plan.visit(text);
}

std::optional<CopyPrediction> predict(const KernelPlan& plan) {
  const auto counts = []<class Plan>(const Plan& one) -> std::optional<CopyPrediction> {
    if constexpr (Predicted<Plan>) return predict(one);
    return {};
  };
  return plan.visit(counts);
}

std::optional<KernelWork> work_of(const KernelPlan& plan) {
  const auto work = []<class Plan>(const Plan& one) -> std::optional<KernelWork> {
    if constexpr (Timed<Plan>) return work_of(one);
    return {};
  };
  return plan.visit(work);
}

Refused refusal(const KernelPlan& plan) {
  const auto why = []<class Plan>(const Plan& one) -> Refused {
    if constexpr (Refusing<Plan>) return {one.not_runnable, one.names_function};
    return {};
  };
  return plan.visit(why);
}

}  // namespace stridescope
