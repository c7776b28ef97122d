// The tuner with the language that its candidates are written in.
#pragma once

#include "core/base/budget.h"
#include "core/tune/tuning.h"

namespace stridescope {

// The GPU for predicted times if the program names none: the model's constants are fitted on it.
inline constexpr std::string_view default_gpu = "H100";

// The value of a candidate's text, or its first error; what it costs is taken from the budget. (builtins_tune.cpp)
Result<Value> evaluate_candidate(const std::string& text, Budget& budget);

}  // namespace stridescope
