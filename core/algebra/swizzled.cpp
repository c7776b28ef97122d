// Layouts under a swizzle: their composition, and slices that are plain layouts again.
#include <cstdlib>

#include "core/algebra/by_mode.h"
#include "core/algebra/function_chain.h"

namespace stridescope {

AnyLayout compose(const Swizzle& a, const SwizzleOffset& offset, Layout b) {
  const Int* integer = std::get_if<Int>(&offset);
  if (a.bits == 0 && integer != nullptr && integer->is_constant(0)) return b;
  return ComposedLayout{a, offset, std::move(b), {}};
}

AnyLayout compose(const StageFunction& a, const SwizzleOffset& offset, AnyLayout b) {
  if (auto* composed = std::get_if<ComposedLayout>(&b)) {
    composed->outer.insert(composed->outer.begin(), {a, offset});
    return b;
  }
  if (const auto* swizzle = std::get_if<Swizzle>(&a)) return compose(*swizzle, offset, std::move(std::get<Layout>(b)));
  return ComposedLayout{a, offset, std::move(std::get<Layout>(b)), {}};
}

AnyLayout with_domain(ComposedLayout layout, Layout domain) {
  layout.b = std::move(domain);
  const auto identity = [&] {
    const auto* swizzle = std::get_if<Swizzle>(&layout.a);
    const Int* offset = std::get_if<Int>(&layout.offset);
    return layout.group == 1 && swizzle != nullptr && swizzle->bits == 0 && offset != nullptr && offset->is_constant(0);
  };
  while (identity()) {
    if (layout.outer.empty()) return std::move(layout.b);
    ComposedLayout::Stage& next = layout.outer.back();
    layout.a = std::move(next.function);
    layout.offset = std::move(next.offset);
    layout.group = next.group;
    layout.outer.pop_back();
  }
  return layout;
}

Swizzle composition(Arith& arith, const Swizzle& a, const Swizzle& b) {
  if (a.shift == b.shift) return swizzle_from_masks(arith, a.yyy() ^ b.yyy(), a.zzz() ^ b.zzz());
  // Bit fields at two distances are not one field; only an identity leaves the other swizzle unchanged.
  if (a.bits == 0 || b.bits == 0) {
    arith.fail(
        ErrorCode::bad_swizzle,
        say("composition: {} and {} have different shifts, and CuTe merges only swizzles of the same S", to_text(a),
            to_text(b)),
        say("{} is the identity: the product is {}", to_text(a.bits == 0 ? a : b), to_text(a.bits == 0 ? b : a)));
  } else {
    arith.fail(
        ErrorCode::bad_swizzle,
        say("composition: {} and {} have different shifts, so their product is not a Swizzle", to_text(a), to_text(b)),
        say("only swizzles of the same S merge"));
  }
  return {};
}

AnyLayout composition(Arith& arith, const Layout& a, const Swizzle& b) {
  const IntTuple y = apply(arith, a, IntTuple(static_int(b.yyy())));
  const IntTuple z = apply(arith, a, IntTuple(static_int(b.zzz())));
  if (!y.is_integer() || !z.is_integer() || !y.integer().is_static || !z.integer().is_static) {
    arith.fail(ErrorCode::dynamic_value,
               say("composition: it is unknown at compile time where {} moves the bits of {}", to_text(a), to_text(b)),
               say("make its shape and strides static"));
    return a;
  }
  return compose(swizzle_from_masks(arith, y.integer().value, z.integer().value), static_int(0), a);
}

namespace {

IntTuple apply_stage(Arith& arith, const StageFunction& function, const SwizzleOffset& offset,
                     TupleRef inner) {
  const IntTuple index = add(arith, to_addend(offset), inner);
  if (arith.failed()) return {};
  if (const auto* layout = std::get_if<Layout>(&function))
    return apply(arith, *layout, as_arithmetic_tuple(arith, index));
  if (!index.is_integer() || index.integer().is_basis()) {
    arith.fail(ErrorCode::basis, say("a swizzle needs an integer offset, not {}", to_text(index)));
    return {};
  }
  // Also for an unset pointer: until the pointer is known, CuTe's layout can only swizzle indices.
  return apply(arith, std::get<Swizzle>(function), index.integer());
}

}  // namespace

IntTuple apply(Arith& arith, const ComposedLayout::Stage& stage, TupleRef x) {
  return apply_stage(arith, stage.function, stage.offset, x);
}

IntTuple apply(Arith& arith, const ComposedLayout& a, TupleRef coord) {
  IntTuple out = apply_stage(arith, a.a, a.offset, apply(arith, a.b, coord));
  for (std::size_t i = a.outer.size(); i-- > 0 && arith.ok();) out = apply(arith, a.outer[i], out);
  return out;
}

namespace {

// The shape 2^M : 2^B : 2^(|S|-B) : 2^B : 1 that separates the bits of a swizzle.
Layout bit_fields(Arith& arith, const Swizzle& swizzle, bool only_active) {
  const auto power = [](int bits) { return static_int(std::int64_t{1} << bits); };
  const int distance = std::abs(swizzle.shift);
  LayoutBuilder out(arith);
  out.open();
  int bit = 0;
  const auto field = [&](int bits, bool active) {
    out.mode(power(bits), active == only_active ? power(bit) : static_int(0));
    bit += bits;
  };
  field(swizzle.base, false);
  field(swizzle.bits, true);
  field(distance - swizzle.bits, false);
  field(swizzle.bits, true);
  out.mode(static_int(1), only_active ? static_int(0) : power(bit));
  out.close();
  return out.take();
}

// CuTe writes compact strides here, where a field of extent 1 gets stride _0; the layouts are composed on the left and
// coalesced, so the stride of an extent-1 field never matters.

SwizzleOffset mixed_bits(Arith& arith, TupleRef shape, TupleRef stride, TupleRef coord) {
  if (shape.is_tuple()) {
    SwizzleOffset out = static_int(0);
    for (int i = shape.size() - 1; i >= 0; --i) {
      const SwizzleOffset mode = mixed_bits(arith, shape[i], stride[i], coord[i]);
      out = i == shape.size() - 1 ? mode : bit_xor(arith, mode, out);
      if (arith.failed()) return static_int(0);
    }
    return out;
  }
  const Int span = arith.mul(shape.integer_or_zero(), stride.integer_or_zero());
  if (!span.is_static) {
    arith.fail(ErrorCode::dynamic_value,
               say("slicing a swizzled layout needs static modes at the fixed coordinates, not {}:{}", to_text(shape),
                   to_text(stride)),
               say("make the fixed modes static"));
    return static_int(0);
  }
  if (span.value != 0 && (span.value < 0 || (span.value & (span.value - 1)) != 0)) {
    arith.fail(ErrorCode::divisibility,
               say("slicing a swizzled layout: the fixed mode {}:{} spans {} {element|elements} in the swizzled bits, "
                   "which is not a power of two",
                   to_text(shape), to_text(stride), span.value),
               say("use power-of-two extents and strides under a swizzle"));
    return static_int(0);
  }
  const Int flags = arith.mul(arith.sub(shape.integer_or_zero(), static_int(1)), stride.integer_or_zero());
  return make_mixed_bits(arith, 0, arith.mul(coord.integer_or_zero(), stride.integer_or_zero()), flags.value);
}

// Strides of the B bits of the lower or upper field, given which bits of the offset are set.
void swizzle_strides(Arith& arith, TupleBuilder& out, const Swizzle& swizzle, const SwizzleOffset& offset,
                     bool z_field) {
  const std::int64_t z = swizzle.zzz() & -swizzle.zzz();
  const std::int64_t y = swizzle.yyy() & -swizzle.yyy();
  for (int bit = 0; bit < swizzle.bits; ++bit) {
    const std::int64_t scale = std::int64_t{1} << bit;
    const SwizzleOffset hit = bit_and(arith, offset, (z_field ? y : z) * scale);
    const Int clear = static_int(z_field ? z * scale : (y + z) * scale);
    const Int set = static_int(z_field ? -z * scale : (y - z) * scale);
    const Int known = to_integer(hit);
    if (known.is_static) {
      out.integer(known.value == 0 ? clear : set);
    } else {
      out.integer(clear == set ? clear : dynamic_int(known.value == 0 ? clear.value : set.value));
    }
  }
}

// The plain layout that equals a swizzle on bits that do not collide.
Layout decayed_swizzle(Arith& arith, const Swizzle& swizzle, const SwizzleOffset& offset) {
  const int distance = std::abs(swizzle.shift);
  const bool z_low = swizzle.zzz() < swizzle.yyy();
  const auto power = [](int bits) { return IntTuple(static_int(std::int64_t{1} << bits)); };
  TupleBuilder shape(arith);
  TupleBuilder stride(arith);
  const auto twos = [&] {
    shape.open();
    for (int i = 0; i < swizzle.bits; ++i) shape.integer(static_int(2));
    shape.close();
  };
  shape.open();
  stride.open();
  shape.copy(power(swizzle.base));
  stride.integer(static_int(1));
  twos();
  stride.open();
  swizzle_strides(arith, stride, swizzle, offset, z_low);
  stride.close();
  shape.copy(power(distance - swizzle.bits));
  stride.copy(power(swizzle.base + swizzle.bits));
  twos();
  stride.open();
  swizzle_strides(arith, stride, swizzle, offset, !z_low);
  stride.close();
  shape.integer(static_int(1));
  stride.copy(power(swizzle.base + swizzle.bits + distance));
  shape.close();
  stride.close();
  return {shape.take(), stride.take()};
}

// A sublayout as a chain, and the offset of the fixed modes.
struct SlicedChain {
  FunctionChain chain;
  IntTuple offset = static_int(0);
};

// Slices Sw o offset o L at a coordinate that fixes modes of L.
SlicedChain slice_swizzled(Arith& arith, TupleRef coord, const FunctionLink& link) {
  const Swizzle& swizzle = *link.a.swizzle();
  const Layout& a = *link.b.layout();
  if (a.stride.ref().has_basis()) {
    arith.fail(ErrorCode::basis, say("a swizzle needs integer strides, not {}", to_text(a)));
    return {};
  }
  const Layout inactive = bit_fields(arith, swizzle, false);
  const Layout active = bit_fields(arith, swizzle, true);
  const Layout kept = slice(arith, coord, a);
  const Layout fixed = dice(arith, coord, a);
  const IntTuple fixed_coord = dice(arith, coord, coord);
  if (arith.failed()) return {};

  const Layout fixed_inactive = composition(arith, LayoutRef(inactive), LayoutRef(fixed));
  const Layout fixed_active = composition(arith, LayoutRef(active), LayoutRef(fixed));
  if (arith.failed()) return {};
  const IntTuple natural = idx2crd(arith, fixed_coord, fixed_active.shape);
  if (arith.failed()) return {};
  const SwizzleOffset offset =
      bit_xor(arith, link.offset, mixed_bits(arith, fixed_active.shape, fixed_active.stride, natural));
  const IntTuple through = apply(arith, fixed_inactive, fixed_coord);

  const Layout kept_active = composition(arith, LayoutRef(active), LayoutRef(kept));
  if (arith.failed()) return {};
  const Int last = arith.sub(size(arith, kept_active), static_int(1));
  const Int reached = apply(arith, kept_active, IntTuple(last)).integer();
  if (reached.is_static && (reached.value & ~apply(arith, swizzle, reached).value) != 0) {
    // A bit and its partner are both reached: the swizzle remains.
    return {compose(arith, link.a, offset, FunctionChain{kept}), through};
  }
  const Layout plain = decayed_swizzle(arith, swizzle, offset);
  const IntTuple moved = to_integer(apply(arith, swizzle, offset));
  return {{composition(arith, LayoutRef(plain), LayoutRef(kept))}, add(arith, moved, through)};
}

// The offset of A o offset o B plus an offset of B. An unset pointer remains only if nothing is added.
SwizzleOffset moved(Arith& arith, const FunctionLink& link, TupleRef added) {
  const bool nothing = added.is_integer() && added.integer().is_constant(0);
  if (nothing && std::holds_alternative<UnsetPointer>(link.offset)) return link.offset;
  return to_offset(add(arith, to_addend(link.offset), added));
}

SlicedChain slice_chain(Arith& arith, TupleRef coord, const FunctionChain& a) {
  if (const Layout* layout = a.layout())
    return {{slice(arith, coord, LayoutRef(*layout))}, apply(arith, LayoutRef(*layout), coord)};
  const FunctionLink& link = *a.link();
  if (link.a.swizzle() != nullptr && !std::holds_alternative<UnsetPointer>(link.offset)) {
    if (coord.all_any()) return {compose(arith, link.a, link.offset, slice_chain(arith, coord, link.b).chain)};
    if (link.b.layout() != nullptr) return slice_swizzled(arith, coord, link);
  }
  const SlicedChain inner = slice_chain(arith, coord, link.b);
  if (arith.failed()) return {};
  const SwizzleOffset offset = moved(arith, link, inner.offset);
  return {join(arith, link.a, offset, inner.chain)};
}

IntTuple apply(Arith& arith, const FunctionChain& a, TupleRef coord) {
  if (const Layout* layout = a.layout()) return apply(arith, LayoutRef(*layout), coord);
  return apply(arith, std::get<ComposedLayout>(to_any_layout(a)), coord);
}

}  // namespace

Sliced slice_and_offset(Arith& arith, TupleRef coord, const AnyLayout& a) {
  if (const auto* plain = std::get_if<Layout>(&a)) return {slice(arith, coord, *plain), apply(arith, *plain, coord)};
  const FunctionChain chain = chain_of(arith, to_value(a));
  if (arith.failed()) return {a, static_int(0)};
  SlicedChain sliced = slice_chain(arith, coord, chain);
  if (arith.failed()) return {a, static_int(0)};
  return {to_any_layout(sliced.chain), std::move(sliced.offset)};
}

Sliced domain_offset(Arith& arith, TupleRef coord, const AnyLayout& a) {
  if (const auto* plain = std::get_if<Layout>(&a)) return {a, apply(arith, *plain, coord)};
  const FunctionChain chain = chain_of(arith, to_value(a));
  if (arith.failed()) return {a, static_int(0)};
  const FunctionLink& link = *chain.link();
  // No iterator moves. After an addition, even of 0, the offset is not a pointer any more.
  SwizzleOffset offset = to_offset(add(arith, to_addend(link.offset), apply(arith, link.b, coord)));
  if (arith.failed()) return {a, static_int(0)};
  return {to_any_layout(join(arith, link.a, std::move(offset), link.b)), static_int(0)};
}

AnyLayout logical_product(Arith& arith, const Layout& a, const ComposedLayout& b) {
  const auto* swizzle = std::get_if<Swizzle>(&b.a);
  const Int* offset = std::get_if<Int>(&b.offset);
  if (swizzle == nullptr || offset == nullptr || !offset->is_constant(0) || !b.outer.empty()) {
    arith.fail(ErrorCode::bad_swizzle,
               say("logical_product: the tiler {} must be a swizzle with the static offset 0", to_text(b)),
               say("write Sw<B,M,S> o _0 o ..."));
    return a;
  }
  const Layout repeated = logical_product(arith, a, Tiler(b.b));
  const Layout active_layout = composition(arith, LayoutRef(bit_fields(arith, *swizzle, true)), LayoutRef(b.b));
  if (arith.failed()) return a;
  // The bits of the swizzle that the tiler reaches, moved to their position in the product.
  const Int last = arith.sub(size(arith, active_layout), static_int(1));
  const Int active = apply(arith, active_layout, IntTuple(last)).integer();
  const auto carry = [&](std::int64_t mask) {
    const IntTuple index = apply(arith, b.b, IntTuple(arith.bit_and(active, static_int(mask))));
    return apply(arith, repeated, make_tuple(arith, {IntTuple(static_int(0)), index})).integer();
  };
  const Int z = carry(swizzle->zzz());
  const Int y = carry(swizzle->yyy());
  if (arith.ok() && (!z.is_static || !y.is_static)) {
    arith.fail(ErrorCode::dynamic_value,
               say("logical_product: the positions of the bits of {} are unknown at compile time", to_text(*swizzle)),
               say("make both layouts static"));
    return a;
  }
  return compose(swizzle_from_masks(arith, y.value, z.value), static_int(0), repeated);
}

}  // namespace stridescope
