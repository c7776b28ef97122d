// Division: a layout split into tiles.
#include "core/algebra/by_mode.h"
#include "core/algebra/flat.h"

namespace stridescope {
namespace {

Layout divide_by_layout(Arith& arith, LayoutRef a, const Layout& tiler) {
  const FlatLayout modes = leaves(a);
  const FlatLayout flat = merged(arith, modes);
  const FlatLayout rest = complement_of(arith, merged(arith, leaves_without_zeros(tiler)), flat.shape);
  if (arith.failed()) return {};
  if (!tiler.stride.ref().has_basis()) {
    // The two differ only if the last mode is unbounded.
    const bool unbounded = modes.rank() == 0 || modes.shape.back().is_constant(1);
    return composition_of_two(arith, unbounded ? merged_unbounded(arith, modes) : flat, tiler, rest);
  }
  return composition(arith, a, LayoutRef(concat(arith, {tiler, to_layout(arith, rest)})));
}

// result(_, repeat<rank(mode 1)>(_)) and the like: unpacks modes of a rank-2 layout, unless the mode has rank 1.
Layout unpack(Arith& arith, const Layout& zipped, bool first, bool second) {
  if (arith.failed()) return {};
  LayoutBuilder out(arith);
  out.open();
  for (int i = 0; i < 2; ++i) {
    const LayoutRef mode = LayoutRef(zipped)[i];
    if ((i == 0 ? first : second) && mode.rank() != 1) {
      out.copy_modes(mode);
    } else {
      out.copy(mode);
    }
  }
  out.close();
  return out.take();
}

}  // namespace

Layout logical_divide(Arith& arith, LayoutRef a, const Tiler& b) {
  if (const auto* modes = b.modes()) {
    return by_tiler(arith, "logical_divide", a, *modes, true,
                    [&](LayoutRef mode, const Tiler& t) { return logical_divide(arith, mode, t); });
  }
  if (const Layout* layout = b.layout()) return divide_by_layout(arith, a, *layout);
  if (b.is_any()) return {IntTuple(a.shape), IntTuple(a.stride)};
  return divide_by_layout(arith, a, make_layout(arith, IntTuple(b.integer())));
}

Layout zipped_divide(Arith& arith, LayoutRef a, const Tiler& b) {
  const Layout divided = logical_divide(arith, a, b);
  if (arith.failed()) return {};
  return tile_unzip(arith, divided, b);
}

Layout tiled_divide(Arith& arith, LayoutRef a, const Tiler& b) {
  return unpack(arith, zipped_divide(arith, a, b), false, true);
}

Layout flat_divide(Arith& arith, LayoutRef a, const Tiler& b) {
  return unpack(arith, zipped_divide(arith, a, b), true, true);
}

IntTuple ceil_div(Arith& arith, TupleRef shape, LayoutRef tiler) { return complement(arith, tiler, shape).shape; }

Bool evenly_divides(Arith& arith, TupleRef shape, const Tiler& tiler) {
  if (const auto* modes = tiler.modes()) {
    if (static_cast<int>(modes->size()) > shape.rank()) return {false, true};
    Bool out = {true, true};
    for (int i = 0; i < static_cast<int>(modes->size()) && arith.ok(); ++i) {
      out = both(out, evenly_divides(arith, shape[i], (*modes)[static_cast<std::size_t>(i)]));
    }
    return out;
  }
  const Layout* layout = tiler.layout();
  if (tiler.is_any()) {
    arith.fail(ErrorCode::arguments, say("evenly_divides: a tiler with _ does not have a size"),
               say("write 1 for a mode that stays whole"));
    return {false, true};
  }
  const Int tile = layout != nullptr ? size(arith, *layout) : tiler.integer();
  const IntTuple count =
      layout != nullptr ? ceil_div(arith, shape, LayoutRef(*layout)) : ceil_div(arith, shape, IntTuple(tile).ref());
  const Int covered = arith.mul(tile, product(arith, count));
  return arith.equal(product(arith, shape), covered);
}

Layout zipped_product(Arith& arith, LayoutRef a, const Tiler& b) {
  const Layout repeated = logical_product(arith, a, b);
  if (arith.failed()) return {};
  return tile_unzip(arith, repeated, b);
}

Layout tiled_product(Arith& arith, LayoutRef a, const Tiler& b) {
  return unpack(arith, zipped_product(arith, a, b), false, true);
}

Layout flat_product(Arith& arith, LayoutRef a, const Tiler& b) {
  return unpack(arith, zipped_product(arith, a, b), true, true);
}

}  // namespace stridescope
