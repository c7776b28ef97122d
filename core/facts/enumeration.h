// Derives facts from a list of offsets.
#pragma once

#include <optional>
#include <vector>

#include "core/facts/function.h"

namespace stridescope {

// The image of a list of offsets. `aliased`: number of offsets that occur more than once. `max_hits`: number of
// coordinates of the most frequent offset.
struct Hits {
  IntervalSet image;
  IntervalSet gaps;                    // between the smallest and the largest offset
  std::optional<Collision> collision;  // this and the members below only with with_collisions
  std::int64_t aliased = 0;
  std::int64_t max_hits = 0;
};

// pre: at least one offset, all within 62 bits.
Hits count_hits(const std::vector<std::int64_t>& offsets, bool with_collisions);

// The direction of the offsets along the coordinate; a single offset is constant.
Monotone monotone_of(const std::vector<std::int64_t>& offsets);

}  // namespace stridescope
