// Faults that a test makes in runs. The linker chooses: stridescope-runner has faults_none.cpp, in which nothing goes
// wrong; stridescope-runner-faults, a binary of the tests, has tests/runner/faults.cpp.
#pragma once

#include <optional>
#include <string>

#include "gpu_runner/runner.h"

namespace stridescope::gpu::faults {

// A run begins. The fault may end the process or never return; a result replaces the run.
std::optional<Outcome> begin(const RunRequest& request, bool on_gpu);
// The CUDA text of the kernel, with the fault in it.
std::string in_kernel(std::string text);
// True if the GPU refuses to allocate.
bool in_memory();

}  // namespace stridescope::gpu::faults
