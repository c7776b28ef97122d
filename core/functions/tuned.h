// The tuner, with an evaluator for the texts of its candidates.
#pragma once

#include "core/base/budget.h"
#include "core/tune/tuning.h"

namespace stridescope {

// The default GPU of predictions: the model's constants are fitted on it.
inline constexpr std::string_view default_gpu = "H100";

// The value of a candidate's text, or its first error; its cost is taken from the budget. (builtins_tune.cpp)
Result<Value> evaluate_candidate(const std::string& text, Budget& budget);

}  // namespace stridescope
