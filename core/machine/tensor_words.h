// Tensor maps from words, as command lines and launch forms have them: box(64,128)@sw128.
#pragma once

#include <string_view>
#include <vector>

#include "core/machine/tensor_map.h"

namespace stridescope::machine {

struct TensorDimension {
  std::int64_t extent = 1;
  std::int64_t stride = 0;  // in elements
};
// The smallest stride first.
void sort_dimensions(std::vector<TensorDimension>& dimensions);

// The name that CUTLASS has for elements of a type such as f16; empty for an unknown one.
std::string_view cutlass_element(std::string_view type);

// The map of a tensor with these dimensions, the contiguous one first; `layout` is their text, for errors. Words:
// box(64,128); sw32, sw64, sw128, sw128_32; steps(1,2); nan; image(CHANNELS,PIXELS), lower(-1,-1), upper(-1,-1);
// interleave16, interleave32: the first dimension has the channels of a vector, and is not one of the map.
Result<TensorMap> tensor_map_of(std::string_view type, const std::vector<TensorDimension>& dimensions,
                                std::string_view layout, std::string_view words);

}  // namespace stridescope::machine
