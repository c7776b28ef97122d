// Sentences on the swizzles that were tried for a tile.
#pragma once

#include "core/records/records.h"

namespace stridescope::app {

// "Now 8 wavefronts; the best swizzle needs 4, ideal 4; 61 were tried.", and the number of accesses if it is above 1.
// pre: a candidate exists.
Message swizzles_summary(const door::Swizzles& trials);
// The effect of a padding instead of a swizzle; or empty.
Message padding_summary(const door::Swizzles& trials);

}  // namespace stridescope::app
