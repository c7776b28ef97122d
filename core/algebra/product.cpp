// Product: a layout repeated by another.
#include "core/algebra/by_mode.h"
#include "core/algebra/flat.h"
#include "core/base/divides.h"

namespace stridescope {

Layout logical_product(Arith& arith, LayoutRef a, const Tiler& b) {
  if (const auto* modes = b.modes()) {
    return by_tiler(arith, "logical_product", a, *modes, true,
                    [&](LayoutRef mode, const Tiler& t) { return logical_product(arith, mode, t); });
  }
  if (b.is_any()) return {IntTuple(a.shape), IntTuple(a.stride)};
  const Layout tiler = b.layout() != nullptr ? *b.layout() : make_layout(arith, IntTuple(b.integer()));
  if (a.stride.has_basis()) {
    if (tiler.stride.ref().has_basis() || !tiler.is_static()) {
      arith.fail(
          ErrorCode::basis,
          say("logical_product: {}:{} maps to coordinates; its tiler must be static with integer strides, not {}",
              to_text(a.shape), to_text(a.stride), to_text(tiler)),
          say("write a tiler such as (_2,_3):(_1,_2)"));
      return {};
    }
    return concat(arith, {a, composition(arith, LayoutRef(complement(arith, a)), LayoutRef(tiler))});
  }
  const Int count = size(arith, a);
  const Int reach = arith.mul(count, cosize(arith, tiler));
  const Layout rest = complement(arith, a, IntTuple(reach));
  return concat(arith, {a, composition(arith, LayoutRef(rest), LayoutRef(tiler))});
}

namespace {

const Layout& unit_layout() {
  static const Layout layout = {static_int(1), static_int(0)};
  return layout;
}

// zip of the two modes of logical_product, both operands padded to the same rank.
Layout zipped_modes(Arith& arith, LayoutRef block, LayoutRef tiler, bool block_first) {
  const int rank = std::max(block.rank(), tiler.rank());
  const Layout padded = append(arith, block, unit_layout(), rank);
  const Layout result = logical_product(arith, padded, append(arith, tiler, unit_layout(), rank));
  if (arith.failed()) return {};
  const LayoutRef modes = result;
  const Layout out = zip(arith, concat(arith, {modes[block_first ? 0 : 1], modes[block_first ? 1 : 0]}));
  if (block_first || !block.stride.has_basis()) return out;
  // CuTe DSL, which alone has this product, coalesces each mode of it; one without extents keeps its last stride.
  LayoutBuilder coalesced(arith);
  coalesced.open();
  for (int i = 0; i < rank; ++i) {
    Layout mode = coalesce(arith, LayoutRef(out)[i]);
    if (mode.shape.ref().is_constant(1)) mode.stride = leaves(LayoutRef(out)[i]).stride.back();
    coalesced.copy(mode);
  }
  coalesced.close();
  return coalesced.take();
}

}  // namespace

Layout blocked_product(Arith& arith, LayoutRef block, LayoutRef tiler) {
  return zipped_modes(arith, block, tiler, true);
}

Layout raked_product(Arith& arith, LayoutRef block, LayoutRef tiler) {
  return zipped_modes(arith, block, tiler, false);
}

Layout tile_to_shape(Arith& arith, LayoutRef block, TupleRef shape, const TupleRef* order, Major major) {
  const int rank = shape.rank();
  if (block.rank() > rank) {
    arith.fail(
        ErrorCode::rank_mismatch,
        say("tile_to_shape: the block has rank {}, but the target {} has only {}", block.rank(), to_text(shape), rank),
        say("give a target with at least as many modes"));
    return {};
  }
  const Layout padded = append(arith, block, unit_layout(), rank);
  const IntTuple block_shape = product_each(arith, padded.shape);
  const IntTuple target = product_each(arith, shape);
  if (arith.ok() && target.ref().is_static()) {
    for (int i = 0; i < rank; ++i) {
      const Int have = block_shape[i].integer();
      const Int want = target[i].integer();
      if (have.is_static && have.value != 0 && !divides(have.value, want.value)) {
        arith.fail(ErrorCode::shape_divisibility,
                   say("tile_to_shape: the block's {} does not divide {} in mode {}", have.value, want.value, i),
                   say("needs {} % {} == 0", want.value, have.value));
        return {};
      }
    }
  }
  const IntTuple counts = ceil_div(arith, target, block_shape.ref());
  const Layout tiler =
      order != nullptr ? make_ordered_layout(arith, counts, *order) : make_layout(arith, counts, major);
  return blocked_product(arith, padded, tiler);
}

}  // namespace stridescope
