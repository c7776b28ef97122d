// Predicted counters of one launch of a copy kernel, by the model of core/memory, under Nsight Compute's names.
#pragma once

#include <string_view>

#include "core/kernels/copy/copy_plan.h"

namespace stridescope {

// Cap: accesses of single threads that are looked at, where tiles differ.
inline constexpr std::int64_t max_predicted_accesses = 1 << 24;

// A counter may hold more than what the model counts, and the surplus then differs from run to run of the same machine
// code (seen on an H100). What bounds it is another counter of the same run:
//
// sum: wavefronts of shared memory include repetitions that lost the arbitration for the data banks to other traffic,
// 0.01 to 15 %, if a multiprocessor has several blocks at once: a single block has none, whatever else it loads and
// stores (tests/gpu/arbitration.py). In one launch those of both directions together equal
// l1tex__data_bank_conflicts_type_arbitration.sum, or less if others lose too; counters that are read together may
// still come from several launches, so twice that is allowed. The counters attributed to instructions,
// smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld and _st, include none.
//
// ceiling: ..._pred_on_any holds some instructions that no lane takes part in (those that an edge masks wholly, and the
// loads with a false predicate that the compiler adds where cp.async is waited for): at most all instructions.
enum class CountBound { exact, sum, ceiling };

// A counter, what it should read after one launch, and in which sense.
struct PredictedCount {
  std::string_view counter;  // l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
  Term meaning;              // "sectors read from global memory"
  std::int64_t count = 0;
  CountBound bound = CountBound::exact;
  std::string_view beside = {};  // the counter that bounds it; empty when it is exact
};

// "exact", "sum", "ceiling"
std::string_view name_of(CountBound bound);
// True if a counter that reads `measured` agrees with the prediction, given the reading of the counter `beside`.
bool agrees(CountBound bound, double predicted, double measured, double beside);

// The counts of one launch. Those that are not predicted are not there.
struct CopyPrediction {
  std::vector<PredictedCount> counts;
  Message missing;  // why some or all counts are not predicted; empty otherwise
};

// Never fails: what is too much to look at is `missing`.
CopyPrediction predict(const CopyPlan& plan);
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
