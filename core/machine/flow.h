// The control-flow graph of a function: where lanes that parted at a branch meet again.
#pragma once

#include "core/machine/program.h"

namespace stridescope::machine {

// For each instruction that branches: the first instruction that every path from it to the end of the function passes;
// the number of instructions if no instruction is. For other instructions 0.
std::vector<std::uint32_t> meeting_points(const Function& function);

}  // namespace stridescope::machine
