// The built-in measurements as reports for a roofline: used when the user has no GPU runs of their own. A recorded run
// has the measurements; the work of its kernel, operations and bytes, follows from its program, which is evaluated for
// that.
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

// Those of one GPU in `runs`, in their order: of the GPU of the kernel's limits, if there are some, otherwise of the
// first. The programs of the kernel's own kind, a copy or a product, are evaluated to get their work: not for a frame.
// Empty if the kernel's work is unknown, or nothing is recorded.
std::vector<RecordedReport> recorded_reports(const std::vector<KeptRun>& runs, const RunReport& kernel);

// A key to keep them by: kernels with the same words have the same recorded reports, of the same runs. "copies H100
// SXM5 80 GB", "products " without a GPU.
std::string recorded_for(const RunReport& kernel);

}  // namespace stridescope
