// The common digits of two lists of modes, FlatModes or LinearModes.
#pragma once

#include <algorithm>

#include "core/base/checked.h"
#include "core/facts/offsets.h"

namespace stridescope {

// Calls visit(extent, stride of a, stride of b) for the common refinement of the digits of both; false if their extents
// do not divide each other.
template <class Modes, class Visit>
bool refine(const Modes& a, const Modes& b, Visit&& visit) {
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  FlatMode x = {1, 0};
  FlatMode y = {1, 0};
  for (;;) {
    for (; x.extent == 1 && i < a.size(); ++i) x = {a[i].extent, a[i].stride};
    for (; y.extent == 1 && j < b.size(); ++j) y = {b[j].extent, b[j].stride};
    if (x.extent == 1 && y.extent == 1) return true;
    const std::int64_t extent = std::min(x.extent, y.extent);
    if (extent == 1 || x.extent % extent != 0 || y.extent % extent != 0) return false;
    visit(extent, x.stride, y.stride);
    // A digit that ends here is used up; its new stride does not matter.
    x.extent /= extent;
    y.extent /= extent;
    if (x.extent > 1 && mul_overflows(x.stride, extent, x.stride)) return false;
    if (y.extent > 1 && mul_overflows(y.stride, extent, y.stride)) return false;
  }
}

}  // namespace stridescope
