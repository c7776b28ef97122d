// All offsets of a value at once, for callers that keep them as an array.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace stridescope {

// The offsets of a layout or tensor. law: offsets[i0 + n0 * (i1 + n1 * ...)] = L(i0, i1, ...) for the extents n0, n1,
// ...
struct OffsetTable {
  std::vector<std::int64_t> extents;  // extents of the modes; their product is the number of offsets
  std::vector<std::int64_t> offsets;
};
inline constexpr std::int64_t max_table_offsets = std::int64_t{1} << 24;
// unsupported: the value has no integer offsets. too_large: more than max_table_offsets.
Result<OffsetTable> offset_table(const Value& value);

}  // namespace stridescope
