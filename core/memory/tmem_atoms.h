// Finds the tcgen05.ld instructions that read a whole fragment of tensor memory, and the number of loads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/value/layout.h"

namespace stridescope {

// A family of SM100_TMEM_LOAD atoms that fit; the number of repeats goes between name and suffix, 32dp32b and x or
// x_16b.
struct TmemLoads {
  std::string name;
  std::string suffix;
  std::vector<int> repeats;  // the numbers that fit, ascending; the last one gives the fewest loads
  int registers = 0;         // per thread, in a load with the last number
  std::int64_t loads = 0;    // per warp, with the last number
};

// Cap: elements that are looked at. Tensor memory holds no more of 8 bits.
inline constexpr std::int64_t max_tmem_elements = 128 * 576 * 4;

// The families whose loads cover the fragment, each element once and nothing else: fewest loads first. Each warp reads
// its own 32 lanes, from lane 0 or, in the forms of 16 lanes, 16 of them; the _16b forms read the lower halves of
// columns. `fragment`: coordinate -> address, as tensor_memory_fragment gives it. pre: plain integer strides.
// arguments: element_bits is not 8, 16 or 32, or an address is outside the lanes and columns of the architecture, 100
// of sm100; too_large beyond the limit.
Result<std::vector<TmemLoads>> tmem_loads(LayoutRef fragment, int element_bits, int architecture = 100);

}  // namespace stridescope
