// Tries the fixes that errors offer: each one is applied to a copy of the program, and offered only if it works there.
#pragma once

#include <string_view>

#include "core/lang/evaluator.h"

namespace stridescope {

// Evaluates a changed program as the given one was evaluated.
using TrialEvaluation = Evaluation (*)(std::string_view program, IntegerMode mode, const Environment& environment,
                                       Budget& budget);

// Withdraws the replacement of each error that stays with it, that gets another error in its place, or whose fix costs
// another statement its value. An error of another statement that had no value before does not count: that statement
// waited. If the other error has a fix, both become one. Of an error's alternatives those stay that leave the fewest
// errors to the program. Replacements that the budget does not suffice to try are withdrawn, too; it pays for the
// trials.
//
//   C = make_layout((4,4), (1     "write (1)": that stride does not match the shape, so no fix is offered
//   (4 8):(8 1)                   "write ,8": the fix of the next error, ",1", becomes a part of it
//
void withdraw_fixes(std::string_view program, IntegerMode mode, const Environment& environment,
                    TrialEvaluation evaluate_trial, Budget& budget, Evaluation& evaluation);

}  // namespace stridescope
