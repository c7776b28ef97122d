// The work of one launch of a kernel, from the plan alone: the numerators of every rate, and the limits of the number
// of blocks per multiprocessor. A roofline's numerators: bytes count each element once, however often the kernel reads
// it again, so a measured rate is that of the problem and not of the traffic. Sums have theirs in reduce_plan.h.
#pragma once

#include <cstdint>

namespace stridescope {

struct CopyPlan;
struct MmaPlan;
struct GemmPlan;

// The work of one launch; computed in constant time, and never refused.
struct KernelWork {
  // Multiplies: its figure is operations a second; else it copies or sums, and its figure is bytes a second.
  bool product = false;
  // Per launch, a multiplication and an addition each; 0 for a copy, or the peak of a tile.
  std::int64_t operations = 0;
  // Per launch: each element read once and each written once; 0 for the peak of a tile.
  std::int64_t bytes = 0;
  // Bits of an element of A as tensor cores multiply it; 0: they are not used.
  int tensor_bits = 0;
  std::int64_t threads = 0;       // of a block
  std::int64_t shared_bytes = 0;  // of a block
  // Per launch; 0: as many as fit on the GPU, for persistent kernels.
  std::int64_t blocks = 0;
};

// In a copy every element is read and written once. In mma_kernel operations and bytes are 0: they depend on the
// repetitions of its tile. In a product A, B and C count once each, 2 M N K operations, whatever the tiles.
KernelWork work_of(const CopyPlan& plan);
KernelWork work_of(const MmaPlan& plan);
KernelWork work_of(const GemmPlan& plan);

}  // namespace stridescope
