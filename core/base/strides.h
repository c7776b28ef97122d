// Overflow-checked arithmetic for extents and strides.
#pragma once

#include "core/base/checked.h"

namespace stridescope {

// True if (extent,next_extent):(stride,next_stride) counts like one mode of this stride; sets `extent` to its extent.
// False if the product overflows 64 bits.
inline bool takes_in(std::int64_t& extent, std::int64_t stride, std::int64_t next_extent, std::int64_t next_stride) {
  std::int64_t end = 0;
  std::int64_t all = 0;
  if (mul_overflows(extent, stride, end) || end != next_stride || mul_overflows(extent, next_extent, all)) return false;
  extent = all;
  return true;
}

// |x|. For the smallest integer gives the largest one, which compares the same way.
inline std::int64_t magnitude(std::int64_t x) {
  if (x == std::numeric_limits<std::int64_t>::min()) return std::numeric_limits<std::int64_t>::max();
  return x < 0 ? -x : x;
}

}  // namespace stridescope
