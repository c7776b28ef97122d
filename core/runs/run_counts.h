// Hardware counters of a run, predicted and measured, and whether they agree: decided here for pictures, tables and
// text. The prediction is the model of core/memory on the kernel's plan; the measurement is the runner's, under Nsight
// Compute's names. Counts are for one launch, in the counter's own unit (sectors, wavefronts, requests).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernels/copy/copy_predict.h"
#include "core/runs/run_result.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// A counter with a bound may exceed the model's count, but never be less: core/kernels/copy/copy_predict.h explains the
// bounds.
enum class Agreement {
  // The measured value equals the prediction.
  exact,
  // The measured value is larger, within the bound from another counter of the same run (CountBound).
  bounded,
  // The measured value differs by more, has no bound, or is smaller.
  beyond,
  // The measured value is larger, and the bounding counter was not read.
  undecided,
  // Only measured.
  not_predicted,
  // Only predicted.
  not_measured,
};

// A counter, predicted, measured or both, and the meaning of the difference.
struct RunCount {
  // Nsight Compute's name: l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum.
  std::string counter;
  // "sectors read from global memory"; empty for a counter outside of the model.
  Message meaning;
  // Counts of one launch.
  std::optional<double> predicted, measured;
  // The exactness of the prediction.
  CountBound bound = CountBound::exact;
  // The bounding counter; empty if the prediction is exact.
  std::string beside = {};
  // The value of that counter in the same run; empty if it was not read.
  std::optional<double> most = {};
  Agreement agreement = Agreement::not_measured;
  // The difference in words with its bound: "26 more than predicted, within its bound: twice the 26 of l1tex__...sum";
  // "equal" without a difference; empty if one of both is missing.
  Message text = {};
};

// The model's counts for one launch of the binding's kernel. Empty for kernels without counts (a probe; the peak of an
// MMA, which depends on the launch), and for a binding that is not a kernel. Inspects at most max_predicted_accesses
// accesses of threads (core/kernels/copy/copy_predict.h).
std::optional<CopyPrediction> predicted_counts(const Workspace& workspace, int binding);

// The counters of a checked result, predicted ones first: those of `kernel` in order, then other predictions of the
// result, then counters that were only measured. `kernel` overrides the result's prediction of the same counter.
std::vector<RunCount> run_counts(const RunResult& result, const std::optional<CopyPrediction>& kernel);

}  // namespace stridescope
