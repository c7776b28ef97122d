// TiledCopy, following CUTLASS's copy_atom.hpp: each function has the name and the algebra of its model, so that static
// and dynamic integers come out the same.
#include "core/tiled/tiled_copy.h"

#include "core/base/text.h"
#include "core/tiled/printed_kind.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

Tiler tiler_of(TupleRef shape) { return Tiler::from(shape); }

// (a, _): leaves the second mode unchanged.
Tiler first_mode(const Layout& a) { return std::vector<Tiler>{a, whole_mode()}; }

}  // namespace

const ObjectKind TiledCopy::object_kind = printed_kind<TiledCopy, &print_tiled>("TiledCopy");
const ObjectKind ThrCopy::object_kind = printed_kind<ThrCopy, &print_tiled>("ThrCopy");

TiledCopy make_tiled_copy_impl(Arith& arith, const CopyAtom& atom, const Layout& tv, const Tiler& tiler) {
  TiledCopy out = {atom, tv, tiler};
  if (arith.failed()) return out;
  if (!atom.value_type) {
    arith.fail(ErrorCode::arguments, say("a TiledCopy needs to know what {} copies", atom.name),
               say("write Copy_Atom<{},half_t>", atom.name));
    return out;
  }
  if (!tv.is_static() || !is_static(tiler)) {
    arith.fail(ErrorCode::dynamic_value,
               say("a TiledCopy needs static layouts, not {} over {}", to_text(tv), to_text(to_value(tiler))),
               say("they are template arguments: write _32 for 32"));
    return out;
  }
  if (tv.shape.ref().size() != 2) {
    arith.fail(ErrorCode::rank_mismatch, say("a TiledCopy needs (thread, value), not {}", to_text(tv)));
    return out;
  }
  for (int i = 0; i < 2; ++i) {
    const Int count = product(arith, tv.shape[i]);
    const Int step = product(arith, atom.ref.shape[i]);
    if (arith.failed()) return out;
    if (step.value > 0 && count.value % step.value == 0) continue;
    const Term what = i == 0 ? term("threads") : term("values");
    arith.fail(ErrorCode::divisibility,
               say("TiledCopy uses too few {}: {} are not a multiple of the {} of {}", what, count.value, step.value,
                   atom.name),
               say("use a multiple of {} {}", step.value, what));
    return out;
  }
  return out;
}

TiledCopy make_tiled_copy(Arith& arith, const CopyAtom& atom, LayoutRef threads, LayoutRef values) {
  // right_inverse ignores dynamic strides, so report them first.
  for (const LayoutRef& layout : {threads, values}) {
    if (layout.shape.is_static() && layout.stride.is_static()) continue;
    arith.fail(
        ErrorCode::dynamic_value,
        say("make_tiled_copy: {} is not static", to_text(Layout{IntTuple(layout.shape), IntTuple(layout.stride)})),
        say("the layouts are template arguments of TiledCopy: write _32 for 32"));
    return {};
  }
  const Layout mn = raked_product(arith, threads, values);
  if (arith.failed()) return {};
  const IntTuple shape = make_tuple(arith, {IntTuple(size(arith, threads)), IntTuple(size(arith, values))});
  const Layout inverse = right_inverse(arith, LayoutRef(mn));
  if (arith.failed()) return {};
  const Layout tv = composition(arith, LayoutRef(inverse), LayoutRef(make_layout(arith, shape)));
  return make_tiled_copy_impl(arith, atom, tv, tiler_of(product_each(arith, mn.shape)));
}

TiledCopy make_tiled_copy(Arith& arith, const CopyAtom& atom, const TiledMma& mma, MmaOperand operand) {
  const auto [first, second] = operand_modes(operand);
  const Layout tv = layout_tv(arith, mma, operand);
  const Int m = tile_size_mnk(arith, mma, first);
  const Int n = tile_size_mnk(arith, mma, second);
  return make_tiled_copy_impl(arith, atom, tv, std::vector<Tiler>{IntTuple(m), IntTuple(n)});
}

