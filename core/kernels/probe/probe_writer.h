// The text of probes of copies: by threads and warps, and by the copy engine. Internal to core/kernels.
#pragma once

#include "core/kernels/probe/probe_plan.h"

namespace stridescope {

inline constexpr int probe_room_words = probe_memory_offset / 8;

KernelText copy_probe_text(const ProbePlan& plan);  // (probe_copy.cpp)
KernelText bulk_probe_text(const ProbePlan& plan);  // (probe_bulk.cpp)

}  // namespace stridescope
