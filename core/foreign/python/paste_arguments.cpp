// The argument names of CuTe DSL's and pycute's functions, as in their sources.
#include "core/foreign/python/paste_arguments.h"

#include <algorithm>
#include <iterator>

namespace stridescope {
namespace {

struct Signature {
  std::string_view function;
  std::string_view names[5];
};
constexpr Signature method_signatures[] = {
    {"Layout", {"shape", "stride"}},
    {"append", {"input", "elem", "up_to_rank"}},
    {"append_ones", {"t", "up_to_rank"}},
    {"assume", {"src", "divby"}},
    {"blocked_product", {"block", "tiler"}},
    {"ceil_div", {"input", "tiler"}},
    {"coalesce", {"input", "target_profile"}},
    {"complement", {"input", "cotarget"}},
    {"composition", {"lhs", "rhs"}},
    {"cosize", {"a"}},
    {"crd2idx", {"coord", "layout"}},
    {"filter", {"input"}},
    {"filter_zeros", {"input"}},
    {"find", {"t", "x", "hierarchical"}},
    {"flat_divide", {"target", "tiler"}},
    {"flat_product", {"block", "tiler"}},
    {"group_modes", {"input", "begin", "end"}},
    {"idx2crd", {"idx", "shape"}},
    {"local_partition", {"target", "tiler", "index", "proj"}},
    {"local_tile", {"input", "tiler", "coord", "proj"}},
    {"logical_divide", {"target", "tiler"}},
    {"logical_product", {"block", "tiler"}},
    {"make_composed_layout", {"inner", "offset", "outer"}},
    {"make_fragment_like", {"src"}},
    {"make_identity_layout", {"shape"}},
    {"make_identity_tensor", {"shape"}},
    {"make_layout", {"shape", "stride"}},
    {"make_layout_tv", {"thr_layout", "val_layout"}},
    {"make_layout_image_mask", {"lay", "coord", "mode"}},
    {"make_ordered_layout", {"shape", "order"}},
    {"make_swizzle", {"b", "m", "s"}},
    {"make_tensor", {"iterator", "layout"}},
    {"make_tiled_copy", {"atom", "layout_tv", "tiler_mn"}},
    {"make_tiled_copy_tv", {"atom", "thr_layout", "val_layout"}},
    {"prepend", {"input", "elem", "up_to_rank"}},
    {"prepend_ones", {"t", "up_to_rank"}},
    {"make_tiled_mma", {"op_or_atom", "atom_layout_mnk", "permutation_mnk"}},
    {"make_tiled_tma_atom", {"op", "gmem_tensor", "smem_layout", "cta_tiler", "num_multicast"}},
    {"raked_product", {"block", "tiler"}},
    {"recast_layout", {"new_type_bits", "old_type_bits", "src_layout"}},
    {"right_inverse", {"input"}},
    {"left_inverse", {"input"}},
    {"slice_", {"src", "coord"}},
    {"tile_atom_to_shape_SF", {"Shape", "sf_vec_size"}},
    {"tile_to_shape", {"atom", "trg_shape", "order"}},
    {"tiled_divide", {"target", "tiler"}},
    {"tiled_product", {"block", "tiler"}},
    {"tma_partition", {"atom", "cta_coord", "cta_layout", "smem_tensor", "gmem_tensor"}},
    {"zipped_divide", {"target", "tiler"}},
    {"zipped_product", {"block", "tiler"}},
};

}  // namespace

std::span<const std::string_view> python_arguments(std::string_view function) {
  const auto* found = std::find_if(std::begin(method_signatures), std::end(method_signatures),
                                   [&](const Signature& one) { return one.function == function; });
  if (found == std::end(method_signatures)) return {};
  return {std::begin(found->names), std::find(std::begin(found->names), std::end(found->names), std::string_view())};
}

}  // namespace stridescope
