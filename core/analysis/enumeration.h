// Reading facts off a list of offsets.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/function.h"

namespace stridescope {

struct Hits {
  IntervalSet image;
  IntervalSet gaps;                    // between the smallest and the largest offset
  std::optional<Collision> collision;  // the rest only if asked for
  std::int64_t aliased = 0;
  std::int64_t max_hits = 0;
};

// Requires at least one offset, all within 62 bits.
Hits count_hits(const std::vector<std::int64_t>& offsets, bool with_collisions);

Monotone monotone_of(const std::vector<std::int64_t>& offsets);

}  // namespace stridescope
