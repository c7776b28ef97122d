// What a GPU must have for a kernel to run on it: its instructions, and shared memory of a block.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/kernels/kernel_plan.h"

namespace stridescope {

// Why it does not run where the compute capability is `arch` (90) and a block has at most so many bytes of shared
// memory; nothing where it does. needs: as KernelText has it. unsupported: an instruction; too_large: shared memory.
std::optional<Error> lacking(std::string_view needs, std::int64_t shared_bytes, int arch,
                             std::int64_t block_shared_bytes);
// On that architecture of architectures.def; nothing, too, where it is not among them.
std::optional<Error> lacking(const KernelPlan& plan, std::string_view architecture);

}  // namespace stridescope
