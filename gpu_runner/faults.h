// Faults that tests inject into runs. The linker chooses: stridescope-runner has faults_none.cpp, without faults;
// stridescope-runner-faults, a test binary, has tests/runner/faults.cpp.
#pragma once

#include <optional>
#include <string>

#include "gpu_runner/runner.h"

namespace stridescope::gpu::faults {

// Called at the start of a run. The fault may end the process or never return; a returned result replaces the run.
std::optional<Outcome> begin(const RunRequest& request, bool on_gpu);
// The CUDA text of the kernel with the fault inserted.
std::string in_kernel(std::string text);
// The steps along K that the reference device executes, of all.
std::int64_t steps(std::int64_t all);
// True if the GPU refuses to allocate.
bool in_memory();

}  // namespace stridescope::gpu::faults
