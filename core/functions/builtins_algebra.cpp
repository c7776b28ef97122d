// Builtins of the layout algebra: composition, complement, inverses, division and product, also for swizzled layouts
// and tensors.
#include <algorithm>

#include "core/algebra/function_chain.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"

namespace stridescope {
namespace {

FunctionChain chain(const Call& c, std::size_t i) { return chain_of(c.arith, c.args[i]); }

Value invert(const Call& c, InverseSide side) {
  const Value& a = c.args[0];
  if (const auto* t = a.as<IntTuple>()) {
    if (t->ref().is_any()) return a;
    if (t->is_integer() && t->integer().is_plain()) return c.arith.negate(t->integer());
    return c.wrong(0, term("a layout, a swizzle or an offset"));
  }
  if (!is_chain(a)) return c.wrong(0, term("a layout or a swizzle"));
  const FunctionChain of = chain(c, 0);
  if (c.arith.failed()) return static_int(0);
  const FunctionChain out = inverse(c.arith, side, of);
  return c.arith.failed() ? Value(static_int(0)) : to_value(out);
}

// division and product keep the swizzle, or the tensor's iterator, around the layout
template <class Operation>
Value tile(const Call& c, Operation&& operation) {
  const Tiler tiler = c.tiler(1);
  return c.on_layout(0, [&](const Layout& a) { return operation(c.arith, LayoutRef(a), tiler); });
}

}  // namespace

Value builtin_with_shape(const Call& c) {
  TupleBuilder extents(c.arith);
  if (c.count() > 2) extents.open();
  for (std::size_t i = 1; i < c.count(); ++i) extents.copy(c.shape(i));
  if (c.count() > 2) extents.close();
  const Layout shape = make_layout(c.arith, extents.take());
  return c.on_layout(0, [&](const Layout& a) { return composition(c.arith, a, LayoutRef(shape)); });
}

Value builtin_complement(const Call& c) {
  if (const auto* composed = c.args[0].as<ComposedLayout>()) {
    if (c.count() == 2) return complement(c.arith, composed->b, c.shape(1));
    return complement(c.arith, composed->b, IntTuple(cosize(c.arith, composed->b)));
  }
  if (c.count() == 2) return complement(c.arith, c.layout(0), c.shape(1));
  return complement(c.arith, c.layout(0));
}

Value builtin_right_inverse(const Call& c) { return invert(c, InverseSide::right); }
Value builtin_left_inverse(const Call& c) { return invert(c, InverseSide::left); }
Value builtin_nullspace(const Call& c) {
  // CuTe does not inspect composed functions: it finds no coordinates that map to 0.
  if (is_chain(c.args[0]) && !c.args[0].is<Layout>() && !c.args[0].is<Swizzle>())
    return Layout{static_int(1), static_int(0)};
  return nullspace(c.arith, c.layout(0));
}

namespace {

// True if both tensors hold elements of one type at addresses; CuTe vectorizes only these. Elements smaller than a
// byte, and those of a generating iterator, have no address.
bool addressed_alike(const Tensor& a, const Tensor& b) {
  const auto bits = [](const Tensor& t) { return t.data.kind == Iterator::Kind::pointer ? t.data.pointer.bits : 0; };
  return bits(a) == bits(b) && bits(a) != 0 && bits(a) % 8 == 0;
}

// The operation on two layouts, each composed or not.
template <class Operation>
Value on_chains(const Call& c, Operation&& operation) {
  if (!c.is_layout(0)) return c.wrong(0, term("a layout"));
  if (!c.is_layout(1)) return c.wrong(1, term("a layout"));
  const FunctionChain a = chain(c, 0);
  const FunctionChain b = chain(c, 1);
  return c.arith.failed() ? Value(static_int(0)) : operation(a, b);
}

// The layouts of two tensors as arguments of the call; false if they have nothing in common.
bool layouts_of_tensors(const Call& c, std::vector<Value>& out) {
  const Tensor& a = c.tensor(0);
  const Tensor& b = c.tensor(1);
  if (c.arith.failed() || !addressed_alike(a, b)) return false;
  out = {to_value(a.layout), to_value(b.layout)};
  return true;
}

}  // namespace

Value builtin_max_common_layout(const Call& c) {
  if (c.args[0].is<Tensor>() || c.args[1].is<Tensor>()) {
    std::vector<Value> layouts;
    if (!layouts_of_tensors(c, layouts)) return Layout{static_int(1), static_int(0)};
    return builtin_max_common_layout(Call(c.arith, c.name, {}, layouts));
  }
  return on_chains(
      c, [&](const FunctionChain& a, const FunctionChain& b) -> Value { return max_common_layout(c.arith, a, b); });
}

Value builtin_max_common_vector(const Call& c) {
  if (c.args[0].is<Tensor>() || c.args[1].is<Tensor>()) {
    std::vector<Value> layouts;
    if (!layouts_of_tensors(c, layouts)) return static_int(0);
    return builtin_max_common_vector(Call(c.arith, c.name, {}, layouts));
  }
  return on_chains(
      c, [&](const FunctionChain& a, const FunctionChain& b) -> Value { return max_common_vector(c.arith, a, b); });
}

Value builtin_zipped_divide(const Call& c) {
  return tile(c, [](Arith& m, LayoutRef a, const Tiler& t) { return zipped_divide(m, a, t); });
}
Value builtin_tiled_divide(const Call& c) {
  return tile(c, [](Arith& m, LayoutRef a, const Tiler& t) { return tiled_divide(m, a, t); });
}
Value builtin_flat_divide(const Call& c) {
  return tile(c, [](Arith& m, LayoutRef a, const Tiler& t) { return flat_divide(m, a, t); });
}
Value builtin_tile_unzip(const Call& c) {
  return tile(c, [](Arith& m, LayoutRef a, const Tiler& t) { return tile_unzip(m, a, t); });
}

Value builtin_zipped_product(const Call& c) {
  return tile(c, [](Arith& m, LayoutRef a, const Tiler& t) { return zipped_product(m, a, t); });
}
Value builtin_tiled_product(const Call& c) {
  return tile(c, [](Arith& m, LayoutRef a, const Tiler& t) { return tiled_product(m, a, t); });
}
Value builtin_flat_product(const Call& c) {
  return tile(c, [](Arith& m, LayoutRef a, const Tiler& t) { return flat_product(m, a, t); });
}

Value builtin_blocked_product(const Call& c) {
  const Layout& tiler = c.layout(1);
  return c.on_layout(0, [&](const Layout& a) { return blocked_product(c.arith, a, tiler); });
}
Value builtin_raked_product(const Call& c) {
  const Layout& tiler = c.layout(1);
  return c.on_layout(0, [&](const Layout& a) { return raked_product(c.arith, a, tiler); });
}
// The block repeated to the shape, in the order of the third argument.
static Layout repeated(const Call& c, const Layout& block, TupleRef shape) {
  if (c.count() < 3) return tile_to_shape(c.arith, block, shape, nullptr);
  if (const auto* major = c.args[2].as<Major>()) return tile_to_shape(c.arith, block, shape, nullptr, *major);
  const TupleRef order = c.tuple(2);
  return tile_to_shape(c.arith, block, shape, &order);
}

Value builtin_tile_to_shape(const Call& c) {
  const TupleRef shape = c.shape(1);
  return c.on_layout(0, [&](const Layout& block) { return repeated(c, block, shape); });
}

Value builtin_tile_to_mma_shape(const Call& c) {
  const TupleRef shape = c.shape(1);
  if (c.arith.failed()) return static_int(0);
  if (!shape.is_tuple() || shape.rank() < 3 || !shape[0].is_tuple() || shape[0].rank() != 2)
    return c.wrong(1, term("a shape ((MMA_M,MMA_K),M_MMAs,K_MMAs,...)"));
  TupleBuilder tile(c.arith);
  tile.open();
  for (int i = 0; i < 2; ++i) {
    tile.open();
    tile.copy(shape[0][i]);
    tile.copy(shape[1 + i]);
    tile.close();
  }
  for (int i = 3; i < shape.rank(); ++i) tile.copy(shape[i]);
  tile.close();
  const IntTuple extents = tile.take();
  const Tiler instruction = Tiler::from(product_each(c.arith, shape[0]));
  if (c.arith.failed()) return static_int(0);
  return c.on_layout(0, [&](const Layout& block) {
    const Layout tiled = repeated(c, block, extents);
    return c.arith.failed() ? Layout() : tiled_divide(c.arith, LayoutRef(tiled), instruction);
  });
}

}  // namespace stridescope
