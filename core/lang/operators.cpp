// The operations of operators. They accept swizzled layouts and tensors like layouts.
#include "core/lang/operators.h"

#include <algorithm>

#include "core/algebra/function_chain.h"
#include "core/base/text.h"
#include "core/value/alignment.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

FunctionChain chain(const Call& c, std::size_t i) { return chain_of(c.arith, c.args[i]); }

// CuTe's composition of three. Only its offset can be a coordinate.
Value compose_three(const Call& c) {
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
    if (!is_chain(c.args[i])) return c.wrong(i, term("a layout"));
  }
  const TupleRef offset = c.tuple(1);
  if (offset.has_any()) return c.wrong(1, term("an integer or a coordinate"));
  const FunctionChain a = chain(c, 0);
  const FunctionChain b = chain(c, 2);
  if (c.arith.failed()) return static_int(0);
  return to_value(compose(c.arith, a, to_offset(IntTuple(offset)), b));
}

// A function that is not a tiler: if it is the right operand, both operands are functions.
bool is_function(const Value& value) { return is_chain(value) && !value.is<Layout>(); }

Value compose_two(const Call& c) {
  const Value& a = c.args[0];
  const Value& b = c.args[1];
  if (const auto* tensor = a.as<Tensor>(); tensor != nullptr && is_function(b)) {
    const Value layout[] = {to_value(tensor->layout), b};
    const Value out = compose_two(Call(c.arith, c.name, {}, layout));
    if (c.arith.failed()) return static_int(0);
    if (const auto* plain = out.as<Layout>()) return Tensor{tensor->data, *plain};
    if (const auto* composed = out.as<ComposedLayout>()) return Tensor{tensor->data, *composed};
    return c.wrong(1, term("a function that ends in a layout"));
  }
  if (is_function(b) || (is_function(a) && !a.is<ComposedLayout>())) {
    if (!is_chain(a)) return c.wrong(0, term("a layout"));
    if (!is_chain(b)) return c.wrong(1, term("a layout"));
    const FunctionChain left = chain(c, 0);
    const FunctionChain right = chain(c, 1);
    if (c.arith.failed()) return static_int(0);
    return to_value(composition(c.arith, left, right));
  }
  const Tiler tiler = c.tiler(1);
  if (const auto* layout = a.as<Layout>()) return composition(c.arith, *layout, tiler);
  return c.on_layout(0, [&](const Layout& layout) { return composition(c.arith, layout, tiler); });
}

const ComposedLayout* product_with_swizzle(const Call& c) {
  const auto* composed = c.args[1].as<ComposedLayout>();
  return composed != nullptr && c.args[0].is<Layout>() ? composed : nullptr;
}

Value applied(const Call& c) { return apply_at(c, applied_coordinate(c)); }

// Sorted by name.
constexpr Builtin operators[] = {
    {"add", 0, 0, 2, 2, &builtin_add},
    {"apply", 0, 0, 2, 64, &applied},
    {"composition", 0, 0, 2, 3, &builtin_composition},
    {"div", 0, 0, 2, 2, &builtin_div},
    {"logical_divide", 0, 0, 2, 2, &builtin_logical_divide},
    {"logical_product", 0, 0, 2, 2, &builtin_logical_product},
    {"make_tensor", 0, 0, 2, 2, &tensor_of_layout},
    {"mod", 0, 0, 2, 2, &builtin_mod},
    {"mul", 0, 0, 2, 2, &builtin_mul},
    {"sub", 0, 0, 2, 2, &builtin_sub},
};

}  // namespace

const Builtin& operation(std::span<const Builtin> rows, std::string_view name) {
  const Builtin* row = find_builtin(rows, name);
  return row != nullptr ? *row : *find_builtin(operators, name);
}

Value builtin_add(const Call& c) {
  if (const auto* iterator = c.args[0].as<Iterator>()) return advance(c.arith, *iterator, c.tuple(1));
  return add(c.arith, c.tuple(0), c.tuple(1));
}
Value builtin_sub(const Call& c) { return subtract(c.arith, c.tuple(0), c.tuple(1)); }
Value builtin_mul(const Call& c) { return c.arith.mul(c.integer(0), c.integer(1)); }
Value builtin_div(const Call& c) { return c.arith.div(c.integer(0), c.integer(1)); }
Value builtin_mod(const Call& c) { return c.arith.mod(c.integer(0), c.integer(1)); }

