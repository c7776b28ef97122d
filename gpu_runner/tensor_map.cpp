// Source: CUDA Driver API 13.0, cuTensorMapEncodeTiled.
#include "gpu_runner/tensor_map.h"

#include <cstdint>

namespace stridescope::gpu {

Message make_tensor_map(const Driver& driver, const TensorMapRequest& r, CuDevicePtr address, TensorMap& out) {
  if (driver.cuTensorMapEncodeTiled == nullptr || (r.image && driver.cuTensorMapEncodeIm2col == nullptr)) {
    return say("the NVIDIA driver is too old for TMA: it lacks cuTensorMapEncodeTiled; update it to 525 or newer");
  }
  const auto rank = static_cast<std::uint32_t>(r.extents.size());
  const std::vector<std::uint64_t> extents(r.extents.begin(), r.extents.end());
  const std::vector<std::uint64_t> strides(r.strides.begin(), r.strides.end());
  const std::vector<std::uint32_t> box(r.box.begin(), r.box.end());
  const std::vector<std::uint32_t> steps(rank, 1);
  const std::vector<int> corner(rank, 0);
  void* const to = as_pointer(address);
  // Without interleaving, and with zeros outside.
  const int e =
      r.image ? driver.cuTensorMapEncodeIm2col(&out, r.type.value, rank, to, extents.data(), strides.data(),
                                               corner.data(), corner.data(), static_cast<std::uint32_t>(r.channels),
                                               static_cast<std::uint32_t>(r.pixels), steps.data(), 0, r.swizzle.value,
                                               r.promotion.value, 0)
              : driver.cuTensorMapEncodeTiled(&out, r.type.value, rank, to, extents.data(), strides.data(), box.data(),
                                              steps.data(), 0, r.swizzle.value, r.promotion.value, 0);
  return e == cu_success ? Message() : Message::verbatim("cuTensorMapEncode: " + driver.name_of(e));
}

}  // namespace stridescope::gpu
