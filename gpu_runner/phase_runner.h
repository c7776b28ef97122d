// The probe of the phases of shared memory (core/kernels/probe/phase_probe.h) on a GPU, and what the model says of it.
#pragma once

#include "gpu_runner/runner.h"

namespace stridescope::gpu {

// "probe" of the result: verdict (confirmed, contradicted, unfinished when the time ended, not runnable here with the
// reason) and "relations", one for each operation, width and company of the other lanes. Their "predicted" and
// "measured" are 32 words: the lanes that share a wavefront with each lane.
Outcome run_phases(CudaDevice& device, const ProbePlan& plan, const RunRequest& request, const RunContext& context);
// "by" is "model", and nothing is called measured.
Json predicted_phases_json(const ProbePlan& plan, const Message& reason);

}  // namespace stridescope::gpu