Value builtin_composition(const Call& c) { return c.count() == 3 ? compose_three(c) : compose_two(c); }

Value builtin_logical_divide(const Call& c) {
  const Tiler tiler = c.tiler(1);
  return c.on_layout(0, [&](const Layout& a) { return logical_divide(c.arith, LayoutRef(a), tiler); });
}

Value builtin_logical_product(const Call& c) {
  if (const ComposedLayout* tiler = product_with_swizzle(c))
    return to_value(logical_product(c.arith, c.layout(0), *tiler));
  const Tiler tiler = c.tiler(1);
  return c.on_layout(0, [&](const Layout& a) { return logical_product(c.arith, LayoutRef(a), tiler); });
}

IntTuple applied_coordinate(const Call& c) {
  if (c.count() == 2) return IntTuple(c.tuple(1));
  TupleBuilder coord(c.arith);
  coord.open();
  for (std::size_t i = 1; i < c.count(); ++i) coord.copy(c.tuple(i));
  coord.close();
  return coord.take();
}

Value apply_at(const Call& c, const IntTuple& coord) {
  if (const auto* swizzle = c.args[0].as<Swizzle>()) {
    if (coord.is_integer() && coord.integer().is_plain()) return apply(c.arith, *swizzle, coord.integer());
    return c.wrong(1, term("an integer offset"));
  }
  const bool slices = coord.ref().has_any();
  if (const auto* tensor = c.args[0].as<Tensor>()) {
    if (slices) return slice(c.arith, coord, *tensor);
    return element(c.arith, coord, *tensor);
  }
  if (const auto* layout = c.args[0].as<Layout>()) {
    if (slices) return slice(c.arith, coord, LayoutRef(*layout));
    return apply(c.arith, *layout, coord);
  }
  if (const auto* composed = c.args[0].as<ComposedLayout>()) {
    if (slices) return to_value(slice_and_offset(c.arith, coord, *composed).layout);
    return apply(c.arith, *composed, coord);
  }
  if (const auto* function = c.args[0].as<ComposedFunction>()) {
    if (coord.is_integer() && coord.integer().is_plain()) return apply(c.arith, *function, coord.integer());
    return c.wrong(1, term("an integer offset"));
  }
  return c.wrong(0, term("a layout, a tensor or a swizzle"));
}

Value tensor_of_layout(const Call& c) {
  const auto* iterator = c.args[0].as<Iterator>();
  if (iterator == nullptr) return c.wrong(0, term("an iterator: counting_iter(0) or make_inttuple_iter((0,0))"));
  const auto* composed = c.args[1].as<ComposedLayout>();
  if (composed == nullptr || !waits_for_pointer(*composed)) return Tensor{*iterator, c.any_layout(1)};
  // The layout waited for this pointer: the pointer takes the swizzle, which acts on addresses.
  const FunctionChain layout = chain(c, 1);
  const auto* unset = c.arith.ok() ? std::get_if<UnsetPointer>(&layout.link()->offset) : nullptr;
  if (unset == nullptr) return c.wrong(1, term("a layout whose leftmost swizzle lacks its pointer"));
  if (iterator->kind == Iterator::Kind::counting)
    return c.fail(
        ErrorCode::arguments, say("{}: {} lacks its pointer to shared memory", c.name, to_text(*composed)),
        say("give it smem_ptr[16b](0x1000), or use as_position_independent_swizzle_layout(L), which counts elements"));
  if (iterator->kind != Iterator::Kind::pointer || iterator->pointer.swizzled)
    return c.wrong(0, term("a pointer to shared memory"));
  if (iterator->pointer.bits != 0 && iterator->pointer.bits != unset->bits)
    return c.wrong(0, say("a pointer to elements of {} {bit|bits}", unset->bits));
  Iterator swizzled = *iterator;
  swizzled.pointer.bits = static_cast<std::uint16_t>(unset->bits);
  swizzled.pointer.swizzle = *layout.link()->a.swizzle();
  swizzled.pointer.swizzled = swizzled.pointer.swizzle.bits != 0;
  c.note(misalignment(
      swizzled, swizzle_period(swizzled.pointer.swizzle),
      say("the period of {}: the elements are not at the offsets of the layout", to_text(swizzled.pointer.swizzle))));
  return Tensor{std::move(swizzled), to_any_layout(layout.link()->b)};
}

}  // namespace stridescope
