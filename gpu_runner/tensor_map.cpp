// Source: CUDA Driver API 13.0, cuTensorMapEncodeTiled.
#include "gpu_runner/tensor_map.h"

#include <cstdint>

namespace stridescope::gpu {
namespace {

constexpr const char* too_old =
    "the NVIDIA driver is too old for TMA: it has no cuTensorMapEncodeTiled; update it to 525 or newer";

}  // namespace

std::string make_tensor_map(const Driver& driver, const TmaAtom& atom, CuDevicePtr address, TensorMap& out) {
  if (driver.cuTensorMapEncodeTiled == nullptr) {
    return too_old;
  }
  // CU_TENSOR_MAP_DATA_TYPE_UINT8, UINT16, UINT32, UINT64
  const int type = atom.element_bits == 8 ? 0 : atom.element_bits == 16 ? 1 : atom.element_bits == 32 ? 2 : 4;
  const int swizzle = atom.swizzle == SwizzleMode::b32    ? 1
                      : atom.swizzle == SwizzleMode::b64  ? 2
                      : atom.swizzle == SwizzleMode::b128 ? 3
                                                          : 0;
  const std::size_t rank = atom.modes.size();
  std::vector<std::uint64_t> extents(atom.extents.begin(), atom.extents.end());
  std::vector<std::uint64_t> strides(atom.stride_bytes.begin(), atom.stride_bytes.end());
  strides.resize(rank, 16);  // one more than is read
  std::vector<std::uint32_t> box(atom.box.begin(), atom.box.end());
  const std::vector<std::uint32_t> steps(rank, 1);
  // No interleaving, zeros outside.
  const int e =
      driver.cuTensorMapEncodeTiled(&out, type, static_cast<std::uint32_t>(rank), as_pointer(address), extents.data(),
                                    strides.data(), box.data(), steps.data(), 0, swizzle, tma_l2_promotion.value, 0);
  return e == cu_success ? std::string() : "cuTensorMapEncodeTiled: " + driver.name_of(e);
}

std::string make_probe_map(const Driver& driver, ProbePlan::Map kind, CuDevicePtr address, TensorMap& out) {
  if (driver.cuTensorMapEncodeTiled == nullptr || driver.cuTensorMapEncodeIm2col == nullptr) return too_old;
  const std::uint32_t steps[] = {1, 1, 1};
  void* const to = as_pointer(address);
  int e = 0;
  if (kind == ProbePlan::Map::tiled) {
    const std::uint64_t extents[] = {256};
    const std::uint64_t strides[] = {16};
    const std::uint32_t box[] = {256};
    e = driver.cuTensorMapEncodeTiled(&out, 2, 1, to, extents, strides, box, steps, 0, 0, 0, 0);
  } else {
    const std::uint64_t extents[] = {32, 8, 1};
    const std::uint64_t strides[] = {128, 1024};
    const int corner[] = {0};
    e = driver.cuTensorMapEncodeIm2col(&out, 2, 3, to, extents, strides, corner, corner, 32, 8, steps, 0, 0, 0, 0);
  }
  return e == cu_success ? std::string() : "cuTensorMapEncode: " + driver.name_of(e);
}

}  // namespace stridescope::gpu
