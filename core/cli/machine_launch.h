// `stridescope trace FILE.ptx`: the launch of a kernel on the PTX machine, from the words of the command line.
#pragma once

#include <string>

#include "core/cli/trace_source.h"
#include "core/machine/machine.h"

namespace stridescope::cli {

// Beyond a buffer for a layout and a number, an argument can be a tensor map (tensor_argument.h), `@2`, the buffer of
// argument 2, or a buffer with the bytes of a file, f16:(64,64)=file:NAME.
struct MachineLaunch {
  gpu::SourceOptions source;
  machine::Launch launch;
};
Result<MachineLaunch> machine_launch(const SourceWords& words);

// The program of a PTX text. What the text lacks is printed as notes; an error ends the command.
machine::Program required_program(const std::string& ptx);

}  // namespace stridescope::cli
