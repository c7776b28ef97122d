// What the hardware's counters should say of one launch of a kernel that multiplies: a prediction, under the names that
// Nsight Compute has for the counters. Of a gemm_kernel what it reads of A and B and writes of C in global memory, what
// it loads from shared memory into registers, and its instructions on the tensor cores; of an mma_kernel the same but
// for the reads that fill its operands once.
#pragma once

#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/gemm/gemm_plan.h"

namespace stridescope {

// Of one launch. Never fails; what is not predicted, as how wgmma and the copy engine use shared memory, is told in
// `missing`.
CopyPrediction predict(const GemmPlan& plan);
// Of `blocks` blocks that multiply the tile `repeat` times.
CopyPrediction predict_mma(const MmaPlan& plan, std::int64_t blocks, std::int64_t repeat);

}  // namespace stridescope
