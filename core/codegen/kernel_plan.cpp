// The kinds of kernels side by side. A kind is a row of kernel_kinds.def (its value, its plan, the function that plans
// it) and, where it differs from others, a line of an overload set below: whether it can be traced, what its counts
// should be, whether it may have a plan and no text. Everything that is asked of "a kernel" goes through these
// functions; no caller asks which kind it has. A row without one of the lines does not compile, so a new kind cannot
// forget an answer.
#include "core/codegen/kernel_plan.h"

#include "core/base/text.h"

namespace stridescope {
namespace {

template <class Plan>
Result<KernelPlan> planned(Result<Plan> plan) {
  if (!plan) return failure(std::move(plan.error()));
  return KernelPlan(std::move(*plan));
}

// Where the kinds differ.
std::string traced(const CopyPlan& plan) { return trace_text(plan); }
std::string traced(const MmaPlan&) { return {}; }
std::string traced(const GemmPlan& plan) { return trace_text(plan); }
std::string traced(const ProbePlan&) { return {}; }

std::optional<CopyPrediction> predicted(const CopyPlan& plan) { return predict_copy(plan); }
std::optional<CopyPrediction> predicted(const MmaPlan&) { return {}; }
std::optional<CopyPrediction> predicted(const GemmPlan& plan) { return predict_gemm(plan); }
std::optional<CopyPrediction> predicted(const ProbePlan&) { return {}; }

Message refused(const CopyPlan&) { return {}; }
Message refused(const MmaPlan&) { return {}; }
Message refused(const GemmPlan&) { return {}; }
Message refused(const ProbePlan& plan) { return plan.not_runnable; }

}  // namespace

std::string_view kernel_kind(const Value& value) {
#define STRIDESCOPE_KERNEL(name, kernel, plan, plan_of) \
  if (value.is<kernel>()) return name;
#include "core/codegen/kernel_kinds.def"
#undef STRIDESCOPE_KERNEL
  return {};
}

Result<KernelPlan> plan_kernel(const Value& value) {
#define STRIDESCOPE_KERNEL(name, kernel, plan, plan_of) \
  if (const auto* one = value.as<kernel>()) return planned<plan>(plan_of(*one));
#include "core/codegen/kernel_kinds.def"
#undef STRIDESCOPE_KERNEL
  return failure(ErrorCode::unsupported, say("a {} is no kernel", kind_name(value)),
                 say("make one with copy_kernel, mma_kernel or gemm_kernel"));
}

KernelText cuda_text(const KernelPlan& plan) {
  return std::visit([](const auto& one) { return cuda_text(one); }, plan);
}

std::string standalone_text(const KernelPlan& plan) {
  return std::visit([](const auto& one) { return standalone_text(one); }, plan);
}

std::string trace_text(const KernelPlan& plan) {
  return std::visit([](const auto& one) { return traced(one); }, plan);
}

std::optional<CopyPrediction> predict(const KernelPlan& plan) {
  return std::visit([](const auto& one) { return predicted(one); }, plan);
}

Message refusal(const KernelPlan& plan) {
  return std::visit([](const auto& one) { return refused(one); }, plan);
}

}  // namespace stridescope
