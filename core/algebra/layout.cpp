// Making, measuring and evaluating layouts.
#include "core/algebra/algebra.h"
#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {

namespace {

// `_` selects a whole mode; it cannot be the extent of a mode.
void refuse_any(Arith& arith, TupleRef shape) {
  if (!shape.has_any()) return;
  arith.fail(ErrorCode::arguments, say("a shape must consist of integers, not {}", to_text(shape)),
             say("write (4,8):(1,4)"));
}

}  // namespace

Layout make_layout(Arith& arith, TupleRef shape, Major major) {
  refuse_any(arith, shape);
  return arith.intact(Layout{IntTuple(shape), compact_major(arith, major, shape, IntTuple(static_int(1)))});
}

Layout make_layout(Arith& arith, TupleRef shape, TupleRef stride) {
  refuse_any(arith, shape);
  if (stride.has_any())
    arith.fail(ErrorCode::arguments, say("strides must be integers, not {}", to_text(stride)),
               say("write (4,8):(1,4)"));
  if (arith.ok() && !congruent(shape, stride).value)
    arith.fail(
        ErrorCode::profile_mismatch,
        say("make_layout: the shape {} and the stride {} are nested differently", to_text(shape), to_text(stride)),
        say("give one stride for each extent, in the same brackets"));
  return arith.intact(Layout{IntTuple(shape), IntTuple(stride)});
}

Layout make_ordered_layout(Arith& arith, TupleRef shape, TupleRef order) {
  refuse_any(arith, shape);
  return arith.intact(Layout{IntTuple(shape), compact_order(arith, shape, order)});
}

Layout make_layout_like(Arith& arith, LayoutRef a) {
  return arith.intact(
      Layout{IntTuple(a.shape), compact_order(arith, filter_zeros(arith, a.stride, a.shape), a.stride)});
}

Layout make_fragment_like(Arith& arith, LayoutRef a) {
  const int rank = a.rank();
  if (rank <= 1 || !a.shape.is_static()) return make_layout(arith, a.shape);
  const IntTuple first = filter_zeros(arith, a.stride[0], a.shape[0]);
  const Layout fastest =
      arith.intact(Layout{IntTuple(a.shape[0]), compact_major(arith, Major::left, first, IntTuple(static_int(1)))});
  const IntTuple shape = take_modes(arith, a.shape, 1, rank);
  const IntTuple order = take_modes(arith, a.stride, 1, rank);
  return tiled_product(arith, fastest, make_ordered_layout(arith, shape, order));
}

Layout with_static_integers(Arith& arith, LayoutRef a) {
  return arith.intact(Layout{with_static_integers(arith, a.shape), with_static_integers(arith, a.stride)});
}

Layout make_identity_layout(Arith& arith, TupleRef shape) {
  refuse_any(arith, shape);
  return arith.intact(Layout{IntTuple(shape), make_basis_like(arith, shape)});
}

Layout concat(Arith& arith, std::initializer_list<LayoutRef> layouts) {
  LayoutBuilder out(arith);
  out.open();
  for (const LayoutRef& layout : layouts) out.copy(layout);
  out.close();
  return out.take();
}

Int size(Arith& arith, LayoutRef a) { return product(arith, a.shape); }

namespace {

IntTuple transform_leaves(Arith& arith, TupleRef t, Int (*change)(Arith&, Int)) {
  return with_leaves(arith, t,
                     [&](TupleBuilder& out, TupleRef leaf) { out.integer(change(arith, leaf.integer_or_zero())); });
}

}  // namespace

IntTuple coshape(Arith& arith, LayoutRef a) {
  const IntTuple last = transform_leaves(arith, a.shape, [](Arith& m, Int s) { return m.sub(s, static_int(1)); });
  const IntTuple step = transform_leaves(arith, a.stride, [](Arith& m, Int d) { return m.abs(d); });
  const IntTuple corner = as_arithmetic_tuple(arith, inner_product(arith, last, step));
  return transform_leaves(arith, corner, [](Arith& m, Int c) { return m.add(c, static_int(1)); });
}

