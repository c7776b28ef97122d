// Builtins that make, measure, evaluate and slice layouts, and builtins for swizzles.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/algebra/function_chain.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/functions/builtin.h"
#include "core/functions/outside.h"
#include "core/lang/operators.h"
#include "core/tiled/units.h"
#include "core/value/alignment.h"
#include "core/value/kind_word.h"
#include "core/value/print.h"

namespace stridescope {

// --- making ---

Value builtin_make_layout(const Call& c) {
  if (c.args[0].is<IntTuple>()) {
    if (c.count() == 1) return make_layout(c.arith, c.tuple(0));
    if (c.count() > 2) return c.wrong(2, term("skipped: a layout is made from a shape and its strides"));
    if (const auto* major = c.args[1].as<Major>()) return make_layout(c.arith, c.tuple(0), *major);
    return make_layout(c.arith, c.tuple(0), c.tuple(1));
  }
  if (const auto* swizzle = c.args[0].as<Swizzle>(); swizzle != nullptr && c.count() == 1) {
    // CuTe's extent is the number of bits, not of elements.
    const Int bits = static_int(swizzle->base + swizzle->bits + std::abs(swizzle->shift));
    return to_value(compose(*swizzle, static_int(0), Layout{bits, static_int(1)}));
  }
  LayoutBuilder out(c.arith);
  out.open();
  for (std::size_t i = 0; i < c.count(); ++i) out.copy(c.layout(i));
  out.close();
  return out.take();
}
Value builtin_make_ordered_layout(const Call& c) {
  if (const auto* major = c.args[1].as<Major>()) return make_layout(c.arith, c.tuple(0), *major);
  return make_ordered_layout(c.arith, c.tuple(0), c.tuple(1));
}
Value builtin_make_layout_like(const Call& c) { return make_layout_like(c.arith, c.layout(0)); }
Value builtin_make_fragment_like(const Call& c) {
  if (c.args[0].is<IntTuple>()) return make_layout(c.arith, c.tuple(0));
  if (const auto* tensor = c.args[0].as<Tensor>()) return make_fragment_like(c.arith, domain_layout(tensor->layout));
  return make_fragment_like(c.arith, domain_layout(c.any_layout(0)));
}
Value builtin_make_tensor_like(const Call& c) {
  const auto* tensor = c.args[0].as<Tensor>();
  if (tensor == nullptr) return make_layout_like(c.arith, c.layout(0));
  if (const auto* plain = std::get_if<Layout>(&tensor->layout)) return make_layout_like(c.arith, LayoutRef(*plain));
  return c.fail(ErrorCode::unsupported, say("make_tensor_like: CuTe does not define it for a swizzled layout"),
                say("make_fragment_like takes it"));
}
Value builtin_make_identity_layout(const Call& c) { return make_identity_layout(c.arith, c.shape(0)); }

// --- measuring ---

Value builtin_layout(const Call& c) {
  const auto* tensor = c.args[0].as<Tensor>();
  return to_value(on_domain(tensor != nullptr ? tensor->layout : c.any_layout(0), [&](const Layout& a) {
    const LayoutRef mode = c.at_path(LayoutRef(a));
    return Layout{IntTuple(mode.shape), IntTuple(mode.stride)};
  }));
}
Value builtin_stride(const Call& c) {
  if (const auto* tensor = c.args[0].as<Tensor>();
      tensor != nullptr && std::holds_alternative<Layout>(tensor->layout)) {
    return IntTuple(c.at_path(std::get<Layout>(tensor->layout).stride.ref()));
  }
  if (c.args[0].is<ComposedLayout>() || c.args[0].is<Tensor>())
    return c.fail(
        ErrorCode::unsupported,
        say("stride: {} does not have strides: its offsets are not linear in the coordinate", to_text(c.args[0])),
        say("get_nonswizzle_portion gives the layout under the swizzle"));
  return IntTuple(c.at_path(c.layout(0).stride.ref()));
}

namespace {

const Layout& domain(const Call& c) {
  static const Layout none = {};
  if (const auto* layout = c.args[0].as<Layout>()) return *layout;
  if (const auto* composed = c.args[0].as<ComposedLayout>()) return composed->b;
  if (const auto* tensor = c.args[0].as<Tensor>()) return domain_layout(tensor->layout);
  c.wrong(0, term("a layout"));
  return none;
}

}  // namespace

Value builtin_coshape(const Call& c) { return coshape(c.arith, c.at_path(LayoutRef(domain(c)))); }
Value builtin_cosize(const Call& c) { return cosize(c.arith, c.at_path(LayoutRef(domain(c)))); }
Value builtin_coprofile(const Call& c) { return coprofile(c.arith, c.at_path(LayoutRef(domain(c)))); }
Value builtin_max_alignment(const Call& c) {
  if (const auto* tensor = c.args[0].as<Tensor>()) {  // in bits: from the type of the address, and from the layout
    const Pointer& pointer = tensor->data.pointer;
    if (tensor->data.kind != Iterator::Kind::pointer || pointer.bits == 0)
      return c.wrong(0, term("a tensor of elements of known width in memory"));
    const Value layout[] = {to_value(tensor->layout)};
    const Value steps = builtin_max_alignment(Call(c.arith, c.name, {}, layout));
    if (c.arith.failed()) return static_int(0);
    const Int address = pointer.swizzled ? static_int(std::int64_t{8} << pointer.swizzle.base) : static_int(0);
    return c.arith.gcd(address, c.arith.mul(*steps.integer(), static_int(pointer.bits)));
  }
  if (const Int* value = c.args[0].integer(); value != nullptr && value->is_static) return *value;
  if (!is_chain(c.args[0])) return c.wrong(0, term("a layout"));
  const FunctionChain chain = chain_of(c.arith, c.args[0]);
  return c.arith.failed() ? static_int(1) : max_alignment(c.arith, chain);
}

// --- evaluating ---

namespace {

// The layout, or the layout of the tensor.
const Layout& own_layout(const Call& c) {
  const auto* tensor = c.args[0].as<Tensor>();
  const Layout* layout = tensor != nullptr ? std::get_if<Layout>(&tensor->layout) : nullptr;
  return layout != nullptr ? *layout : c.layout(0);
}

// Warns of a coordinate that the called value does not have, or that its outer layout gets and does not have.
void warn_applied(const Call& c, const IntTuple& coord) {
  const Layout* domain = domain_of(c.args[0]);
  if (domain == nullptr) return;
  warn_access(c, coord, *domain);
  const auto* composed = c.args[0].as<ComposedLayout>();
  const auto* outer = composed != nullptr ? std::get_if<Layout>(&composed->a) : nullptr;
  if (outer == nullptr || !has_coordinate_offset(*composed) || coord.ref().has_any()) return;
  Arith arith;
  const IntTuple inner = add(arith, to_addend(composed->offset), apply(arith, LayoutRef(*domain), coord));
  if (arith.ok()) warn_coordinate(c, inner, outer->shape);
}

}  // namespace

Value builtin_apply(const Call& c) {
  const IntTuple coord = applied_coordinate(c);
  warn_applied(c, coord);
  return apply_at(c, coord);
}
Value builtin_get_1d_coord(const Call& c) { return get_1d_coord(c.arith, own_layout(c), c.integer(1)); }
Value builtin_get_flat_coord(const Call& c) { return get_flat_coord(c.arith, own_layout(c), c.integer(1)); }
Value builtin_get_hier_coord(const Call& c) { return get_hier_coord(c.arith, own_layout(c), c.integer(1)); }

// --- slicing ---

Value builtin_slice(const Call& c) {
  if (c.args[1].is<IntTuple>()) return slice(c.arith, c.tuple(0), c.tuple(1));
  if (const Layout* domain = domain_of(c.args[1])) warn_access(c, c.tuple(0), *domain);
  if (const auto* tensor = c.args[1].as<Tensor>()) return slice(c.arith, c.tuple(0), *tensor);
  if (const auto* layout = c.args[1].as<Layout>()) return slice(c.arith, c.tuple(0), LayoutRef(*layout));
  return to_value(slice_and_offset(c.arith, c.tuple(0), c.any_layout(1)).layout);
}
Value builtin_dice(const Call& c) {
  if (c.args[1].is<IntTuple>()) return dice(c.arith, c.tuple(0), c.tuple(1));
  return dice(c.arith, c.tuple(0), LayoutRef(c.layout(1)));
}
Value builtin_slice_and_offset(const Call& c) {
  if (const Layout* domain = domain_of(c.args[1])) warn_access(c, c.tuple(0), *domain);
  Sliced sliced = slice_and_offset(c.arith, c.tuple(0), c.any_layout(1));
  return ValueTuple{{to_value(std::move(sliced.layout)), std::move(sliced.offset)}};
}
Value builtin_domain_offset(const Call& c) {
  const TupleRef coord = c.tuple(0);
  // A domain may begin outside: the first tile of a kernel's K is moved back by what K lacks.
  if (const Layout* domain = domain_of(c.args[1])) warn_offset(c, coord, *domain);
  if (const auto* tensor = c.args[1].as<Tensor>()) {
    Sliced moved = domain_offset(c.arith, coord, tensor->layout);
    if (c.arith.failed()) return static_int(0);
    return Tensor{advance(c.arith, tensor->data, moved.offset), std::move(moved.layout)};
  }
  Sliced moved = domain_offset(c.arith, coord, c.any_layout(1));
  return ValueTuple{{to_value(std::move(moved.layout)), std::move(moved.offset)}};
}

// --- coalesce and filter ---

Value builtin_coalesce(const Call& c) {
  if (c.args[0].is<IntTuple>()) return coalesce_shape(c.arith, c.tuple(0));
  if (c.count() == 1) {
    return c.on_layout(0, [&](const Layout& a) { return coalesce(c.arith, a); });
  }
  return c.on_layout(0, [&](const Layout& a) { return coalesce(c.arith, a, c.tuple(1)); });
}
Value builtin_filter(const Call& c) {
  if (c.count() == 1) {
    return c.on_layout(0, [&](const Layout& a) { return filter(c.arith, a); });
  }
  return c.on_layout(0, [&](const Layout& a) { return filter(c.arith, a, c.tuple(1)); });
}
Value builtin_filter_zeros(const Call& c) {
  if (c.args[0].is<IntTuple>()) return filter_zeros(c.arith, c.tuple(0), c.count() == 1 ? c.tuple(0) : c.tuple(1));
  if (c.count() == 1) {
    return c.on_layout(0, [&](const Layout& a) { return filter_zeros(c.arith, a); });
  }
  return c.on_layout(0, [&](const Layout& a) { return filter_zeros(c.arith, a, c.tuple(1)); });
}

// --- swizzles ---

Value builtin_make_swizzle(const Call& c) {
  const std::int64_t y = c.template_args[0];
  const std::int64_t z = c.template_args[1];
  if (y < 0 || z < 0 || y > 0xffffffffLL || z > 0xffffffffLL)
    return c.fail(ErrorCode::bad_swizzle, say("make_swizzle<{},{}>: the masks are 32-bit and not negative", y, z));
  return swizzle_from_masks(c.arith, y, z);
}
namespace {

// Sw o offset o B of the argument; null for a plain layout, and null with a fault if the left function is not a
// swizzle.
const FunctionLink* swizzled_link(const Call& c, const FunctionChain& chain) {
  const FunctionLink* link = chain.link();
  if (link == nullptr || link->a.swizzle() != nullptr) return link;
  c.wrong(0, term("a layout with a swizzle on the left"));
  return nullptr;
}

}  // namespace

Value builtin_get_swizzle_portion(const Call& c) {
  if (!c.is_layout(0)) return c.wrong(0, term("a layout"));
  const FunctionChain chain = chain_of(c.arith, c.args[0]);
  const FunctionLink* link = swizzled_link(c, chain);
  return link != nullptr ? *link->a.swizzle() : Swizzle{0, 4, 3};  // CuTe's identity
}
Value builtin_get_nonswizzle_portion(const Call& c) {
  if (!c.is_layout(0)) return c.wrong(0, term("a layout"));
  const FunctionChain chain = chain_of(c.arith, c.args[0]);
  const FunctionLink* link = swizzled_link(c, chain);
  return link != nullptr ? to_value(link->b) : c.args[0];
}

namespace {

constexpr std::int64_t max_recast_bits = 1024;

Value recast_by(const Call& c, std::int64_t up, std::int64_t down) {
  const auto change = [&](auto value) {
    if (up != 1) value = upcast(c.arith, value, up);
    if (down != 1 && c.arith.ok()) value = downcast(c.arith, value, down);
    return value;
  };
  if (const auto* swizzle = c.args[0].as<Swizzle>()) return change(*swizzle);
  if (is_chain(c.args[0]) && !c.args[0].is<Layout>()) {
    if (up == 1 && down == 1) return c.args[0];
    const FunctionChain chain = chain_of(c.arith, c.args[0]);
    if (c.arith.failed()) return static_int(0);
    const FunctionChain out = change(chain);
    return c.arith.failed() ? Value(static_int(0)) : to_value(out);
  }
  if (const Int* value = c.args[0].integer()) return c.arith.mul(c.arith.div(*value, static_int(up)), static_int(down));
  return change(c.layout(0));
}

}  // namespace

namespace {

// The same memory as elements of another width.
Value recast_tensor(const Call& c, const Tensor& tensor, std::int64_t to, std::int64_t from) {
  const Pointer& pointer = tensor.data.pointer;
  if (tensor.data.kind != Iterator::Kind::pointer || pointer.bits != from || from % 8 != 0 || to % 8 != 0 ||
      to > max_recast_bits) {
    return c.wrong(0, say("a layout, or a tensor in memory of elements of {} {bit|bits}", from));
  }
  const std::int64_t common = std::gcd(to, from);
  const Value layout[] = {to_value(tensor.layout)};
  const Value made = recast_by(Call(c.arith, c.name, c.template_args, layout), to / common, from / common);
  if (c.arith.failed()) return static_int(0);
  Tensor out = tensor;
  const auto* recast = made.as<Layout>();
  if (const auto* old = std::get_if<Layout>(&tensor.layout); old != nullptr && recast != nullptr && from < to) {
    // With negative strides, a wider element starts at a lower address.
    Int start = static_int(0);
    const IntTuple shape = flatten_to_tuple(c.arith, old->shape);
    const IntTuple fewer = flatten_to_tuple(c.arith, recast->shape);
    const IntTuple stride = flatten_to_tuple(c.arith, old->stride);
    for (int i = 0; i < std::min(shape.ref().rank(), fewer.ref().rank()) && c.arith.ok(); ++i) {
      const Int lost = c.arith.sub(shape.ref()[i].integer_or_zero(), fewer.ref()[i].integer_or_zero());
      start = c.arith.add(start, c.arith.min(c.arith.mul(lost, stride.ref()[i].integer_or_zero()), static_int(0)));
    }
    out.data = advance(c.arith, out.data, IntTuple(start));
  }
  if (c.arith.failed()) return static_int(0);
  const Int moved = c.arith.mul(out.data.position.integer(), static_int(from));
  if (c.arith.ok() && moved.value % to != 0)
    return c.fail(
        ErrorCode::divisibility,
        say("{}: {} {byte|bytes} from an unknown address, which is not a whole number of elements of {} {bit|bits}",
            c.name, moved.value / 8, to),
        say("give the pointer an address, such as gmem_ptr[{}b](0x1000)", from));
  out.data.position = dynamic_int(moved.value / to);
  out.data.pointer.bits = static_cast<std::uint16_t>(to);
  out.layout = recast != nullptr ? AnyLayout(*recast) : AnyLayout(*made.as<ComposedLayout>());
  c.note(misalignment(out.data, to / 8, say("the width of the new elements")));
  return out;
}

}  // namespace

Value builtin_upcast(const Call& c) {
  if (c.args[0].is<Layout>()) return upcast(c.arith, c.layout(0), c.template_args[0]);
  return recast_by(c, c.template_args[0], 1);
}
Value builtin_downcast(const Call& c) {
  if (c.args[0].is<Layout>()) return downcast(c.arith, c.layout(0), c.template_args[0]);
  return recast_by(c, 1, c.template_args[0]);
}
Value builtin_recast(const Call& c) {
  const std::int64_t to = c.template_args[0];
  std::int64_t from = 0;
  if (c.template_args.size() > 1) {
    from = c.template_args[1];
  } else {  // the element width of the tensor
    const auto* tensor = c.args[0].as<Tensor>();
    if (tensor != nullptr && tensor->data.kind == Iterator::Kind::pointer) from = tensor->data.pointer.bits;
    if (from == 0)
      return c.fail(
          ErrorCode::arguments,
          say("recast<{}>: the {} does not give the number of bits of its elements", to, kind_word(c.args[0])),
          say("give both widths: recast<{},16>(...)", to));
  }
  if (to <= 0 || from <= 0)
    return c.fail(ErrorCode::arguments,
                  say("recast<{},{}>: the element widths are positive numbers of bits", to, from));
  const std::int64_t common = std::gcd(to, from);
  if (const auto* tensor = c.args[0].as<Tensor>()) return recast_tensor(c, *tensor, to, from);
  Value out = recast_by(c, to / common, from / common);
  if (c.arith.ok() && out.is<ComposedLayout>()) c.note(element_swizzle_of(out));
  return out;
}

}  // namespace stridescope
