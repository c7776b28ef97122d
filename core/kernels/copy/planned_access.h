// The memory accesses of the threads of one block, access by access, by the plan of their kernel: the reference for a
// trace of the kernel (core/trace/plan_check.h).
#pragma once

#include "core/kernels/kernel_plan.h"

namespace stridescope {

// Caps: addresses of one block.
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
  int bytes = 0;     // of a thread
  int matrices = 0;  // of ldmatrix and stmatrix
  int tensor = 0;    // of global memory, which of PlannedBlock::tensors
  // By thread, bytes from the begin of the tensor and of the block's shared memory, as far as the kind has them; -1
  // where the thread takes no part.
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> shared;
};

struct PlannedBlock {
  std::vector<std::string> tensors;  // "src", "dst"; "A", "B", "C"
  std::vector<PlannedAccess> accesses;
  Message missing;  // which accesses are not told; empty where all are
};

// All accesses of a block of a launch with the given number of blocks. too_large: beyond the limit; unsupported: kinds
// whose accesses are not listed. pre: 0 <= block < blocks.
Result<PlannedBlock> planned_block(const KernelPlan& plan, std::int64_t block, std::int64_t blocks);

}  // namespace stridescope
