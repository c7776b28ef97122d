// What is said of the swizzles that were tried for a tile: sentences for all surfaces.
#pragma once

#include "core/app/records.h"

namespace stridescope::app {

// "Now 8 wavefronts, the best that any swizzle does is 4, ideal 4; 61 were tried.", and over how many accesses that is
// counted where there are several. pre: there is a candidate.
Message swizzles_told(const door::Swizzles& trials);
// What a padding would do in the place of a swizzle; empty where there is none.
Message padding_told(const door::Swizzles& trials);

}  // namespace stridescope::app
