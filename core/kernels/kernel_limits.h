// Requirements of a kernel on a GPU: architecture, and shared memory per block.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/kernels/kernel_plan.h"

namespace stridescope {

// The reason why a kernel does not run on compute capability `arch` (for example 90) with the given bytes of shared
// memory per block; empty if it does. needs: as in KernelText. unsupported: an instruction; too_large: shared memory.
std::optional<Error> lacking(std::string_view needs, std::int64_t shared_bytes, int arch,
                             std::int64_t block_shared_bytes);
// The same for an architecture of architectures.def; empty for an unknown one.
std::optional<Error> lacking(const KernelPlan& plan, std::string_view architecture);

}  // namespace stridescope
