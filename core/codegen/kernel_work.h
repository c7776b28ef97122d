// What one launch of a kernel is asked to do, from the plan alone: the numerators of every rate, and what limits how
// many of its blocks fit on a multiprocessor.
#pragma once

#include <cstdint>

namespace stridescope {

struct CopyPlan;
struct MmaPlan;
struct GemmPlan;

struct KernelWork {
  bool product = false;         // multiplies: its figure is operations a second; else it copies
  std::int64_t operations = 0;  // of a launch, a multiplication and an addition each; 0: a copy, or the peak of a tile
  std::int64_t bytes = 0;       // of a launch: each element read once and each written once; 0: the peak of a tile
  int tensor_bits = 0;          // of the operands of tensor cores; 0: they are not used
  std::int64_t threads = 0;     // of a block
  std::int64_t shared_bytes = 0;  // of a block
  std::int64_t blocks = 0;        // 0: as many as fit
};

KernelWork work_of(const CopyPlan& plan);
KernelWork work_of(const MmaPlan& plan);
KernelWork work_of(const GemmPlan& plan);

}  // namespace stridescope
