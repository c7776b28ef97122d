// The copy engine's requirements of a box, which the driver checks for a descriptor. For code that makes a descriptor
// (tma.cpp), and code that reads a printed one. Source: the CUDA driver API, cuTensorMapEncodeTiled.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

inline constexpr std::int64_t max_box_extent = 256;  // elements along a mode

struct TmaFault {
  Message what;
  Message fix;
};

// Bytes that the address of a global tensor is a multiple of, and that of its tile in shared memory.
inline constexpr std::int64_t tma_global_alignment = 16;
inline constexpr std::int64_t tma_shared_alignment = 128;
// The global tensor's address: nothing where it is a multiple of 16, or of 32 where elements are interleaved by 32.
std::optional<TmaFault> address_fault(std::uint64_t address, bool interleaved_by_32 = false);
// The inner dimension of a box in bytes: nothing where it is a multiple of 16.
std::optional<TmaFault> row_fault(std::int64_t bytes);
// Empty if the row fits the span of the swizzle, in bytes.
std::optional<TmaFault> span_fault(std::int64_t bytes, std::string_view swizzle, std::int64_t span);
// Empty if the number of elements along a mode is within the limit.
std::optional<TmaFault> extent_fault(std::int64_t elements, std::int64_t mode);

}  // namespace stridescope
