// The operations of operators. Swizzled layouts and tensors are operands like layouts.
#include "core/lang/operators.h"

#include <algorithm>

#include "core/algebra/composed_function.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

bool static_zero(const SwizzleOffset& offset) {
  const Int* integer = std::get_if<Int>(&offset);
  return integer != nullptr && integer->is_constant(0);
}

Value compose_three(const Call& c) {
  const Layout& b = c.layout(2);
  const Int offset = c.integer(1);
  if (const auto* swizzle = c.args[0].as<Swizzle>()) return to_value(compose(*swizzle, offset, b));
  return ComposedLayout{c.layout(0), offset, b, {}};
}

Value compose_two(const Call& c);

// With a swizzle or a function on one side.
Value compose_others(const Call& c) {
  if (const auto* function = c.args[0].as<ComposedFunction>()) return to_value(compose(*function, c.any_layout(1)));
  if (const auto* swizzle = c.args[0].as<Swizzle>()) {
    if (const auto* other = c.args[1].as<Swizzle>()) return composition(c.arith, *swizzle, *other);
    return to_value(compose(std::variant<Swizzle, Layout>(*swizzle), static_int(0), c.any_layout(1)));
  }
  if (c.args[0].is<ComposedLayout>() && c.args[1].is<ComposedLayout>()) {
    // Into the domain of the left one.
    auto outer = *c.args[0].as<ComposedLayout>();
    const Value args[] = {outer.b, c.args[1]};
    const Value inner = compose_two(Call(c.arith, c.name, {}, args));
    const auto* plain = inner.as<Layout>();
    const auto* composed = inner.as<ComposedLayout>();
    if (plain == nullptr && composed == nullptr) return static_int(0);  // it failed
    AnyLayout out = compose(outer.a, outer.offset, plain != nullptr ? AnyLayout(*plain) : AnyLayout(*composed));
    for (std::size_t i = outer.outer.size(); i-- > 0;)
      out = compose(outer.outer[i].function, outer.outer[i].offset, std::move(out));
    return to_value(std::move(out));
  }
  if (const auto* swizzle = c.args[1].as<Swizzle>()) return to_value(composition(c.arith, c.layout(0), *swizzle));
  if (const auto* composed = c.args[1].as<ComposedLayout>()) {
    const Layout& a = c.layout(0);
    if (!static_zero(composed->offset) && !std::holds_alternative<UnsetPointer>(composed->offset)) {
      c.arith.fail(ErrorCode::unsupported,
                   say("composition: the right layout {} must have the static offset 0", to_text(*composed)),
                   say("only Sw<B,M,S> o _0 o L can be composed into a layout"));
      return static_int(0);
    }
    const AnyLayout outer = std::holds_alternative<Swizzle>(composed->a)
                                ? composition(c.arith, a, std::get<Swizzle>(composed->a))
                                : AnyLayout(composition(c.arith, a, LayoutRef(std::get<Layout>(composed->a))));
    if (c.arith.failed()) return static_int(0);
    return to_value(
        on_domain(outer, [&](const Layout& layout) { return composition(c.arith, layout, LayoutRef(composed->b)); }));
  }
  const Tiler tiler = c.tiler(1);
  return c.on_layout(0, [&](const Layout& a) { return composition(c.arith, a, tiler); });
}

Value compose_two(const Call& c) {
  const auto* a = c.args[0].as<Layout>();
  if (a == nullptr || c.args[1].is<Swizzle>() || c.args[1].is<ComposedLayout>()) return compose_others(c);
  return composition(c.arith, *a, c.tiler(1));
}

const ComposedLayout* product_with_swizzle(const Call& c) {
  const auto* composed = c.args[1].as<ComposedLayout>();
  return composed != nullptr && c.args[0].is<Layout>() ? composed : nullptr;
}

Value apply_value(const Call& c, const IntTuple& coord) {
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

// Sorted by name.
constexpr Builtin operators[] = {
    {"add", 0, 0, 2, 2, &builtin_add},
    {"apply", 0, 0, 2, 64, &builtin_apply},
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

Value builtin_apply(const Call& c) {
  if (c.count() == 2) return apply_value(c, IntTuple(c.tuple(1)));
  TupleBuilder coord(c.arith);
  coord.open();
  for (std::size_t i = 1; i < c.count(); ++i) coord.copy(c.tuple(i));
  coord.close();
  return apply_value(c, coord.take());
}

Value tensor_of_layout(const Call& c) {
  const auto* iterator = c.args[0].as<Iterator>();
  if (iterator == nullptr) return c.wrong(0, term("an iterator: counting_iter(0) or make_inttuple_iter((0,0))"));
  if (const auto* composed = c.args[1].as<ComposedLayout>();
      composed != nullptr && std::holds_alternative<UnsetPointer>(composed->offset)) {
    // The pointer that the layout was waiting for: it takes the swizzle, which acts on addresses.
    const int bits = std::get<UnsetPointer>(composed->offset).bits;
    if (iterator->kind == Iterator::Kind::counting) {
      c.arith.fail(ErrorCode::arguments, say("{}: {} lacks its pointer to shared memory", c.name, to_text(*composed)),
                   say("give it smem_ptr[16b](0x1000), or count in as_position_independent_swizzle_layout(L)"));
      return static_int(0);
    }
    if (iterator->kind != Iterator::Kind::pointer || iterator->pointer.swizzled || !composed->outer.empty())
      return c.wrong(0, term("a pointer to shared memory"));
    if (iterator->pointer.bits != 0 && iterator->pointer.bits != bits)
      return c.wrong(0, say("a pointer to elements of {} {bit|bits}", bits));
    Iterator swizzled = *iterator;
    swizzled.pointer.bits = static_cast<std::uint16_t>(bits);
    swizzled.pointer.swizzle = std::get<Swizzle>(composed->a);
    swizzled.pointer.swizzled = swizzled.pointer.swizzle.bits != 0;
    return Tensor{std::move(swizzled), composed->b};
  }
  return Tensor{*iterator, c.any_layout(1)};
}

}  // namespace stridescope
