// Predicted counters of one launch of a kernel that multiplies, under Nsight Compute's names. For a gemm_kernel its
// reads of A and B and writes of C in global memory, its loads from shared memory into registers, and its instructions
// on the tensor cores; for an mma_kernel the same except the reads that load its operands once.
#pragma once

#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/gemm/gemm_plan.h"

namespace stridescope {

// For one launch. Never fails; counts that are not predicted, such as the shared memory of wgmma and the copy engine,
// are listed in `missing`.
CopyPrediction predict(const GemmPlan& plan);
// For `blocks` blocks that multiply the tile `repeat` times.
CopyPrediction predict_mma(const MmaPlan& plan, std::int64_t blocks, std::int64_t repeat);

}  // namespace stridescope
