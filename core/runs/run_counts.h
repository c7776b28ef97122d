// Hardware counters of a run, predicted next to measured, and whether they agree: decided once, for pictures, tables
// and text. The prediction is the model of core/memory, by the plan of the kernel; the measurement is the runner's
// under Nsight Compute's names. Counts are of one launch, in the counter's own unit (sectors, wavefronts, requests).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernels/copy/copy_predict.h"
#include "core/runs/run_result.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// A counter can exceed the model's count, but never fall below it, if its bound says so:
// core/kernels/copy/copy_predict.h has the bounds and the hardware's reasons for them.
enum class Agreement {
  // The counter reads what the model counts.
  exact,
  // It holds more, within what another counter of the same run allows (CountBound).
  bounded,
  // It differs by more than that, or where nothing bounds it, or it holds less.
  beyond,
  // It holds more, and the counter that bounds it was not read.
  undecided,
  // Measured alone.
  not_predicted,
  // Predicted alone.
  not_measured,
};
// "exact", "bounded", "beyond", "undecided", "not predicted", "not measured". Static memory.
std::string_view name_of(Agreement agreement);

// A counter on both sides, and what the difference means. At least one side is there.
struct RunCount {
  // Nsight Compute's name: l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum.
  std::string counter;
  // "sectors read from global memory"; empty where the model does not know it.
  Message meaning;
  // Counts of one launch.
  std::optional<double> predicted, measured;
  // In which sense the prediction is meant.
  CountBound bound = CountBound::exact;
  // The counter that bounds it; empty where the prediction is exact.
  std::string beside = {};
  // The reading of that counter in the same run; empty if it was not read.
  std::optional<double> most = {};
  Agreement agreement = Agreement::not_measured;
  // The difference in words with its bound: "26 more than predicted, within its bound: twice the 26 of l1tex__...sum".
  // "equal" without a difference; empty if one of both is missing.
  Message text = {};
};

// The model's counts of a launch of the binding's kernel; empty for kernels without counts (a probe; the peak of an
// MMA, which depends on the launch), and for a binding that is not a kernel. Inspects no more accesses of threads than
// max_predicted_accesses (core/kernels/copy/copy_predict.h).
std::optional<CopyPrediction> predicted_counts(const Workspace& workspace, int binding);

// The counters of a checked result, those that are predicted first: the kernel's in their order, then the others that
// the result predicts, then what was measured alone. What `kernel` counts outranks what the result says was predicted
// of the same counter.
std::vector<RunCount> run_counts(const RunResult& result, const std::optional<CopyPrediction>& kernel);

}  // namespace stridescope
