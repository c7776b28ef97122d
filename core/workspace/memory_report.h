// Inside core/workspace: what an analysis knows of memory, as JSON.
#pragma once

#include "core/analysis/analysis.h"
#include "core/base/json.h"

namespace stridescope {

// Fields "global" and "shared" of the object that is open, where there are any.
void write_memory(JsonWriter& json, const Analysis& analysis);

}  // namespace stridescope
