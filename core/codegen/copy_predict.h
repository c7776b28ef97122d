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
// The reads of global memory alone: requests, then sectors. (gemm_predict.cpp has them of A and B.)
CopyPrediction predict_reads(const CopyPlan& plan);

// Sectors of 32 bytes under the rows of a box that begins at `origin`, by the tensor's modes, as far as they lie in the
// tensor.
std::int64_t box_sectors(const TmaAtom& atom, const std::vector<std::int64_t>& origin, bool load);
// The same of the boxes of every tile: a tile's begin at `begins`. Nothing when there are too many to look at each.
std::optional<std::int64_t> boxes_sectors(const TmaAtom& atom, const std::vector<std::vector<std::int64_t>>& begins,
                                          const std::vector<std::int64_t>& tile, const std::vector<std::int64_t>& grid,
                                          bool load);

}  // namespace stridescope
