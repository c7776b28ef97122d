#include "core/codegen/kernel_plan.h"

#include "core/base/text.h"

namespace stridescope {

bool is_kernel(const Value& value) { return value.is<CopyKernel>(); }

Result<KernelPlan> plan_kernel(const Value& value) {
  if (const auto* copy = value.as<CopyKernel>()) {
    auto plan = plan_copy(*copy);
    if (!plan) return failure(std::move(plan.error()));
    return KernelPlan(std::move(*plan));
  }
  return failure(ErrorCode::unsupported, cat("a ", kind_name(value), " is no kernel"),
                 "make one with copy_kernel(src, dst, via)");
}

KernelText cuda_text(const KernelPlan& plan) { return cuda_text(*std::get_if<CopyPlan>(&plan)); }

std::string standalone_text(const KernelPlan& plan) { return standalone_text(*std::get_if<CopyPlan>(&plan)); }

}  // namespace stridescope
