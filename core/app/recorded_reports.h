// The measurements that come with Stridescope as reports that a roofline takes: where a reader has no run on a GPU of
// his own, the points are these.
#pragma once

#include <string>
#include <vector>

#include "core/app/kept_run.h"

namespace stridescope {

struct RecordedReport {
  std::string name;  // what the run was called
  RunReport report;
};

// Those of one GPU that are recorded in `runs`, in their order: of the GPU that the kernel's limits are of, where there
// are some, else of the first. The programs of the kernel's own kind, a copy or a product, are evaluated, so that their
// work is known: not for a frame.
std::vector<RecordedReport> recorded_reports(const std::vector<KeptRun>& runs, const RunReport& kernel);

// Kernels with the same words have the same recorded reports.
std::string recorded_for(const RunReport& kernel);

}  // namespace stridescope
