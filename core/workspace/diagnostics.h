// Errors of a program for a terminal: the line, a caret below the place, and the fix.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/lang/remainder.h"
#include "core/workspace/workspace.h"

namespace stridescope {

//   error: unknown name 'compositon'
//    --> program:2:5
//     |
//   2 | R = compositon(A, B)
//     |     ^^^^^^^^^^
//     = did you mean 'composition'?
std::string format_diagnostic(std::string_view program, const Diagnostic& diagnostic,
                              const Catalog& catalog = english_catalog());

// True for an error and for an assumption. A warning of index_range or offset_range reports a fact about a value that
// is CuTe's all the same: a program with no other diagnostic is right.
bool fails(const Diagnostic& diagnostic);
// The first that fails; null if none does.
const Diagnostic* first_failure(const Report& report);

// "skipped, as not about layouts: lines 1-12, 15; skipped, words next to a layout: line 13": of remainders by position.
// Empty if each is understood or has an error.
Message left_out_text(std::string_view program, const std::vector<Remainder>& remainders);

}  // namespace stridescope
