// Implements faults.h for stridescope-runner: no faults are injected.
#include "gpu_runner/faults.h"

namespace stridescope::gpu::faults {

std::optional<Outcome> begin(const RunRequest&, bool) { return std::nullopt; }

std::string in_kernel(std::string text) { return text; }

std::int64_t steps(std::int64_t all) { return all; }

bool in_memory() { return false; }

}  // namespace stridescope::gpu::faults
