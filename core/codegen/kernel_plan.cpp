#include "core/codegen/kernel_plan.h"

#include "core/base/text.h"

namespace stridescope {

namespace {

template <class Plan>
Result<KernelPlan> planned(Result<Plan> plan) {
  if (!plan) return failure(std::move(plan.error()));
  return KernelPlan(std::move(*plan));
}

}  // namespace

bool is_kernel(const Value& value) {
  return value.is<CopyKernel>() || value.is<MmaKernel>() || value.is<GemmKernel>() || value.is<ProbeKernel>();
}

Result<KernelPlan> plan_kernel(const Value& value) {
  if (const auto* copy = value.as<CopyKernel>()) return planned(plan_copy(*copy));
  if (const auto* mma = value.as<MmaKernel>()) return planned(plan_mma(*mma));
  if (const auto* gemm = value.as<GemmKernel>()) return planned(plan_gemm(*gemm));
  if (const auto* probe = value.as<ProbeKernel>()) return KernelPlan(plan_probe(*probe));
  return failure(ErrorCode::unsupported, cat("a ", kind_name(value), " is no kernel"),
                 "make one with copy_kernel, mma_kernel or gemm_kernel");
}

KernelText cuda_text(const KernelPlan& plan) {
  return std::visit([](const auto& one) { return cuda_text(one); }, plan);
}

std::string standalone_text(const KernelPlan& plan) {
  return std::visit([](const auto& one) { return standalone_text(one); }, plan);
}

}  // namespace stridescope
