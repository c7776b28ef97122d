// The plan of any kernel value: one struct a kind of kernel, from which its text, the reference device, the GPU run and
// the predicted counts are made.
#pragma once

#include <variant>

#include "core/codegen/gemm_plan.h"
#include "core/codegen/kernel.h"
#include "core/codegen/phase_probe.h"
#include "core/codegen/probe_plan.h"
#include "core/value/value.h"

namespace stridescope {

using KernelPlan = std::variant<CopyPlan, MmaPlan, GemmPlan, ProbePlan>;

bool is_kernel(const Value& value);
// unsupported for a value that is no kernel; else why the kernel cannot be made, if it cannot.
Result<KernelPlan> plan_kernel(const Value& value);

KernelText cuda_text(const KernelPlan& plan);
std::string standalone_text(const KernelPlan& plan);

}  // namespace stridescope
