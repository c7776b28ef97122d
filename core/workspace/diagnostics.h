// Diagnostics for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "core/workspace/workspace.h"

namespace stridescope {

//   error: unknown name 'compositon'
//    --> program:2:5
//     |
//   2 | R = compositon(A, B)
//     |     ^^^^^^^^^^
//     = did you mean 'composition'?
std::string format_diagnostic(std::string_view program, const Diagnostic& diagnostic);

}  // namespace stridescope
