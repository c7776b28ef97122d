// Sentences about the measurements of traces. Internal to core/runs.
#pragma once

#include <vector>

#include "core/base/message.h"
#include "core/runs/run_result.h"

namespace stridescope {

// Medians: a line for the tiles, and one for each side.
std::vector<Message> trace_lines(const RunTrace& trace);

}  // namespace stridescope
