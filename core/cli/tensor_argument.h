// Tensor maps as arguments on the command line: the words behind the @ of `--arg f16:(1024,512):(512,1)@box(64,128)@sw128`.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/machine/tensor_map.h"

namespace stridescope::cli {

// The map of a tensor with that layout, whose modes are the dimensions, the contiguous one first. Words, separated by
// @: box(64,128), or a layout of shared memory that make_tma_atom reads the box and the swizzle from; sw32, sw64, sw128;
// steps(1,2); nan; image(CHANNELS,PIXELS), lower(-1,-1), upper(-1,-1).
Result<machine::TensorMap> tensor_argument(std::string_view type, const std::string& layout, const std::string& words);

}  // namespace stridescope::cli
