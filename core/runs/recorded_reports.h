// The built-in measurements as reports for a roofline: used when the user has no GPU runs of their own. A recorded run
// has the measurements; the work of its kernel, operations and bytes, is derived by evaluating its program.
#pragma once

#include <string>
#include <vector>

#include "core/runs/kept_run.h"

namespace stridescope {

// A recorded run as a report.
struct RecordedReport {
  std::string name;  // title of the run
  // Its members `recorded` and the device are set; `work` is set only for kernels of the given kernel's kind.
  RunReport report;
};

// The reports for one GPU in `runs`, in order: the GPU of the kernel's limits if it has recorded runs, otherwise the
// first GPU. The programs of the kernel's own kind, copies or products, are evaluated for their work: too slow for a
// frame. Empty if the kernel's work is unknown, or nothing is recorded.
std::vector<RecordedReport> recorded_reports(const std::vector<KeptRun>& runs, const RunReport& kernel);

// A cache key: kernels with the same key have the same recorded reports for the same runs. "copies H100 SXM5 80 GB", or
// "products " without a GPU.
std::string recorded_for(const RunReport& kernel);

}  // namespace stridescope
