// Sentences on what probes and traces measured. Internal to core/app.
#pragma once

#include <vector>

#include "core/base/json_value.h"
#include "core/base/message.h"

namespace stridescope {

// Of a checked result. A probe: which lanes share a wavefront, a line a relation. A trace: medians, a line for the
// tiles and one for each side.
std::vector<Message> probe_lines(const JsonValue& probe);
std::vector<Message> trace_lines(const JsonValue& trace);

}  // namespace stridescope