Int cosize(Arith& arith, LayoutRef a) { return product(arith, coshape(arith, a)); }

IntTuple coprofile(Arith& arith, LayoutRef a) {
  IntTuple sum = static_int(0);
  const auto visit = [&](auto& self, TupleRef node) -> void {
    if (node.is_tuple()) {
      for (const TupleRef mode : node) self(self, mode);
    } else if (node.is_integer() && node.integer().is_basis()) {
      sum = add(arith, sum, node);
    }
  };
  visit(visit, a.stride);  // plain strides make the profile an integer
  return repeat_like(arith, as_arithmetic_tuple(arith, sum), static_int(0));
}

IntTuple apply(Arith& arith, LayoutRef a, TupleRef coord) { return crd2idx(arith, coord, a.shape, a.stride); }

Layout slice(Arith& arith, TupleRef coord, LayoutRef a) {
  return arith.intact(Layout{slice(arith, coord, a.shape), slice(arith, coord, a.stride)});
}

Layout dice(Arith& arith, TupleRef coord, LayoutRef a) {
  return arith.intact(Layout{dice(arith, coord, a.shape), dice(arith, coord, a.stride)});
}

IntTuple get_hier_coord(Arith& arith, LayoutRef a, const Int& index) {
  return idx2crd(arith, IntTuple(index), a.shape, a.stride);
}

IntTuple get_flat_coord(Arith& arith, LayoutRef a, const Int& index) {
  const IntTuple ones = repeat(arith, IntTuple(static_int(1)), a.rank());
  return crd2crd(arith, get_hier_coord(arith, a, index), a.shape, ones);
}

IntTuple get_1d_coord(Arith& arith, LayoutRef a, const Int& index) {
  return crd2idx(arith, get_hier_coord(arith, a, index), a.shape);
}

Layout flatten(Arith& arith, LayoutRef a) {
  return arith.intact(Layout{flatten(arith, a.shape), flatten(arith, a.stride)});
}

Layout append(Arith& arith, LayoutRef a, LayoutRef x, std::int64_t rank) {
  return arith.intact(Layout{append(arith, a.shape, x.shape, rank), append(arith, a.stride, x.stride, rank)});
}

Layout zip(Arith& arith, LayoutRef a) { return arith.intact(Layout{zip(arith, a.shape), zip(arith, a.stride)}); }

namespace {

// The rank-2 tuple that zip2_by makes of t along the guide.
IntTuple zip2_by(Arith& arith, TupleRef t, const Tiler& guide) {
  if (guide.modes() == nullptr) {
    if (t.size() != 2) {
      arith.fail(ErrorCode::rank_mismatch,
                 say("tile_unzip: {} has rank {}; each tiled mode must have rank 2", to_text(t), t.rank()),
                 say("unzip the result of a logical_divide or logical_product by the same tiler"));
    }
    return IntTuple(t);
  }
  const auto& modes = *guide.modes();
  const int tiled = static_cast<int>(modes.size());
  if (t.size() < tiled) {
    arith.fail(ErrorCode::rank_mismatch,
               say("tile_unzip: {} has rank {}, less than the guide's {}", to_text(t), t.rank(), tiled));
    return {};
  }
  TupleBuilder tile(arith);
  TupleBuilder rest(arith);
  tile.open();
  rest.open();
  for (int i = 0; i < tiled && arith.ok(); ++i) {
    const IntTuple split = zip2_by(arith, t[i], modes[static_cast<std::size_t>(i)]);
    if (arith.failed()) return {};
    tile.copy(split[0]);
    rest.copy(split[1]);
  }
  for (int i = tiled; i < t.size(); ++i) rest.copy(t[i]);
  tile.close();
  rest.close();
  return make_tuple(arith, {tile.take(), rest.take()});
}

}  // namespace

Layout tile_unzip(Arith& arith, LayoutRef a, const Tiler& guide) {
  return arith.intact(Layout{zip2_by(arith, a.shape, guide), zip2_by(arith, a.stride, guide)});
}

}  // namespace stridescope
