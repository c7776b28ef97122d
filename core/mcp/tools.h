// The tools as functions. Errors: those of the program and of the arguments, with the line and the fix; a claim that
// cannot be decided is an answer, not an error.
#pragma once

#include "core/base/result.h"
#include "core/mcp/records.h"

namespace stridescope::mcp {

// page: the address of the explorer.
#define TOOL(name, request, answer, title, description) Result<answer> name(const request& r, std::string_view page);
#include "core/mcp/tools.def"
#undef TOOL

}  // namespace stridescope::mcp
