// Tensors: slicing moves the iterator, partitioning is division and slicing.
#include <numeric>

#include "core/algebra/by_mode.h"
#include "core/value/alignment.h"

namespace stridescope {

Tensor make_coord_tensor(Arith& arith, const Layout& layout) {
  return {{Iterator::Kind::coordinate, as_arithmetic_tuple(arith, coprofile(arith, layout))}, layout};
}

Iterator advance(Arith& arith, const Iterator& data, TupleRef offset) {
  if (data.kind == Iterator::Kind::coordinate) return {data.kind, add(arith, data.position, offset)};
  if (!offset.is_integer() || offset.integer().is_basis()) {
    arith.fail(ErrorCode::basis, say("an iterator over elements moves by integers, not by {}", to_text(offset)),
               say("use make_inttuple_iter for coordinates"));
    return data;
  }
  Iterator out = {data.kind, dynamic_int(arith.add(data.position.integer(), offset.integer()).value), data.pointer};
  return data.kind == Iterator::Kind::pointer ? normal_pointer(std::move(out)) : out;
}

Iterator normal_pointer(Iterator data) {
  const Pointer& p = data.pointer;
  if (!p.known || p.bits == 0 || p.space == MemorySpace::tmem) return data;
  const std::int64_t position = data.position.integer().value;
  const std::int64_t unit = std::lcm(std::int64_t{p.bits}, std::int64_t{8}) / p.bits;  // elements of whole bytes
  std::int64_t steps = position / unit;
  if (position % unit < 0) --steps;
  std::int64_t bytes = 0;
  if (mul_overflows(steps, unit * p.bits / 8, bytes)) return data;
  data.pointer.address += static_cast<std::uint64_t>(bytes);  // wraps like addresses
  data.position = dynamic_int(position - steps * unit);
  return data;
}

Swizzle element_swizzle(Arith& arith, const Swizzle& swizzle, int bits) {
  if (bits >= 8) return upcast(arith, swizzle, bits / 8);
  return downcast(arith, swizzle, 8 / bits);
}

ComposedLayout without_pointer(Arith& arith, ComposedLayout layout) {
  const auto change = [&](StageFunction& function, SwizzleOffset& offset) {
    const auto* unset = std::get_if<UnsetPointer>(&offset);
    if (unset == nullptr) return;
    if (const auto* swizzle = std::get_if<Swizzle>(&function)) function = element_swizzle(arith, *swizzle, unset->bits);
    offset = static_int(0);
  };
  change(layout.a, layout.offset);
  for (auto& stage : layout.outer) change(stage.function, stage.offset);
  return layout;
}

bool waits_for_pointer(const AnyLayout& layout) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  if (composed == nullptr) return false;
  bool out = std::holds_alternative<UnsetPointer>(composed->offset);
  for (const auto& stage : composed->outer) out = out || std::holds_alternative<UnsetPointer>(stage.offset);
  return out;
}

AnyLayout in_memory(Arith& arith, const AnyLayout& layout) {
  if (!waits_for_pointer(layout)) return layout;
  ComposedLayout out = without_pointer(arith, std::get<ComposedLayout>(layout));
  Layout domain = std::move(out.b);
  return with_domain(std::move(out), std::move(domain));
}

std::int64_t swizzle_phase(const Tensor& t) {
  const Pointer& p = t.data.pointer;
  if (t.data.kind != Iterator::Kind::pointer || !p.swizzled || !p.known || p.bits == 0) return 0;
  const auto period = static_cast<std::uint64_t>(swizzle_period(p.swizzle));
  return static_cast<std::int64_t>(p.address % period * 8 / p.bits);
}

AnyLayout offset_layout(Arith& arith, const Tensor& t) {
  const Pointer& p = t.data.pointer;
  if (t.data.kind != Iterator::Kind::pointer || !p.swizzled) return t.layout;
  if (p.bits == 0) {
    arith.fail(ErrorCode::unsupported,
               say("the width of the elements of {} is unknown, but its swizzle acts on bytes", to_text(t)),
               say("write it between the brackets, such as smem_ptr[16b]"));
    return t.layout;
  }
  const Swizzle swizzle = element_swizzle(arith, p.swizzle, p.bits);
  const Int offset = arith.add(static_int(swizzle_phase(t)), t.data.position.integer());
  return compose(StageFunction(swizzle), offset.value == 0 ? static_int(0) : offset, t.layout);
}

Tensor slice(Arith& arith, TupleRef coord, const Tensor& t) {
  Sliced sliced = slice_and_offset(arith, coord, t.layout);
  if (arith.failed()) return t;
  return {advance(arith, t.data, sliced.offset), std::move(sliced.layout)};
}

IntTuple element(Arith& arith, TupleRef coord, const Tensor& t) {
  const AnyLayout layout = offset_layout(arith, t);
  if (arith.failed()) return {};
  const IntTuple offset = std::holds_alternative<Layout>(layout)
                              ? apply(arith, std::get<Layout>(layout), coord)
                              : apply(arith, std::get<ComposedLayout>(layout), coord);
  if (t.data.kind == Iterator::Kind::pointer) {
    const Int start = t.data.pointer.swizzled ? static_int(-swizzle_phase(t)) : t.data.position.integer();
    return add(arith, IntTuple(start), offset);
  }
  return as_arithmetic_tuple(arith, advance(arith, t.data, offset).position);
}

namespace {

// coord for one mode of a zipped tensor, padded with `_` to the rank of the mode, and `_` for the other mode.
Tensor fix_mode(Arith& arith, const Tensor& t, const Tiler& tiler, TupleRef coord, int fixed) {
  const Tensor tiled = {t.data,
                        on_domain(t.layout, [&](const Layout& layout) { return zipped_divide(arith, layout, tiler); })};
  if (arith.failed()) return t;
  const Layout& domain = domain_layout(tiled.layout);
  const IntTuple any = IntTuple::any();
  const IntTuple other = repeat(arith, any, domain.shape[1 - fixed].rank());
  const int rank = domain.shape[fixed].rank();
  if (coord.is_tuple() && coord.size() > rank) {
    arith.fail(ErrorCode::rank_mismatch,
               say("the coordinate {} has rank {}, but there are {} {mode|modes} to choose from", to_text(coord),
                   coord.size(), rank));
    return t;
  }
  const IntTuple here = coord.is_tuple() ? append(arith, coord, any, rank) : IntTuple(coord);
  const IntTuple both_modes = fixed == 0 ? make_tuple(arith, {here, other}) : make_tuple(arith, {other, here});
  return slice(arith, both_modes, tiled);
}

}  // namespace

Tensor inner_partition(Arith& arith, const Tensor& t, const Tiler& tiler, TupleRef coord) {
  return fix_mode(arith, t, tiler, coord, 1);
}

Tensor outer_partition(Arith& arith, const Tensor& t, const Tiler& tiler, TupleRef coord) {
  return fix_mode(arith, t, tiler, coord, 0);
}

Tensor local_partition(Arith& arith, const Tensor& t, LayoutRef threads, const Int& index) {
  const IntTuple tiler = product_each(arith, threads.shape);
  const IntTuple coord = get_flat_coord(arith, threads, index);
  if (arith.failed()) return t;
  return outer_partition(arith, t, Tiler::from(tiler), coord);
}

}  // namespace stridescope
