// Writes print_latex and print_svg of tilings, from the same (thread, value) tensors as CuTe.
#include "core/algebra/algebra.h"
#include "core/render/cute/cute_print.h"

namespace stridescope {
namespace {

// Converts the layout's elements to coordinates of the two modes of a tile.
Tensor coordinates(Arith& arith, const Layout& tv, const IntTuple& tile) {
  const Layout identity = make_identity_layout(arith, tile);
  if (arith.failed()) return {};
  // Uses the identity's iterator: a layout with strides 0 does not determine the rank of its coordinates.
  Tensor out = make_coord_tensor(arith, identity);
  out.layout = composition(arith, LayoutRef(identity), LayoutRef(tv));
  return out;
}

struct MmaTensors {
  Tensor c;
  Tensor a;
  Tensor b;
  IntTuple tile;
};

Result<MmaTensors> tensors_of(const TiledMma& mma) {
  Arith arith;
  MmaTensors out;
  out.tile = tile_shape(arith, mma);
  const auto operand = [&](MmaOperand which) {
    const std::pair<int, int> modes = operand_modes(which);
    if (arith.failed()) return Tensor{};
    const IntTuple tile = make_tuple(arith, {IntTuple(out.tile[modes.first]), IntTuple(out.tile[modes.second])});
    return coordinates(arith, layout_tv(arith, mma, which), tile);
  };
  out.c = operand(MmaOperand::c);
  out.a = operand(MmaOperand::a);
  out.b = operand(MmaOperand::b);
  if (arith.failed()) return arith.error();
  return out;
}

struct CopyTensors {
  Tensor s;
  Tensor d;
  IntTuple tile;
};

Result<CopyTensors> tensors_of(const TiledCopy& copy) {
  Arith arith;
  CopyTensors out;
  const IntTuple shape = tiler_shape(arith, copy.tiler);
  TupleBuilder tile(arith);
  tile.open();
  for (int i = 0; i < shape.rank() && arith.ok(); ++i) tile.integer(product(arith, shape[i]));
  tile.close();
  if (arith.failed()) return arith.error();
  out.tile = tile.take();
  const Layout identity = make_identity_layout(arith, out.tile);
  const auto side = [&](CopySide which) {
    if (arith.failed()) return Tensor{};
    const Layout whole = tidfrg(arith, copy, which, LayoutRef(identity));
    if (arith.failed()) return Tensor{};
    const IntTuple kept = make_tuple(arith, {IntTuple::any(), IntTuple::any(), IntTuple(static_int(0))});
    const Layout tv = slice(arith, kept, LayoutRef(whole));
    if (arith.failed()) return Tensor{};
    return make_coord_tensor(arith, tv);
  };
  out.s = side(CopySide::source);
  out.d = side(CopySide::destination);
  if (arith.failed()) return arith.error();
  return out;
}

}  // namespace

Result<std::string> print_latex(const TiledMma& mma, Budget* budget) {
  const auto of = tensors_of(mma);
  if (!of) return failure(of.error());
  return print_latex_mma(of->c, of->a, of->b, of->tile, budget);
}

Result<std::string> print_svg(const TiledMma& mma, Budget* budget) {
  const auto of = tensors_of(mma);
  if (!of) return failure(of.error());
  return print_svg_mma(of->c, of->a, of->b, of->tile, budget);
}

Result<std::string> print_latex(const TiledCopy& copy, Budget* budget) {
  const auto of = tensors_of(copy);
  if (!of) return failure(of.error());
  return print_latex_copy(of->s, of->d, of->tile, budget);
}

Result<std::string> print_svg(const TiledCopy& copy, Budget* budget) {
  const auto of = tensors_of(copy);
  if (!of) return failure(of.error());
  return print_svg_copy(of->s, of->d, of->tile, budget);
}

}  // namespace stridescope
