// The measurements that come with Stridescope as reports that a roofline takes: where a reader has no run on a GPU of
// his own, the points are these. A recorded run has what was measured; what its kernel asks of a GPU, operations and
// bytes, follows from its program, which is evaluated for that.
#pragma once

#include <string>
#include <vector>

#include "core/runs/kept_run.h"

namespace stridescope {

// A recorded run as a report.
struct RecordedReport {
  std::string name;  // what the run was called
  // With `recorded` and the device that it ran on; `work` only of the kind of kernel that was asked for.
  RunReport report;
};

// Those of one GPU that are recorded in `runs`, in their order: of the GPU that the kernel's limits are of, where
// there are some, else of the first. The programs of the kernel's own kind, a copy or a product, are evaluated, so
// that their work is known: not for a frame. Empty where the kernel's work is not known, or nothing is recorded.
std::vector<RecordedReport> recorded_reports(const std::vector<KeptRun>& runs, const RunReport& kernel);

// A key to keep them by: kernels with the same words have the same recorded reports, of the same runs. "copies H100
// SXM5 80 GB", "products " without a GPU.
std::string recorded_for(const RunReport& kernel);

}  // namespace stridescope
