// Builtins of the layout algebra: composition, complement, inverses, division and product, also for swizzled layouts
// and tensors.
#include <algorithm>

#include "core/algebra/composed_function.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// The argument as a swizzled layout, or null.
const ComposedLayout* swizzled(const Call& c, std::size_t i) {
  const auto* composed = c.args[i].as<ComposedLayout>();
  return composed != nullptr && std::holds_alternative<Swizzle>(composed->a) ? composed : nullptr;
}

Value invert(const Call& c, InverseSide side) {
  const Value& a = c.args[0];
  const auto* t = a.as<IntTuple>();
  const bool offset = t != nullptr && (t->ref().is_any() || (t->is_integer() && t->ref().integer().is_plain()));
  if (t != nullptr && !offset) return c.wrong(0, term("a layout, a swizzle or an offset"));
  if (t == nullptr && !c.is_layout(0) && !a.is<Swizzle>() && !a.is<ComposedFunction>())
    return c.wrong(0, term("a layout or a swizzle"));
  return inverse(c.arith, side, a);
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
  // CuTe does not look into what is composed: nothing that it knows is mapped to 0.
  if (c.args[0].is<ComposedLayout>()) return Layout{static_int(1), static_int(0)};
  return nullspace(c.arith, c.layout(0));
}

namespace {

// True if two tensors hold elements of one type at addresses: those that CuTe vectorizes. Elements of part of a byte,
// and those that an iterator generates, have no address.
bool addressed_alike(const Tensor& a, const Tensor& b) {
  const auto bits = [](const Tensor& t) { return t.data.kind == Iterator::Kind::pointer ? t.data.pointer.bits : 0; };
  return bits(a) == bits(b) && bits(a) != 0 && bits(a) % 8 == 0;
}

// The layouts of two tensors as the arguments of the call, or false where nothing is common.
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
  const ComposedLayout* a = swizzled(c, 0);
  const ComposedLayout* b = swizzled(c, 1);
  if (a == nullptr && b == nullptr) return max_common_layout(c.arith, c.layout(0), c.layout(1));
  if (a != nullptr && b != nullptr) {
    c.arith.fail(ErrorCode::unsupported, say("max_common_layout: not defined for two swizzled layouts"),
                 say("use max_common_vector"));
    return static_int(0);
  }
  // Only what the swizzle leaves in place is common.
  const ComposedLayout& with = a != nullptr ? *a : *b;
  const Layout& other = c.layout(a != nullptr ? 1 : 0);
  const Layout common = max_common_layout(c.arith, with.b, other);
  const Int base = static_int(std::int64_t{1} << std::get<Swizzle>(with.a).base);
  if (c.arith.failed() || base.value >= size(c.arith, common).value) return common;
  return composition(c.arith, LayoutRef(common), LayoutRef(Layout{base, static_int(1)}));
}

Value builtin_max_common_vector(const Call& c) {
  if (c.args[0].is<Tensor>() || c.args[1].is<Tensor>()) {
    std::vector<Value> layouts;
    if (!layouts_of_tensors(c, layouts)) return static_int(0);
    return builtin_max_common_vector(Call(c.arith, c.name, {}, layouts));
  }
  const ComposedLayout* a = swizzled(c, 0);
  const ComposedLayout* b = swizzled(c, 1);
  if (a == nullptr && b == nullptr) return max_common_vector(c.arith, c.layout(0), c.layout(1));
  const auto base = [](const ComposedLayout& layout) {
    return static_int(std::int64_t{1} << std::get<Swizzle>(layout.a).base);
  };
  if (a != nullptr && b != nullptr) {
    const Int vector = max_common_vector(c.arith, a->b, b->b);
    if (std::get<Swizzle>(a->a) == std::get<Swizzle>(b->a)) return vector;
    return c.arith.min(vector, c.arith.min(base(*a), base(*b)));
  }
  const ComposedLayout& with = a != nullptr ? *a : *b;
  return c.arith.min(max_common_vector(c.arith, with.b, c.layout(a != nullptr ? 1 : 0)), base(with));
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
// The block repeated to the shape, in the order that the third argument gives.
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
