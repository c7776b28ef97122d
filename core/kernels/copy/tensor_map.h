// The driver call that makes a tensor's descriptor for the copy engine: the call of the runner and the exported text
// are made from this one. Source: CUDA Driver API 13.0, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col;
// core/tiled/tma.h.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/kernels/kernel_text.h"
#include "core/kernels/probe/probe_plan.h"
#include "core/tiled/tma.h"

namespace stridescope {

// A constant of cuda.h: its value for the runner, which includes no such header, and its name for the text, static.
struct DriverConstant {
  int value = 0;
  std::string_view name;
};

// All arguments of the driver's function but the address. extents, box and strides have an entry a dimension; element
// strides are 1, interleaving and filling of what is outside are the driver's defaults.
struct TensorMapRequest {
  DriverConstant type;                // of the elements
  std::vector<std::int64_t> extents;  // elements, the contiguous dimension first
  std::vector<std::int64_t> strides;  // bytes: of the dimensions after the first, and one more, which is not read
  // Elements that one instruction moves along each dimension; empty of an image.
  std::vector<std::int64_t> box;
  DriverConstant swizzle;
  // Fetch size of L2: 256 bytes for every kernel, none for probes.
  DriverConstant promotion;
  // For an image instead of a box: the number of its channels and pixels, starting at corner 0.
  bool image = false;
  // For an image: the extent of its first dimension in one instruction, and the pixels of the others.
  std::int64_t channels = 0;
  std::int64_t pixels = 0;
};

// For a TMA atom. pre: make_tma made the atom, so its limits hold.
TensorMapRequest tensor_map_of(const TmaAtom& atom);
// For a probe: 256 x 32 bits in one dimension, or an image of 8 pixels of 32 channels of 32 bits. pre: map is not none.
TensorMapRequest tensor_map_of(ProbePlan::Map map);

// TensorMap NAME_map_of(void* base), the function of the host that makes it from the tensor's first element on.
MarkedText tensor_map_text(const TensorMapRequest& request, std::string_view name);

}  // namespace stridescope
