// What the hardware's counters should say of one launch of a copy kernel: a prediction by the model of core/analysis,
// under the names that Nsight Compute has for the counters.
#pragma once

#include <string_view>

#include "core/codegen/copy_plan.h"

namespace stridescope {

// Cap: accesses of single threads that are looked at, where tiles differ.
inline constexpr std::int64_t max_predicted_accesses = 1 << 24;

struct PredictedCount {
  std::string_view counter;  // l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
  std::string_view meaning;  // "sectors read from global memory"
  std::int64_t count = 0;
};

struct CopyPrediction {
  std::vector<PredictedCount> counts;
  std::string missing;  // why some or all counts are not predicted; empty otherwise
};

CopyPrediction predict_copy(const CopyPlan& plan);

}  // namespace stridescope
