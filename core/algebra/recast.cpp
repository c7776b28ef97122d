// Upcast, downcast: the layout of wider or narrower elements over the same memory.
#include <limits>

#include "core/algebra/by_mode.h"
#include "core/algebra/function_chain.h"
#include "core/base/power.h"

namespace stridescope {
namespace {

bool check_factor(Arith& arith, const char* what, std::int64_t n) {
  if (n > 0) return true;
  arith.fail(ErrorCode::arguments, say("{}<{}>: the factor must be positive", what, n));
  return false;
}

bool check_power_of_two(Arith& arith, const char* what, std::int64_t n) {
  if (is_power_of_two(n)) return true;
  arith.fail(ErrorCode::divisibility, say("{}<{}> of a swizzle: {} is not a power of two", what, n, n),
             say("use 1, 2, 4, 8, ..."));
  return false;
}

void upcast_mode(Arith& arith, LayoutBuilder& out, Int shape, Int stride, Int n) {
  if (stride.is_constant(0)) {
    out.mode(shape, stride);
  } else if (stride.is_static) {
    if (stride.value % n.value != 0 && n.value % stride.value != 0) {
      arith.fail(ErrorCode::divisibility,
                 say("upcast<{}>: neither of stride {} and {} divides the other", n.value, stride.value, n.value),
                 say("needs {} % {} == 0 or {} % {} == 0", stride.value, n.value, n.value, stride.value));
      return;
    }
    const Int step = arith.abs(stride);
    const Int fewer = arith.ceil_div(shape, arith.ceil_div(n, {step.value, {}, true}));
    const Int sign = static_int(stride.value < 0 ? -1 : 1);
    out.mode(fewer, arith.mul(sign, arith.ceil_div(step, n)));
  } else {
    out.mode(shape, arith.div(stride, n));
  }
}

void downcast_mode(Arith& arith, LayoutBuilder& out, Int shape, Int stride, Int n) {
  if (stride.is_constant(1) || stride.is_constant(-1)) {
    out.mode(arith.mul(shape, n), stride);
  } else {
    out.mode(shape, arith.mul(stride, n));
  }
}

template <class Change>
void for_modes(LayoutBuilder& out, LayoutRef a, Change&& change) {
  if (!a.shape.is_tuple()) {
    change(out, a.shape.integer_or_zero(), a.stride.integer_or_zero());
    return;
  }
  out.open();
  for (int i = 0; i < a.rank(); ++i) for_modes(out, a[i], change);
  out.close();
}

}  // namespace

Layout upcast(Arith& arith, LayoutRef a, std::int64_t n) {
  if (!check_factor(arith, "upcast", n)) return {};
  LayoutBuilder out(arith);
  for_modes(out, a, [&](LayoutBuilder& b, Int s, Int d) { upcast_mode(arith, b, s, d, static_int(n)); });
  return out.take();
}

Layout downcast(Arith& arith, LayoutRef a, std::int64_t n) {
  if (!check_factor(arith, "downcast", n)) return {};
  bool adjacent = false;
  for (std::uint32_t i = 0; i < a.stride.node_count(); ++i) {
    adjacent |= a.stride.nodes()[i].kind == NodeKind::integer && a.stride.nodes()[i].integer.is_constant(1);
  }
  if (!adjacent) {
    arith.fail(ErrorCode::not_adjacent,
               say("downcast<{}>: {}:{} does not have a mode of static stride 1 to widen", n, to_text(a.shape),
                   to_text(a.stride)),
               say("give the contiguous mode the static stride _1"));
    return {};
  }
  LayoutBuilder out(arith);
  for_modes(out, a, [&](LayoutBuilder& b, Int s, Int d) { downcast_mode(arith, b, s, d, static_int(n)); });
  return out.take();
}

Swizzle upcast(Arith& arith, const Swizzle& swizzle, std::int64_t n) {
  if (!check_power_of_two(arith, "upcast", n)) return swizzle;
  const int base = swizzle.base - log2_of(n);
  if (base >= 0) return make_swizzle(arith, swizzle.bits, base, swizzle.shift);
  return make_swizzle(arith, std::max(swizzle.bits + base, 0), 0, swizzle.shift);
}

Swizzle downcast(Arith& arith, const Swizzle& swizzle, std::int64_t n) {
  if (!check_power_of_two(arith, "downcast", n)) return swizzle;
  return make_swizzle(arith, swizzle.bits, swizzle.base + log2_of(n), swizzle.shift);
}

namespace {

SwizzleOffset scale_offset(Arith& arith, const SwizzleOffset& offset, std::int64_t n, bool up) {
  if (const Int* integer = std::get_if<Int>(&offset)) {
    // CuTe's factor is unsigned; a negative `int` becomes unsigned, too.
    Int from = *integer;
    if (from.value >= std::numeric_limits<std::int32_t>::min() && from.value < 0)
      from.value = static_cast<std::uint32_t>(from.value);
    if (!up) {
      const Int out = arith.mul(from, static_int(n));
      return from == *integer ? out : Int(static_cast<std::uint32_t>(out.value), {}, out.is_static);
    }
    if (from.is_static && from.value % n != 0) {
      arith.fail(ErrorCode::divisibility,
                 say("upcast<{}>: the offset {} is not a multiple of {}", n, integer->value, n));
    }
    return arith.div(from, static_int(n));
  }
  if (const auto* place = std::get_if<OffsetCoordinate>(&offset)) {
    arith.fail(ErrorCode::basis, say("{}<{}>: the offset {} is a coordinate, not a number of elements",
                                     up ? "upcast" : "downcast", n, to_text(*place->coordinate)));
    return offset;
  }
  const int bits = log2_of(n);
  return shift_right(arith, offset, up ? bits : -bits);
}

// An unset pointer to elements that are n times as wide, or 1/n as wide.
SwizzleOffset scale_pointer(Arith& arith, const UnsetPointer& unset, std::int64_t n, bool up) {
  constexpr std::int64_t widest = 1 << 16;
  const std::int64_t bits = up ? std::min(n, widest) * unset.bits : unset.bits / n;
  if (bits < 1 || bits > widest || (!up && unset.bits % n != 0)) {
    arith.fail(ErrorCode::divisibility, say("elements of {} {bit|bits} cannot be recast by {}", unset.bits, n));
    return unset;
  }
  return UnsetPointer{static_cast<int>(bits)};
}

FunctionChain cast(Arith& arith, const FunctionChain& a, std::int64_t n, bool up) {
  if (const Layout* layout = a.layout())
    return {up ? upcast(arith, LayoutRef(*layout), n) : downcast(arith, LayoutRef(*layout), n)};
  if (const Swizzle* swizzle = a.swizzle()) return {up ? upcast(arith, *swizzle, n) : downcast(arith, *swizzle, n)};
  const FunctionLink& link = *a.link();
  // Its swizzle acts on bytes, independent of the element type.
  if (const auto* unset = std::get_if<UnsetPointer>(&link.offset)) {
    if (!check_factor(arith, up ? "upcast" : "downcast", n)) return a;
    const SwizzleOffset pointer = scale_pointer(arith, *unset, n, up);
    return arith.failed() ? a : join(arith, link.a, pointer, cast(arith, link.b, n, up));
  }
  const FunctionChain left = cast(arith, link.a, n, up);
  if (arith.failed()) return a;
  const SwizzleOffset offset = scale_offset(arith, link.offset, n, up);
  if (arith.failed()) return a;
  return join(arith, left, offset, cast(arith, link.b, n, up));
}

ComposedLayout cast(Arith& arith, const ComposedLayout& a, std::int64_t n, bool up) {
  const FunctionChain chain = chain_of(arith, a);
  if (arith.failed()) return a;
  const Value out = to_value(cast(arith, chain, n, up));
  return arith.failed() ? a : *out.as<ComposedLayout>();
}

}  // namespace

FunctionChain upcast(Arith& arith, const FunctionChain& a, std::int64_t n) { return cast(arith, a, n, true); }
FunctionChain downcast(Arith& arith, const FunctionChain& a, std::int64_t n) { return cast(arith, a, n, false); }
ComposedLayout upcast(Arith& arith, const ComposedLayout& a, std::int64_t n) { return cast(arith, a, n, true); }
ComposedLayout downcast(Arith& arith, const ComposedLayout& a, std::int64_t n) { return cast(arith, a, n, false); }

}  // namespace stridescope
