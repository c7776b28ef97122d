// The driver call that makes a TMA descriptor; the runner's call and the exported text are made from this one.
// Source: CUDA Driver API 13.0, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col; core/tiled/tma.h.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/kernels/kernel_text.h"
#include "core/kernels/probe/probe_plan.h"
#include "core/tiled/tma.h"

namespace stridescope {

// A constant of cuda.h: the value for the runner, which does not include that header, and the name for the text. `name`
// is static.
struct DriverConstant {
  int value = 0;
  std::string_view name;
};

// All arguments of the driver's function except the address. extents, box and strides have one entry per dimension.
// Element strides are 1; interleaving and out-of-bounds fill are the driver's defaults.
struct TensorMapRequest {
  DriverConstant type;                // type of the elements
  std::vector<std::int64_t> extents;  // elements, the contiguous dimension first
  std::vector<std::int64_t> strides;  // bytes, from the second dimension on; one more entry is not read
  // Elements per dimension that one instruction moves; empty for an image.
  std::vector<std::int64_t> box;
  DriverConstant swizzle;
  // L2 promotion: 256 bytes for every kernel, none for probes.
  DriverConstant promotion;
  // im2col mode: `channels` and `pixels` instead of a box, with corner 0.
  bool image = false;
  // For an image: the extent of the first dimension per instruction, and the number of pixels.
  std::int64_t channels = 0;
  std::int64_t pixels = 0;
};

// For a TMA atom. pre: make_tma made the atom, so its limits hold.
TensorMapRequest tensor_map_of(const TmaAtom& atom);
// For a probe: 256 x 32 bits in one dimension, or an image of 8 pixels with 32 channels of 32 bits. pre: map is not
// none.
TensorMapRequest tensor_map_of(ProbePlan::Map map);

// TensorMap NAME_map_of(void* base): the host function that makes the descriptor from the address of the first element.
MarkedText tensor_map_text(const TensorMapRequest& request, std::string_view name);

}  // namespace stridescope
