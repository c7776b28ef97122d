// Evaluates programs with all functions, atoms and foreign text: a program of the language or what is pasted, C++,
// Python, a compiler's message, what a kernel printed.
#pragma once

#include <string_view>
#include <vector>

#include "core/foreign/paste/foreign_tree.h"
#include "core/lang/evaluator.h"

namespace stridescope {

const Environment& full_environment();

// As evaluate of core/lang/evaluator.h, within the budget of one program or the given one.
Evaluation evaluate(std::string_view program, IntegerMode mode);
Evaluation evaluate(std::string_view program, IntegerMode mode, Budget& budget);
// With the calls that have laws, which are appended to `operations`.
Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations);
Evaluation evaluate(std::string_view program, IntegerMode mode, std::vector<RecordedOperation>& operations,
                    Budget& budget);

// Never fails as a whole: what does not parse is reported in `errors`, the other statements are kept.
ForeignTree parse(std::string_view program, std::vector<Error>& errors);

}  // namespace stridescope
