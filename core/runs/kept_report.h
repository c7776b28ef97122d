// A run that was kept, as a report: what a surface shows of a run of an earlier session beside those of this one.
#pragma once

#include "core/runs/kept_run.h"

namespace stridescope {

// What the run has kept of verdict, times and counters; what the model says of its kernel is computed anew. Its origin
// names the device and the day. `kernel`: facts of the run's own kernel.
RunReport kept_report(const KeptRun& run, const KernelFacts& kernel = {});

// The result that it came from, as far as it was kept, with `recorded`.
RunResult kept_result(const KeptRun& run);

}  // namespace stridescope
