// The memory accesses of the threads of one block in the plan of their kernel: the reference for a trace of the kernel
// (core/trace/plan_check.h).
#pragma once

#include "core/kernels/kernel_plan.h"

namespace stridescope {

// Limit: addresses of one block.
inline constexpr std::int64_t max_planned_addresses = std::int64_t{1} << 22;

enum class PlannedKind : std::uint8_t {
  global_load,
  global_store,
  shared_load,
  shared_store,
  ldmatrix,
  stmatrix,
  async_copy
};

// One access of each thread of a block.
struct PlannedAccess {
  PlannedKind kind = PlannedKind::global_load;
  int bytes = 0;     // per thread
  int matrices = 0;  // for ldmatrix and stmatrix
  int tensor = 0;    // for global memory: index in PlannedBlock::tensors
  // By thread: bytes from the start of the tensor, and from the start of the block's shared memory, if the kind has
  // such an address. -1: the thread is inactive.
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> shared;
};

struct PlannedBlock {
  std::vector<std::string> tensors;  // "src", "dst"; "A", "B", "C"
  std::vector<PlannedAccess> accesses;
  Message missing;  // accesses that are not listed; empty if all are
};

// All accesses of one block of a launch of `blocks` blocks. too_large: above the limit; unsupported: a kind whose
// accesses are not listed. pre: 0 <= block < blocks.
Result<PlannedBlock> planned_block(const KernelPlan& plan, std::int64_t block, std::int64_t blocks);

}  // namespace stridescope
