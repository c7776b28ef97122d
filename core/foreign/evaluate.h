// Evaluates programs with all functions, atoms and foreign text: programs of the language, and pasted C++, Python,
// compiler messages and prints of kernels.
#pragma once

#include <string_view>
#include <vector>

#include "core/foreign/paste/foreign_tree.h"
#include "core/lang/evaluator.h"

namespace stridescope {

struct KnownProfiles;  // core/foreign/paste/known_profiles.h

const Environment& full_environment();

// As evaluate of core/lang/evaluator.h, within the budget of one program or the given one.
Evaluation evaluate(std::string_view program, IntegerMode mode);
Evaluation evaluate(std::string_view program, IntegerMode mode, Budget& budget);
// Appends the calls that have laws to `operations`.
Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations,
                    Budget& budget);

// Evaluates the part of a program above a call, and its argument (known_profiles.h). No fix is tried.
Evaluation evaluate_part(std::string_view part, IntegerMode mode, KnownProfiles& profiles);

// Never fails as a whole: statements that do not parse are reported in `errors`, the others are kept.
ForeignTree parse(std::string_view program, std::vector<Error>& errors);

}  // namespace stridescope
