// A stored run as a report: shows runs of earlier sessions next to those of this session.
#pragma once

#include "core/runs/kept_run.h"

namespace stridescope {

// The stored verdict, times and counters; the model's predictions are computed again. Its origin names the device and
// the day. `kernel`: facts of the run's own kernel.
RunReport kept_report(const KeptRun& run, const KernelFacts& kernel = {});

// The result that the run came from, as far as it was stored, with `recorded`.
RunResult kept_result(const KeptRun& run);

}  // namespace stridescope
