// Numbers of elements, threads and values are 64 bits wide and checked; containers are indexed by their own type.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stridescope {

// pre: 0 <= i, and i is below the size of what it indexes.
constexpr std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace stridescope