namespace {

// The parts of each mode of `shape` that (thread, value) -> element reaches, and the same elements numbered within
// these parts.
std::pair<std::vector<Tiler>, Layout> active_tile(Arith& arith, TupleRef shape, LayoutRef tv) {
  std::vector<Tiler> tiler;
  for (int i = 0; i < shape.rank() && arith.ok(); ++i) {
    TupleBuilder strides(arith);
    strides.open();
    for (int j = 0; j < shape.rank(); ++j) strides.integer(static_int(i == j ? 1 : 0));
    strides.close();
    const IntTuple stride = strides.take();
    if (arith.failed()) break;
    const Layout coordinate = composition(arith, LayoutRef(shape, stride), tv);
    tiler.emplace_back(filter(arith, LayoutRef(coordinate)));
  }
  if (arith.failed()) return {};
  const Layout whole = make_layout(arith, shape);
  const Layout tile = composition(arith, LayoutRef(whole), Tiler(tiler));
  if (arith.failed()) return {};
  const Layout inverse = left_inverse(arith, LayoutRef(tile));
  if (arith.failed()) return {};
  return {tiler, composition(arith, LayoutRef(inverse), tv)};
}

}  // namespace

TiledCopy make_tiled_copy_c_atom(Arith& arith, const CopyAtom& atom, const TiledMma& mma) {
  const Layout all = layout_tv(arith, mma, MmaOperand::c);
  const Int step = product(arith, atom.src.shape[1]);
  if (arith.failed()) return {};
  const Int values = product(arith, all.shape[1]);
  if (step.value > values.value) {
    arith.fail(ErrorCode::divisibility,
               say("make_tiled_copy_C_atom: {} copies {} {value|values}, but a thread holds {}", atom.name, step.value,
                   values.value));
    return {};
  }
  const IntTuple kept = make_tuple(arith, {IntTuple(product(arith, all.shape[0])), IntTuple(step)});
  const Layout tv = composition(arith, LayoutRef(all), LayoutRef(make_layout(arith, kept)));
  const IntTuple tile =
      make_tuple(arith, {IntTuple(tile_size_mnk(arith, mma, 0)), IntTuple(tile_size_mnk(arith, mma, 1))});
  if (arith.failed()) return {};
  const auto active = active_tile(arith, tile, LayoutRef(tv));
  return make_tiled_copy_impl(arith, atom, active.second, Tiler(active.first));
}

TiledCopy make_tiled_copy(Arith& arith, const CopyAtom& atom, const TiledCopy& like, CopySide side) {
  return make_tiled_copy_impl(arith, atom, layout_tv(arith, like, side), like.tiler);
}

TiledCopy make_cotiled_copy(Arith& arith, const CopyAtom& atom, LayoutRef atom_tv, LayoutRef data) {
  const Layout inverse = left_inverse(arith, data);
  if (arith.failed()) return {};
  // Modes past the end get stride 0.
  const Layout one = {static_int(1), static_int(0)};
  const Layout padded = concat(arith, {LayoutRef(inverse), LayoutRef(one)});
  const Layout tv = composition(arith, LayoutRef(padded), atom_tv);
  if (arith.failed()) return {};
  const Layout reached = coalesce(arith, LayoutRef(composition(arith, data, LayoutRef(tv)[1])));
  if (arith.failed()) return {};
  if (!(reached == coalesce(arith, atom_tv[1]))) {
    arith.fail(
        ErrorCode::unsupported,
        say("make_cotiled_copy: the memory that the thread-value layout points to does not exist in the data layout"));
    return {};
  }
  const auto active = active_tile(arith, product_each(arith, data.shape), LayoutRef(tv));
  return make_tiled_copy_impl(arith, atom, active.second, Tiler(active.first));
}

namespace {

// ((TileM,TileN,...),(RestM,RestN,...)) -> ((ThrV,ThrX),FrgV,(RestM,RestN,...)) for one side of the copy.
Layout tile_to_thrfrg(Arith& arith, const TiledCopy& copy, CopySide side, LayoutRef tiled) {
  const Layout& target = side == CopySide::source ? copy.atom.src : copy.atom.dst;
  const Layout inverse = right_inverse(arith, LayoutRef(copy.atom.ref));
  if (arith.failed()) return {};
  const Layout to_target = composition(arith, LayoutRef(inverse), LayoutRef(target));
  const IntTuple atom = make_tuple(
      arith, {IntTuple(product(arith, copy.atom.ref.shape[0])), IntTuple(product(arith, copy.atom.ref.shape[1]))});
  if (arith.failed()) return {};
  // ((atom thread, atom value),(rest thread, rest value)) -> (m,n), first in the reference, then in the side's own
  // numbering.
  const Layout atoms = zipped_divide(arith, LayoutRef(copy.tv), tiler_of(atom));
  if (arith.failed()) return {};
  const Layout seen = composition(arith, LayoutRef(atoms), first_mode(to_target));
  if (arith.failed()) return {};
  const IntTuple one = static_int(1);
  const IntTuple ones = make_tuple(arith, {one, one});
  const IntTuple profile = make_tuple(arith, {one, ones});
  const Layout thread_value = coalesce(arith, LayoutRef(zip(arith, LayoutRef(seen))), profile);
  if (arith.failed()) return {};
  const Layout tv = composition(arith, tiled, first_mode(thread_value));
  if (arith.failed()) return {};
  // ((thread, value), rest) -> (thread, value, rest)
  LayoutBuilder out(arith);
  out.open();
  out.copy_modes(LayoutRef(tv)[0]);
  for (int i = 1; i < tv.rank(); ++i) out.copy(LayoutRef(tv)[i]);
  out.close();
  return out.take();
}

}  // namespace

