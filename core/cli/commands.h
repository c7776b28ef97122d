// The commands of `stridescope`. Each returns the exit status: 0, or 1 when the program has errors.
#pragma once

#include <string>

#include "core/workspace/workspace.h"

namespace stridescope::cli {

int eval(const std::string& program, IntegerMode mode, bool all);
// Answers one JSON object a line from stdin until its end.
int eval_jsonl(IntegerMode mode);
int render(const std::string& program, IntegerMode mode, const std::string& format, const std::string& view);
// All functions, a line each, or one in full.
int functions(const std::string& name);

// All of stdin; at most a little more than a program may have.
std::string read_stdin();

}  // namespace stridescope::cli
