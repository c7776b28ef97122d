// Tuples that a call takes apart although only evaluation knows them: transform(shape(A), f).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/base/budget.h"
#include "core/lang/evaluator.h"
#include "core/value/int_tuple.h"

namespace stridescope {

// One for each program, shared by the evaluations of its parts.
struct KnownProfiles {
  // By the evaluated text: the program above the call, and the argument. The evaluation of a later part meets the
  // earlier calls again, and finds theirs here. Empty: not a tuple.
  std::map<std::string, std::optional<IntTuple>> of_text = {};
  // Pays for all parts.
  Budget budget = {max_program_work / 2, max_program_text};
  int within = 0;  // parts that are being evaluated
};

}  // namespace stridescope
