// Predicted counters of one launch of a copy kernel, by the model of core/memory, under Nsight Compute's names.
#pragma once

#include <string_view>

#include "core/kernels/copy/copy_plan.h"

namespace stridescope {

// Limit of the accesses of single threads that are counted if tiles differ.
inline constexpr std::int64_t max_predicted_accesses = 1 << 24;

// A counter may include more than the model counts. The surplus differs between runs of the same machine code (measured
// on an H100). Another counter of the same run bounds it:
//
// sum: wavefronts of shared memory include repetitions after lost arbitration for the data banks, 0.01 to 15 %, if a
// multiprocessor has several blocks at once. A single block has none, whatever it loads and stores
// (tests/gpu/arbitration.py). In one launch the repetitions of both directions add up to
// l1tex__data_bank_conflicts_type_arbitration.sum, or less if other traffic loses, too. Counters that are read together
// may come from several launches, so twice that sum is allowed. The counters attributed to instructions,
// smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld and _st, include no repetitions.
//
// ceiling: ..._pred_on_any includes some instructions without an active lane: those that an edge masks completely, and
// the loads with a false predicate that the compiler adds where it waits for cp.async. The count is at most all
// instructions.
enum class CountBound { exact, sum, ceiling };

// A counter, its predicted value for one launch, and how exact the prediction is.
struct PredictedCount {
  std::string_view counter;  // l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
  Term meaning;              // "sectors read from global memory"
  std::int64_t count = 0;
  CountBound bound = CountBound::exact;
  std::string_view beside = {};  // the counter that bounds it; empty if exact
};

// True if the measured value agrees with the prediction, given the measured value of the bounding counter.
bool agrees(CountBound bound, double predicted, double measured, double beside);

// The counts of one launch; counts that are not predicted are omitted.
struct CopyPrediction {
  std::vector<PredictedCount> counts;
  Message missing;  // the reason if some or all counts are not predicted; else empty
};

// Never fails: counts above the limit are reported in `missing`.
CopyPrediction predict(const CopyPlan& plan);
// The reads of global memory alone: requests, then sectors. gemm_predict.cpp uses it for A and B.
CopyPrediction predict_reads(const CopyPlan& plan);

// Sectors of 32 bytes in the rows of a box that begins at `origin` (by the tensor's modes). A store counts those inside
// the tensor, a load all of them.
std::int64_t box_sectors(const TmaAtom& atom, const std::vector<std::int64_t>& origin, bool load);
// The sum over the boxes of every tile, where `begins` are the starts of a tile's boxes. Empty if there are too many.
std::optional<std::int64_t> boxes_sectors(const TmaAtom& atom, const std::vector<std::vector<std::int64_t>>& begins,
                                          const std::vector<std::int64_t>& tile, const std::vector<std::int64_t>& grid,
                                          bool load);

}  // namespace stridescope