Layout tidfrg(Arith& arith, const TiledCopy& copy, CopySide side, LayoutRef tensor) {
  const auto* modes = copy.tiler.modes();
  const int rank = modes != nullptr ? static_cast<int>(modes->size()) : 1;
  if (tensor.rank() < rank) {
    arith.fail(ErrorCode::rank_mismatch,
               say("the tensor {} has rank {}, but the copy's tile {} has {}", to_text(tensor.shape), tensor.rank(),
                   to_text(to_value(copy.tiler)), rank));
    return {};
  }
  const Layout tiled = zipped_divide(arith, tensor, copy.tiler);
  if (arith.failed()) return {};
  return tile_to_thrfrg(arith, copy, side, LayoutRef(tiled));
}

Layout layout_tv(Arith& arith, const TiledCopy& copy, CopySide side) {
  const IntTuple tile = tiler_shape(arith, copy.tiler);
  const IntTuple one = static_int(1);
  const Layout reference = make_layout(arith, make_tuple(arith, {tile, one}));
  if (arith.failed()) return {};
  const Layout whole = tile_to_thrfrg(arith, copy, side, LayoutRef(reference));
  if (arith.failed()) return {};
  const IntTuple slot = IntTuple::any();
  return slice(arith, make_tuple(arith, {slot, slot, IntTuple(static_int(0))}), LayoutRef(whole));
}

Tensor partition(Arith& arith, const ThrCopy& thread, CopySide side, const Tensor& tensor) {
  const int rank = domain_layout(tensor.layout).rank();
  const Tensor whole = {tensor.data, on_domain(tensor.layout, [&](const Layout& layout) {
                          return tidfrg(arith, thread.tiled, side, LayoutRef(layout));
                        })};
  if (arith.failed()) return tensor;
  const IntTuple slot = IntTuple::any();
  const IntTuple rest = repeat(arith, slot, rank);
  return slice(arith, make_tuple(arith, {IntTuple(thread.thread), slot, rest}), whole);
}

Layout retile(Arith& arith, const TiledCopy& copy, LayoutRef tensor) {
  const Int values = product(arith, tensor.shape[0]);
  const Int threads = product(arith, copy.tv.shape[0]);
  const Int atom_values = product(arith, copy.atom.ref.shape[1]);
  if (arith.failed()) return {};
  if (!values.is_static) {
    arith.fail(ErrorCode::dynamic_value, say("retile: the first mode of {} is not static", to_text(tensor.shape)),
               say("retile a fragment, which is static"));
    return {};
  }
  // (m,n) -> index of the group of `values` values of a thread that the element belongs to; from there (atom value,
  // rest) -> (value, m, n).
  const Layout inverse = right_inverse(arith, LayoutRef(copy.tv));
  if (arith.failed()) return {};
  const Layout tile =
      composition(arith, LayoutRef(inverse), LayoutRef(make_layout(arith, tiler_shape(arith, copy.tiler))));
  if (arith.failed()) return {};
  const Layout groups = upcast(arith, LayoutRef(tile), arith.mul(threads, values).value);
  if (arith.failed()) return {};
  const Layout back = right_inverse(arith, LayoutRef(groups));
  const Layout v = make_layout(arith, IntTuple(values));
  if (arith.failed()) return {};
  const Layout fragment = logical_product(arith, LayoutRef(v), Tiler(back));
  if (arith.failed()) return {};
  const Layout by_atom = zipped_divide(arith, LayoutRef(fragment), Tiler(make_layout(arith, IntTuple(atom_values))));
  if (arith.failed()) return {};
  const IntTuple extents = product_each(arith, groups.shape);
  const IntTuple value_and_tile = prepend(arith, extents, IntTuple(values));
  if (arith.failed()) return {};
  const Layout tiled = zipped_divide(arith, tensor, tiler_of(value_and_tile));
  if (arith.failed()) return {};
  const Layout seen = composition(arith, LayoutRef(tiled), first_mode(by_atom));
  if (arith.failed()) return {};
  const IntTuple slot = IntTuple::any();
  const IntTuple first = static_int(0);
  const IntTuple rest = append(arith, first, slot, tensor.rank());
  return slice(arith, make_tuple(arith, {slot, rest}), LayoutRef(seen));
}

