// The layout of a function that is known by its values, and the digits of one that is known by its strides.
#pragma once

#include <string_view>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/value/value.h"

namespace stridescope {

// Coordinates of a function that is read from its values.
inline constexpr std::int64_t max_table = 1 << 20;

// Every extent at least 1, their product at most max_table: it is taken from the budget times `work`. 0 with the fault.
std::int64_t table_size(Arith&, std::string_view system, const std::vector<std::int64_t>& extents, std::uint64_t work);

// values[i] of the i-th coordinate, the first mode fastest: strides where they are the function, else swizzles over
// strides. unsupported where neither is found, with the coordinate at which strides fail and what was tried: all
// strides, all chains of swizzles that are linear over F2 where the extents are powers of two, every single swizzle
// else, and the chain of the coordinates below the powers of two in the extents.
AnyLayout layout_of_table(Arith&, const std::vector<std::int64_t>& extents, const std::vector<std::int64_t>& values);

// The coordinate of that index, for messages: (3,5), or 3 of a single mode.
std::string coordinate_text(std::int64_t index, const std::vector<std::int64_t>& extents);

// The values of a layout of `size` coordinates; empty, with the fault, without values.
std::vector<std::int64_t> values_of(Arith&, const Value& layout);

}  // namespace stridescope
