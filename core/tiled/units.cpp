// Writes amounts of memory in their units.
#include "core/tiled/units.h"

#include <algorithm>
#include <optional>

#include "core/algebra/flat.h"
#include "core/algebra/leaves.h"
#include "core/base/number_text.h"
#include "core/tiled/smem_operand.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// amount * times / parts for each leaf; empty if a leaf is not a whole number of them.
std::optional<IntTuple> scaled(TupleRef amount, std::int64_t times, std::int64_t parts) {
  Arith arith;
  bool whole = true;
  IntTuple out = with_leaves(arith, amount, [&](TupleBuilder& to, TupleRef leaf) {
    const Int product = arith.mul(leaf.integer_or_zero(), static_int(times));
    whole = whole && product.value % parts == 0;
    to.integer(dynamic_int(product.value / parts));
  });
  if (arith.failed() || !whole) return std::nullopt;
  return out;
}

std::string number(TupleRef amount) {
  if (amount.is_integer()) return grouped(static_cast<double>(amount.integer().value));
  return to_text(amount, IntegerMode::teaching);
}

}  // namespace

Message in_units(TupleRef amount, int bits, Counted counted) {
  if (amount.has_any() || amount.has_basis()) return {};
  const int width = bits > 0 ? bits : 8;
  const auto bytes = scaled(amount, width, 8);
  Message out = say("{} {element|elements}", number(amount));
  if (!bytes) {
    const auto all = scaled(amount, width, 1);
    return all ? say("{} = {} {bit|bits}", out, number(*all)) : Message();
  }
  const Message of_bytes = say("{} {byte|bytes}", number(*bytes));
  out = bits > 0 ? say("{} = {}", out, of_bytes) : of_bytes;
  const auto units = counted == Counted::units ? scaled(*bytes, 1, 16) : std::nullopt;
  return units ? say("{} = {} {unit|units}", out, number(*units)) : out;
}

Message in_units(std::int64_t amount, int bits, Counted counted) {
  const IntTuple one(dynamic_int(amount));
  return in_units(one.ref(), bits, counted);
}

Message in_units(const AnyLayout& tile, int bits) {
  Arith arith;
  const std::int64_t reach = cosize(arith, domain_layout(tile)).value;
  return arith.ok() ? in_units(reach, bits) : Message();
}

MemoryOf memory_of(const Value& value) {
  if (const auto* tensor = value.as<Tensor>()) {
    const Pointer& pointer = tensor->data.pointer;
    if (tensor->data.kind != Iterator::Kind::pointer || pointer.space == MemorySpace::tmem) return {};
    return {pointer.bits, pointer.space == MemorySpace::smem ? Counted::units : Counted::bytes};
  }
  const auto* composed = value.as<ComposedLayout>();
  const auto* unset = composed != nullptr ? std::get_if<UnsetPointer>(&composed->offset) : nullptr;
  if (unset == nullptr) return {};
  return {unset->bits, Counted::units};
}

Message wrong_unit(const Swizzle& swizzle, int bits) {
  if (swizzle.bits < 1 || swizzle.bits > 3 || swizzle.base > 4 || swizzle.shift != 3 || bits <= 8 || bits > 128)
    return {};
  Arith arith;
  const Swizzle meant = element_swizzle(arith, Swizzle{swizzle.bits, 4, 3}, bits);
  if (arith.failed() || swizzle.base <= meant.base) return {};
  return say("{} on {}-byte elements is not the {}-byte swizzle; that is {}", to_text(swizzle), bits / 8,
             16 << swizzle.bits, to_text(meant));
}

// The same for a layout of elements with unknown width, as wide as a row must be to fill the span of the swizzle.
static Message wrong_unit(const ComposedLayout& layout) {
  const auto* swizzle = std::get_if<Swizzle>(&layout.a);
  if (swizzle == nullptr || swizzle->base != 4 || !layout.outer.empty() || !std::holds_alternative<Int>(layout.offset))
    return {};
  // The longest run of consecutive elements that begins in one mode, and a step over exactly it.
  std::int64_t row = 1;
  for (int i = 0; i < layout.b.rank() && row == 1; ++i) {
    const FlatLayout mode = leaves(LayoutRef(layout.b)[i]);
    for (std::uint32_t j = 0; j < mode.rank(); ++j) {
      if (mode.stride[j].value == row) row *= mode.shape[j].value;
    }
  }
  const FlatLayout all = leaves(layout.b);
  bool steps = false;
  for (std::uint32_t j = 0; j < all.rank(); ++j)
    steps = steps || (all.stride[j].value == row && all.shape[j].value > 1);
  const std::int64_t span = std::int64_t{16} << std::clamp(swizzle->bits, 0, 8);
  if (row < 2 || !steps || span % row != 0) return {};
  const std::int64_t bytes = span / row;
  if (bytes != 2 && bytes != 4 && bytes != 8) return {};
  const Message wrong = wrong_unit(*swizzle, static_cast<int>(8 * bytes));
  // CuTe DSL also writes S<3,4,3> o 0 o L if it gives the swizzle to a pointer afterwards.
  return wrong.empty() ? wrong : say("{}; a pointer with this swizzle applies it to bytes", wrong);
}

Message element_swizzle_of(const Value& value) {
  const MemoryOf memory = memory_of(value);
  const auto* composed = value.as<ComposedLayout>();
  const auto* tensor = value.as<Tensor>();
  const auto* of_layout = composed != nullptr ? std::get_if<Swizzle>(&composed->a) : nullptr;
  const Swizzle* swizzle =
      tensor != nullptr && tensor->data.pointer.swizzled ? &tensor->data.pointer.swizzle : of_layout;
  if (swizzle == nullptr || swizzle->bits == 0 || memory.bits == 0 || memory.bits == 8) return {};
  Arith arith;
  const Swizzle elements = element_swizzle(arith, *swizzle, memory.bits);
  if (arith.failed()) return {};
  return say("{} on bytes is {} on elements of {} {bit|bits}", to_text(*swizzle), to_text(elements), memory.bits);
}

Message units_note(const Value& value) {
  if (const auto* composed = value.as<ComposedLayout>()) return wrong_unit(*composed);
  const auto* tensor = value.as<Tensor>();
  if (tensor == nullptr) return {};
  const MemoryOf memory = memory_of(value);
  const auto* composed = std::get_if<ComposedLayout>(&tensor->layout);
  const auto* swizzle = composed != nullptr ? std::get_if<Swizzle>(&composed->a) : nullptr;
  if (swizzle != nullptr && memory.counted == Counted::units) return wrong_unit(*swizzle, memory.bits);
  const auto* plain = std::get_if<Layout>(&tensor->layout);
  // A descriptor iterator: its element is the unit.
  if (plain == nullptr || memory.bits != 128 || memory.counted != Counted::units) return {};
  const auto bytes = scaled(plain->stride, 16, 1);
  const auto halves = scaled(plain->stride, 8, 1);
  if (!bytes || !halves || plain->stride.ref().has_basis()) return {};
  return say("the strides {} count units of 16 bytes: {} {byte|bytes}, or {} {element|elements} of 16 bits",
             number(plain->stride), number(*bytes), number(*halves));
}

}  // namespace stridescope
