// Reading facts off a list of offsets.
#pragma once

#include <optional>
#include <vector>

#include "core/facts/function.h"

namespace stridescope {

// The image of a list of offsets. `aliased` counts offsets that are hit more than once, `max_hits` the coordinates of
// the one that is hit most.
struct Hits {
  IntervalSet image;
  IntervalSet gaps;                    // between the smallest and the largest offset
  std::optional<Collision> collision;  // the rest only if asked for
  std::int64_t aliased = 0;
  std::int64_t max_hits = 0;
};

// Requires at least one offset, all within 62 bits.
Hits count_hits(const std::vector<std::int64_t>& offsets, bool with_collisions);

// The direction of the offsets as the coordinate grows; a single offset is constant.
Monotone monotone_of(const std::vector<std::int64_t>& offsets);

}  // namespace stridescope
