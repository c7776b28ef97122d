// The TMA descriptor of a tensor, made by the driver.
#pragma once

#include "core/workspace/kernel.h"
#include "gpu_runner/cuda_driver.h"

namespace stridescope::gpu {

// CUtensorMap: opaque, 128 bytes, passed to kernels by value.
struct alignas(64) TensorMap {
  unsigned long long words[16] = {};
};

// `address`: address of the tensor's first element. Returns an empty message on success, else the reason.
Message make_tensor_map(const Driver& driver, const TensorMapRequest& request, CuDevicePtr address, TensorMap& out);

}  // namespace stridescope::gpu
