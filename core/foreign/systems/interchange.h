// The layouts of other systems: their texts read into CuTe's terms and written from them, one system a file. Every
// reader pays for its work from the budget of `arith` and refuses what it cannot read with the place in the text.
//
// The layout depends on the object that the system describes:
//   distributed  who holds what: (thread, value) -> m + M n, where thread = lane + lanes * warp and value counts a
//                thread's registers; a third mode counts blocks where there are several
//   memory       where an element lies: (m, n) -> offset in elements
// Extents that the text fixes are static.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/facts/offsets.h"

namespace stridescope {

// The shape of the tensor, if the text does not give it; empty for the smallest shape that the text describes.
using ForeignShape = std::vector<std::int64_t>;
inline constexpr std::size_t max_foreign_rank = 8;

// Triton: an encoding of a tensor, #ttg.blocked<{...}>, of shared memory, #ttg.swizzled_shared<{...}>, or of tensor
// memory, alone, in a type tensor<64x64xf16, #mma>, or after lines that name others. (triton*.cpp)
Value read_triton(Arith&, std::string_view text, const ForeignShape& shape);
// If the shape is the layout's own, it is written as memory, otherwise as ownership by threads; without a shape as
// both.
std::string write_triton(Arith&, const Value& layout, const ForeignShape& shape);

// MLIR: memref<64x32xf32, strided<[32, 1], offset: 5>>, and affine_map<(d0, d1) -> (d0 * 32 + d1)> over a shape.
Value read_memref(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_memref(Arith&, const Value& layout, const ForeignShape& shape);
Value read_affine_map(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_affine_map(Arith&, const Value& layout, const ForeignShape& shape);
// Shape and strides by name or as two lists; torch's in elements, NumPy's in bytes of a dtype. (strides.cpp)
Value read_torch(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_torch(Arith&, const Value& layout, const ForeignShape& shape);
Value read_numpy(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_numpy(Arith&, const Value& layout, const ForeignShape& shape);
// Layout([M, N] -> ...) and Fragment([M, N] -> ...), printed or as a lambda; replication is a mode of stride 0.
Value read_tilelang(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_tilelang(Arith&, const Value& layout, const ForeignShape& shape);
// st_bf<64, 128>, rt_fl<16, 16, row_l> of one warp.
Value read_thunderkittens(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_thunderkittens(Arith&, const Value& layout, const ForeignShape& shape);
// TiledLayout(Tiling(...), warp_dims=..., lane_dims=..., vector_dim=...); the smallest shape is the first tile.
Value read_mosaic(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_mosaic(Arith&, const Value& layout, const ForeignShape& shape);
// local(2, 1).spatial(8, 4).local(1, 2), Hidet's repeat and spatial, RegisterLayout(...).
Value read_tilus(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_tilus(Arith&, const Value& layout, const ForeignShape& shape);
// TLX: the output of tlx.dump_layout, tlx.layout(shape=..., stride=...), tlx.swizzled_layout(B, M, S) over a shape.
Value read_tlx(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_tlx(Arith&, const Value& layout, const ForeignShape& shape);
// Layout(IntTuple(...), IntTuple(...)), row_major(...), col_major(...).
Value read_mojo(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_mojo(Arith&, const Value& layout, const ForeignShape& shape);
// CUBLASLT_ORDER_COL32, rows=64, cols=64, ld=2048; VEC16_UE4M3 and VEC32_UE8M0, the blocks of scale factors.
Value read_cublaslt(Arith&, std::string_view text, const ForeignShape& shape);
std::string write_cublaslt(Arith&, const Value& layout, const ForeignShape& shape);

// A system: how to read its texts and write a layout. If the system has no text for a layout, the writer's fault has
// the reason. `shape` is that of the tensor.
struct ForeignSystem {
  std::string_view name;  // name of the function of the language, and of the format of emit
  Value (*read)(Arith&, std::string_view text, const ForeignShape& shape);
  std::string (*write)(Arith&, const Value& layout, const ForeignShape& shape);
};
const std::vector<ForeignSystem>& foreign_systems();
// Null if no system has that name.
const ForeignSystem* find_foreign_system(std::string_view name);
// Separated by commas.
std::string foreign_system_names();

}  // namespace stridescope
