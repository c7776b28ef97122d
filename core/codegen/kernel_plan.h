// The plan of any kernel value: one struct a kind of kernel (kernel_kinds.def), from which its text, the reference
// device, the GPU run and the predicted counts are made.
#pragma once

#include <optional>
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
  using Any = std::variant<Plans...>;
};
#define STRIDESCOPE_KERNEL(name, value, plan, plan_of) , plan
using KernelPlan = PlanKinds<void
#include "core/codegen/kernel_kinds.def"
                             >::Any;

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
