// The arguments of cuTensorMapEncode for a TMA atom, as values for the runner and as text for the exported file. Both
// come from one request, so the exported kernel is the measured one.
#include "core/kernels/copy/tensor_map.h"

#include "core/kernels/template.h"

namespace stridescope {
namespace {

constexpr DriverConstant data_types[] = {{0, "CU_TENSOR_MAP_DATA_TYPE_UINT8"},
                                         {1, "CU_TENSOR_MAP_DATA_TYPE_UINT16"},
                                         {2, "CU_TENSOR_MAP_DATA_TYPE_UINT32"},
                                         {4, "CU_TENSOR_MAP_DATA_TYPE_UINT64"}};
// Indexed by SwizzleMode.
constexpr DriverConstant swizzles[] = {{0, "CU_TENSOR_MAP_SWIZZLE_NONE"},
                                       {1, "CU_TENSOR_MAP_SWIZZLE_32B"},
                                       {2, "CU_TENSOR_MAP_SWIZZLE_64B"},
                                       {3, "CU_TENSOR_MAP_SWIZZLE_128B"},
                                       {4, "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B"}};
constexpr DriverConstant no_promotion = {0, "CU_TENSOR_MAP_L2_PROMOTION_NONE"};
// The same in every descriptor of a kernel, exported or measured.
constexpr DriverConstant kernel_promotion = {3, "CU_TENSOR_MAP_L2_PROMOTION_L2_256B"};

DriverConstant type_of(int bits) { return data_types[bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3]; }

std::string list(const std::vector<std::int64_t>& values) {
  std::string out;
  for (const std::int64_t v : values) append_all(out, out.empty() ? "" : ", ", v);
  return out;
}

}  // namespace

TensorMapRequest tensor_map_of(const TmaAtom& atom) {
  TensorMapRequest out;
  out.type = type_of(atom.element_bits);
  out.extents = atom.extents;
  out.strides = atom.stride_bytes;
  out.strides.push_back(16);
  out.box = atom.box;
  out.swizzle = swizzles[static_cast<std::size_t>(atom.swizzle)];
  out.promotion = kernel_promotion;
  return out;
}

TensorMapRequest tensor_map_of(ProbePlan::Map map) {
  TensorMapRequest out;
  out.type = type_of(32);
  out.swizzle = swizzles[0];
  out.promotion = no_promotion;
  if (map == ProbePlan::Map::tiled) {
    out.extents = {256};
    out.strides = {16};
    out.box = {256};
  } else {
    out.extents = {32, 8, 1};
    out.strides = {128, 1024, 16};
    out.image = true;
    out.channels = 32;
    out.pixels = 8;
  }
  return out;
}

MarkedText tensor_map_text(const TensorMapRequest& r, std::string_view name) {
  return filled(templates::host, "tensor_map",
                {{"NAME", name},
                 {"ENCODE", r.image ? "cuTensorMapEncodeIm2col" : "cuTensorMapEncodeTiled"},
                 {"IMAGE", r.image},
                 {"ELEMENT_TYPE", r.type.name},
                 {"RANK", r.extents.size()},
                 {"EXTENTS", list(r.extents)},
                 {"STRIDES", list(r.strides)},
                 {"BOX", list(r.box)},
                 {"STEPS", list(std::vector<std::int64_t>(r.extents.size(), 1))},
                 {"CORNER", list(std::vector<std::int64_t>(r.image ? r.extents.size() - 2 : 0, 0))},
                 {"CHANNELS", r.channels},
                 {"PIXELS", r.pixels},
                 {"SPAN", r.swizzle.name},
                 {"PROMOTION", r.promotion.name}});
}

}  // namespace stridescope
