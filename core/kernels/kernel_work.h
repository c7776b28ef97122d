// The work of one launch of a kernel, from the plan alone: the numerators of rates, and the limits of the number of
// blocks per multiprocessor. Bytes count each element once, as in a roofline, however often the kernel reads it: a
// measured rate is that of the problem, not of the traffic. reduce_plan.h has the work of reductions.
#pragma once

#include <cstdint>

namespace stridescope {

struct CopyPlan;
struct MmaPlan;
struct GemmPlan;

// The work of one launch; computed in constant time, and never refused.
struct KernelWork {
  // True: multiplies, rate in operations per second. False: copies or sums, rate in bytes per second.
  bool product = false;
  // Per launch, multiplications and additions; 0 for a copy and for the peak of a tile.
  std::int64_t operations = 0;
  // Per launch: each element read once and each written once; 0 for the peak of a tile.
  std::int64_t bytes = 0;
  // Bits per element of A that tensor cores multiply; 0: no tensor cores.
  int tensor_bits = 0;
  std::int64_t threads = 0;       // per block
  std::int64_t shared_bytes = 0;  // per block
  // Per launch; 0 for persistent kernels: as many as fit on the GPU.
  std::int64_t blocks = 0;
};

// A copy reads and writes every element once. mma_kernel has 0 operations and bytes: they depend on the repetitions of
// its tile. A product counts A, B and C once each, and 2 M N K operations, for any tiles.
KernelWork work_of(const CopyPlan& plan);
KernelWork work_of(const MmaPlan& plan);
KernelWork work_of(const GemmPlan& plan);

}  // namespace stridescope
