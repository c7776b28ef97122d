// The copy engine's requirements of a box, as the driver states them when it refuses a descriptor. For code that makes
// one (tma.cpp) and code that reads a printed one. Source: the CUDA driver API, cuTensorMapEncodeTiled.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

inline constexpr std::int64_t max_box_extent = 256;  // elements along a mode

struct TmaFault {
  Message what;
  Message mend;
};

// The inner dimension of a box in bytes: nothing where it is a multiple of 16.
std::optional<TmaFault> row_fault(std::int64_t bytes);
// Nothing where the span of the swizzle, in bytes, has room for it.
std::optional<TmaFault> span_fault(std::int64_t bytes, std::string_view swizzle, std::int64_t span);
// For the given number of elements along a mode.
std::optional<TmaFault> extent_fault(std::int64_t elements, std::int64_t mode);

}  // namespace stridescope
