// Tensors: slicing moves the iterator, partitioning is division and slicing.
#include "core/algebra/by_mode.h"

namespace stridescope {

Tensor make_coord_tensor(Arith& arith, const Layout& layout) {
  return {{Iterator::Kind::coordinate, as_arithmetic_tuple(arith, coprofile(arith, layout))}, layout};
}

Iterator advance(Arith& arith, const Iterator& data, TupleRef offset) {
  if (data.kind == Iterator::Kind::coordinate) return {data.kind, add(arith, data.position, offset)};
  if (!offset.is_integer() || offset.integer().is_basis()) {
    arith.fail(ErrorCode::basis, cat("a counting iterator moves by integers, not by ", to_text(offset)), "use make_inttuple_iter for coordinates");
    return data;
  }
  return {data.kind, dynamic_int(arith.add(data.position.integer(), offset.integer()).value)};
}

Tensor slice(Arith& arith, TupleRef coord, const Tensor& t) {
  Sliced sliced = slice_and_offset(arith, coord, t.layout);
  if (arith.failed()) return t;
  return {advance(arith, t.data, sliced.offset), std::move(sliced.layout)};
}

IntTuple element(Arith& arith, TupleRef coord, const Tensor& t) {
  const IntTuple offset = std::holds_alternative<Layout>(t.layout) ? apply(arith, std::get<Layout>(t.layout), coord)
                                                                   : apply(arith, std::get<ComposedLayout>(t.layout), coord);
  return as_arithmetic_tuple(arith, advance(arith, t.data, offset).position);
}

namespace {

// coord for one mode of a zipped tensor, padded with `_` to the mode's rank, and `_` for the other mode.
Tensor fix_mode(Arith& arith, const Tensor& t, const Tiler& tiler, TupleRef coord, int fixed) {
  const Tensor tiled = {t.data, on_domain(t.layout, [&](const Layout& layout) { return zipped_divide(arith, layout, tiler); })};
  if (arith.failed()) return t;
  const Layout& domain = domain_layout(tiled.layout);
  const IntTuple any = IntTuple::any();
  const IntTuple other = repeat(arith, any, domain.shape[1 - fixed].rank());
  const int rank = domain.shape[fixed].rank();
  if (coord.is_tuple() && coord.size() > rank) {
    arith.fail(ErrorCode::rank_mismatch, cat("the coordinate ", to_text(coord), " has rank ", coord.size(), " and there are ", rank, " modes to choose from"));
    return t;
  }
  const IntTuple here = coord.is_tuple() ? append(arith, coord, any, rank) : IntTuple(coord);
  const IntTuple both_modes = fixed == 0 ? make_tuple(arith, {here, other}) : make_tuple(arith, {other, here});
  return slice(arith, both_modes, tiled);
}

}  // namespace

Tensor inner_partition(Arith& arith, const Tensor& t, const Tiler& tiler, TupleRef coord) { return fix_mode(arith, t, tiler, coord, 1); }

Tensor outer_partition(Arith& arith, const Tensor& t, const Tiler& tiler, TupleRef coord) { return fix_mode(arith, t, tiler, coord, 0); }

Tensor local_partition(Arith& arith, const Tensor& t, LayoutRef threads, const Int& index) {
  const IntTuple tiler = product_each(arith, threads.shape);
  const IntTuple coord = get_flat_coord(arith, threads, index);
  if (arith.failed()) return t;
  return outer_partition(arith, t, Tiler::from(tiler), coord);
}

}  // namespace stridescope
