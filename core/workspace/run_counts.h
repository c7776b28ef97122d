// Hardware counters of a run, predicted beside measured, and whether they agree: decided here once, for pictures,
// tables and text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_value.h"
#include "core/codegen/copy_predict.h"
#include "core/workspace/workspace.h"

namespace stridescope {

enum class Agreement {
  exact,          // the counter reads what the model counts
  bounded,        // it holds more, within what another counter of the same run allows (CountBound)
  beyond,         // it differs by more than that, or where nothing bounds it
  undecided,      // it holds more, and the counter that bounds it was not read
  not_predicted,  // measured alone
  not_measured,   // predicted alone
};
// "exact", "bounded", "beyond", "undecided", "not predicted", "not measured"
std::string_view name_of(Agreement agreement);

// A counter on both sides, and what the difference means.
struct RunCount {
  std::string counter;  // Nsight Compute's name
  Message meaning;      // "sectors read from global memory"; empty where the model does not know it
  std::optional<double> predicted, measured;
  CountBound bound = CountBound::exact;
  std::string beside = {};          // the counter that bounds it
  std::optional<double> most = {};  // what that one reads in the same run
  Agreement agreement = Agreement::not_measured;
  // The difference in words with its bound: "26 more than predicted, within its bound: twice the 26 of l1tex__...sum".
  // "equal" where there is none; empty where one of both is missing.
  Message text = {};
};

// What the model counts of a launch of the binding's kernel; nothing for what the model has no counts of (a probe; the
// peak of an MMA, which depends on the launch).
std::optional<CopyPrediction> predicted_counts(const Workspace& workspace, int binding);

// The counters of a checked result, those that are predicted first. What `kernel` counts outranks what the result says
// was predicted of the same counter.
std::vector<RunCount> run_counts(const JsonValue& result, const std::optional<CopyPrediction>& kernel);

}  // namespace stridescope
