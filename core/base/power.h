// Powers of two: the test and the exponent. Extents, widths and thread counts need them all over the core.
#pragma once

#include <bit>
#include <cstdint>

namespace stridescope {

constexpr bool is_power_of_two(std::int64_t x) { return x > 0 && std::has_single_bit(static_cast<std::uint64_t>(x)); }
// The logarithm, rounded down. pre: x > 0.
constexpr int log2_of(std::int64_t x) { return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(x))) - 1; }

}  // namespace stridescope
