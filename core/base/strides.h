// What extents and strides ask of 64-bit arithmetic.
#pragma once

#include "core/base/checked.h"

namespace stridescope {

// Whether (extent,next_extent):(stride,next_stride) counts like one mode of this stride, whose extent is `extent` then.
// A product that does not fit 64 bits is no such extent.
inline bool takes_in(std::int64_t& extent, std::int64_t stride, std::int64_t next_extent, std::int64_t next_stride) {
  std::int64_t end = 0;
  std::int64_t all = 0;
  if (mul_overflows(extent, stride, end) || end != next_stride || mul_overflows(extent, next_extent, all)) return false;
  extent = all;
  return true;
}

// |x|, and for the smallest integer the largest: as far as steps are compared, there is none between them.
inline std::int64_t magnitude(std::int64_t x) {
  if (x == std::numeric_limits<std::int64_t>::min()) return std::numeric_limits<std::int64_t>::max();
  return x < 0 ? -x : x;
}

}  // namespace stridescope
