// Predicted counters of one launch of a multiplying kernel, under Nsight Compute's names. For a gemm_kernel: reads of A
// and B and writes of C in global memory, loads from shared memory into registers, and tensor core instructions. For an
// mma_kernel the same except the initial reads of its operands.
#pragma once

#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/gemm/gemm_plan.h"

namespace stridescope {

// For one launch. Never fails: counts that are not predicted, such as the shared memory of wgmma and the copy engine,
// are listed in `missing`.
CopyPrediction predict(const GemmPlan& plan);
// For `blocks` blocks that each multiply the tile `repeat` times.
CopyPrediction predict_mma(const MmaPlan& plan, std::int64_t blocks, std::int64_t repeat);

}  // namespace stridescope