namespace {

// The tensor starting at that coordinate.
Tensor domain_offset(Arith& arith, TupleRef coord, const Tensor& tensor) {
  Sliced moved = domain_offset(arith, coord, tensor.layout);
  if (arith.failed()) return tensor;
  return {advance(arith, tensor.data, moved.offset), std::move(moved.layout)};
}

}  // namespace

TmaPartition tma_partition(Arith& arith, const CopyAtom& atom, TupleRef cta_coord, LayoutRef cta_layout,
                           const Tensor& shared, const Tensor& global) {
  const Layout& smem = domain_layout(shared.layout);
  const Layout& gmem = domain_layout(global.layout);
  const Int elements = product(arith, smem.shape[0]);
  const Int also = product(arith, gmem.shape[0]);
  const Int box = product(arith, atom.src.shape[1]);
  if (arith.failed()) return {global, shared};
  if (elements.value != also.value) {
    arith.fail(ErrorCode::shape_divisibility,
               say("tma_partition: the shared tile has {} {element|elements}, but the global one has {}",
                   elements.value, also.value),
               say("group the modes of the tile: group_modes<0,2>(tensor)"));
    return {global, shared};
  }
  // The order of the shared tile's elements in memory, extended to the whole tile, and divided into the parts of single
  // instructions.
  const Layout inverse = right_inverse(arith, LayoutRef(smem)[0]);
  const Layout wrapped = concat(arith, {LayoutRef(inverse)});
  if (arith.failed()) return {global, shared};
  const Layout order = tile_to_shape(arith, LayoutRef(wrapped), IntTuple(elements), nullptr);
  if (arith.failed()) return {global, shared};
  const Layout boxes = logical_divide(arith, LayoutRef(order), Tiler(make_layout(arith, IntTuple(box))));
  const Int groups = cosize(arith, cta_layout);
  const IntTuple place = apply(arith, cta_layout, cta_coord);
  if (arith.failed()) return {global, shared};
  const Int first = arith.mul(place.integer(), arith.div(box, groups));
  const IntTuple zero = static_int(0);
  const IntTuple one = static_int(1);
  const IntTuple ones = make_tuple(arith, {one, one});
  const IntTuple profile = make_tuple(arith, {ones});
  const auto side = [&](const Tensor& tensor) {
    const int rank = domain_layout(tensor.layout).rank();
    std::vector<Tiler> tiler = {boxes};
    while (static_cast<int>(tiler.size()) < rank) tiler.push_back(whole_mode());
    const Tensor seen = {tensor.data, on_domain(tensor.layout, [&](const Layout& layout) {
                           const Layout cut = composition(arith, LayoutRef(layout), Tiler(tiler));
                           return arith.ok() ? coalesce(arith, LayoutRef(cut), profile) : Layout{};
                         })};
    const IntTuple inner = make_tuple(arith, {IntTuple(first), zero});
    const IntTuple coord = append(arith, make_tuple(arith, {inner}), zero, rank);
    if (arith.failed()) return tensor;
    return domain_offset(arith, coord, seen);
  };
  Tensor moved_global = side(global);
  return {std::move(moved_global), side(shared)};
}

std::string print_tiled(const TiledCopy& copy, IntegerMode mode) {
  return cat("TiledCopy\n  Tiler_MN:       ", to_text(to_value(copy.tiler), mode),
             "\n  TiledLayout_TV: ", to_text(copy.tv, mode), '\n', print_atom(copy.atom, mode));
}

std::string print_tiled(const ThrCopy& thread, IntegerMode mode) {
  return cat("ThrCopy\n  ThrIdx: ", to_text(thread.thread, mode), '\n', print_tiled(thread.tiled, mode));
}

}  // namespace stridescope
