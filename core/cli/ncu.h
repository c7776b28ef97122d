// Loads a report of Nsight Compute, for the commands that need one.
#pragma once

#include <string>

#include "core/trace/ncu.h"

namespace stridescope::cli {

// A report, or its source page; - is standard input.
Result<NcuReport> load_ncu(const std::string& name);

}  // namespace stridescope::cli
