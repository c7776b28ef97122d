// Upcast, downcast: the layout of wider or narrower elements over the same memory.
#include <bit>

#include "core/algebra/by_mode.h"
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
    if (!up) return arith.mul(*integer, static_int(n));
    if (integer->is_static && integer->value % n != 0) {
      arith.fail(ErrorCode::divisibility,
                 say("upcast<{}>: the offset {} is not a multiple of {}", n, integer->value, n));
    }
    return arith.div(*integer, static_int(n));
  }
  const int bits = log2_of(n);
  return shift_right(arith, offset, up ? bits : -bits);
}

ComposedLayout recast_composed(Arith& arith, const ComposedLayout& a, std::int64_t n, bool up) {
  const auto* swizzle = std::get_if<Swizzle>(&a.a);
  if (!a.outer.empty()) {
    arith.fail(ErrorCode::unsupported, say("a chain of composed functions cannot be recast: {}", to_text(a)),
               say("recast its parts"));
    return a;
  }
  ComposedLayout out;
  if (swizzle == nullptr) {  // a layout around a layout: both, and the offset between them
    const auto& left = std::get<Layout>(a.a);
    out.a = up ? upcast(arith, left, n) : downcast(arith, left, n);
    if (arith.ok()) out.offset = scale_offset(arith, a.offset, n, up);
    if (arith.ok()) out.b = up ? upcast(arith, a.b, n) : downcast(arith, a.b, n);
    return out;
  }
  if (const auto* unset =
          std::get_if<UnsetPointer>(&a.offset)) {  // its swizzle acts on bytes, whatever the elements are
    if (!check_factor(arith, up ? "upcast" : "downcast", n)) return a;
    const std::int64_t bits = up ? std::min<std::int64_t>(n, 1 << 16) * unset->bits : unset->bits / n;
    if (bits < 1 || bits > (1 << 16) || (!up && unset->bits % n != 0)) {
      arith.fail(ErrorCode::divisibility, say("elements of {} {bit|bits} cannot be recast by {}", unset->bits, n));
      return a;
    }
    return {*swizzle, UnsetPointer{static_cast<int>(bits)}, up ? upcast(arith, a.b, n) : downcast(arith, a.b, n), {}};
  }
  out.a = up ? upcast(arith, *swizzle, n) : downcast(arith, *swizzle, n);
  if (arith.ok()) out.offset = scale_offset(arith, a.offset, n, up);
  out.b = up ? upcast(arith, a.b, n) : downcast(arith, a.b, n);
  return out;
}

}  // namespace

ComposedLayout upcast(Arith& arith, const ComposedLayout& a, std::int64_t n) {
  return recast_composed(arith, a, n, true);
}

ComposedLayout downcast(Arith& arith, const ComposedLayout& a, std::int64_t n) {
  return recast_composed(arith, a, n, false);
}

}  // namespace stridescope
