// The layout of a function given by its values, and the digits of a function given by its strides.
#pragma once

#include <string_view>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/value/value.h"

namespace stridescope {

// Maximum number of coordinates of a function that is read from its values.
inline constexpr std::int64_t max_table = 1 << 20;

// The product of the extents: each at least 1, the product at most max_table; charges it times `work`. 0 with a fault.
std::int64_t table_size(Arith&, std::string_view system, const std::vector<std::int64_t>& extents, std::uint64_t work);

// values[i] belongs to the i-th coordinate, the first mode fastest: strides if they equal the function, otherwise
// swizzles over strides. unsupported if neither is found, with the coordinate at which strides fail and the tried
// forms: all strides; for power-of-two extents all chains of swizzles that are linear over F2; for others every single
// swizzle, and the chain of the coordinates below the powers of two in the extents.
AnyLayout layout_of_table(Arith&, const std::vector<std::int64_t>& extents, const std::vector<std::int64_t>& values);

// The coordinate of that index, for messages: (3,5), or 3 for a single mode.
std::string coordinate_text(std::int64_t index, const std::vector<std::int64_t>& extents);

// The values of a layout of `size` coordinates; empty, with the fault, without values.
std::vector<std::int64_t> values_of(Arith&, const Value& layout);

}  // namespace stridescope
