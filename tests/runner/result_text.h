// A runner's answer as the command line prints it.
#pragma once

#include <string>

#include "core/app/run_report.h"
#include "gpu_runner/protocol.h"

namespace stridescope::gpu {

inline std::string result_text(const Json& result) { return run_report_text(run_report(fields::printed(result))); }

}  // namespace stridescope::gpu
