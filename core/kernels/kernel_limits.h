// Requirements of a kernel on a GPU: its instructions, and shared memory of a block.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/kernels/kernel_plan.h"

namespace stridescope {

// The reason why it does not run on compute capability `arch` (90) with the given bytes of shared memory per block;
// empty if it does. needs: as in KernelText. unsupported: an instruction; too_large: shared memory.
std::optional<Error> lacking(std::string_view needs, std::int64_t shared_bytes, int arch,
                             std::int64_t block_shared_bytes);
// On that architecture of architectures.def; nothing, too, where it is not among them.
std::optional<Error> lacking(const KernelPlan& plan, std::string_view architecture);

}  // namespace stridescope
