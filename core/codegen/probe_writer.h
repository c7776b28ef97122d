// Internal to core/codegen.
#pragma once

#include "core/codegen/probe_plan.h"

namespace stridescope {

KernelText copy_probe_text(const ProbePlan& plan);  // (probe_copy.cpp)

}  // namespace stridescope
