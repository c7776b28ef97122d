// TiledMMA, following CUTLASS's mma_atom.hpp: thrfrg permutes, tiles by the atom, and puts threads first; everything
// else is a slice of its result.
#include "core/tiled/tiled_mma.h"

#include "core/base/text.h"
#include "core/tiled/printed_kind.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

const Layout& one() {
  static const Layout layout = {static_int(1), static_int(0)};
  return layout;
}

}  // namespace

const ObjectKind TiledMma::object_kind = printed_kind<TiledMma, &print_tiled>("TiledMMA");
const ObjectKind ThrMma::object_kind = printed_kind<ThrMma, &print_tiled>("ThrMMA");

Value to_value(const Tiler& tiler) {
  if (const Layout* layout = tiler.layout()) return *layout;
  const auto* modes = tiler.modes();
  if (modes == nullptr) return std::get<IntTuple>(tiler.form);
  std::vector<Value> values;
  bool integers = true;
  for (const Tiler& mode : *modes) {
    values.push_back(to_value(mode));
    integers = integers && values.back().is<IntTuple>();
  }
  if (!integers) return ValueTuple{std::move(values)};
  Arith arith;
  TupleBuilder out(arith);
  out.open();
  for (const Value& value : values) out.copy(*value.as<IntTuple>());
  out.close();
  return out.take();
}

IntTuple tiler_shape(Arith& arith, const Tiler& tiler) {
  if (const Layout* layout = tiler.layout()) return layout->shape;
  const auto* modes = tiler.modes();
  if (modes == nullptr) return std::get<IntTuple>(tiler.form);
  TupleBuilder out(arith);
  out.open();
  for (const Tiler& mode : *modes) out.copy(tiler_shape(arith, mode));
  out.close();
  return out.take();
}

Int tiler_size(Arith& arith, const Tiler& tiler) { return product(arith, tiler_shape(arith, tiler)); }

bool is_static(const Tiler& tiler) {
  if (const Layout* layout = tiler.layout()) return layout->is_static();
  const auto* modes = tiler.modes();
  if (modes == nullptr) return tiler.is_any() || std::get<IntTuple>(tiler.form).ref().is_static();
  for (const Tiler& mode : *modes) {
    if (!is_static(mode)) return false;
  }
  return true;
}

TiledMma make_tiled_mma(Arith& arith, const MmaAtom& atom, LayoutRef atoms, const std::vector<Tiler>& permutation) {
  if (atoms.rank() > 4 || permutation.size() > 3) {
    const bool layout = atoms.rank() > 4;
    arith.fail(
        ErrorCode::rank_mismatch,
        say("make_tiled_mma: the {} has rank {}, more than 3", layout ? say("layout of the atoms") : say("permutation"),
            layout ? atoms.rank() : static_cast<int>(permutation.size())),
        say("its modes are M, N and K"));
    return {};
  }
  TiledMma out = {atom, {}, permutation};
  for (const Tiler& mode : permutation) {
    if (is_static(mode)) continue;
    arith.fail(ErrorCode::dynamic_value,
               say("make_tiled_mma: the permutation {} is not static", to_text(to_value(Tiler(permutation)))),
               say("it is a template argument of TiledMMA: write _32 for 32"));
    return out;
  }
  while (out.permutation.size() < 3) out.permutation.push_back(whole_mode());
  if (atoms.rank() == 4) {  // the format of print(TiledMMA): the first mode is the threads of one atom
    const Int threads = product(arith, atoms.shape[0]);
    const Int wanted = size(arith, LayoutRef(atom.thr_id));
    if (arith.ok() && threads.value != wanted.value) {
      arith.fail(ErrorCode::arguments,
                 say("make_tiled_mma: ThrLayoutVMNK has {} {thread|threads} per atom, but this atom has {}",
                     threads.value, wanted.value));
    }
    out.thr_layout_vmnk = {IntTuple(atoms.shape), IntTuple(atoms.stride)};
    return out;
  }
  const Layout mnk = append(arith, atoms, LayoutRef(one()), 3);
  if (arith.failed()) return out;
  out.thr_layout_vmnk = tiled_product(arith, LayoutRef(atom.thr_id), Tiler(mnk));
  return out;
}

ThrMma get_slice(Arith& arith, const TiledMma& mma, const Int& thread) {
  return {mma, get_flat_coord(arith, LayoutRef(mma.thr_layout_vmnk), thread)};
}

ThrMma get_slice(Arith& arith, const TiledMma& mma, TupleRef vmnk) {
  const TupleRef shape = mma.thr_layout_vmnk.shape;
  if (!vmnk.is_tuple() || vmnk.size() != 4 || vmnk.has_any() || vmnk.has_basis()) {
    arith.fail(ErrorCode::arguments,
               say("get_slice: {} is not a thread of {}", to_text(IntTuple(vmnk)), to_text(IntTuple(shape))),
               say("a thread must be an index or a coordinate (V,M,N,K)"));
    return {};
  }
  return {mma, IntTuple(vmnk)};
}

Tiler permutation_mnk(Arith& arith, const TiledMma& mma, int mode) {
  const Tiler& given = mma.permutation[static_cast<std::size_t>(mode)];
  if (!given.is_any()) return given;
  const Int atom = product(arith, mma.atom.shape_mnk[mode]);
  return IntTuple(arith.mul(atom, product(arith, mma.thr_layout_vmnk.shape[mode + 1])));
}

Int tile_size_mnk(Arith& arith, const TiledMma& mma, int mode) {
  return tiler_size(arith, permutation_mnk(arith, mma, mode));
}

IntTuple tile_shape(Arith& arith, const TiledMma& mma) {
  TupleBuilder out(arith);
  out.open();
  for (int mode = 0; mode < 3; ++mode) out.integer(tile_size_mnk(arith, mma, mode));
  out.close();
  return out.take();
}

const Layout& operand_layout(const TiledMma& mma, MmaOperand operand) {
  return operand == MmaOperand::a ? mma.atom.a : operand == MmaOperand::b ? mma.atom.b : mma.atom.c;
}

std::pair<int, int> operand_modes(MmaOperand operand) {
  if (operand == MmaOperand::a) return {0, 2};
  if (operand == MmaOperand::b) return {1, 2};
  return {0, 1};
}

Layout thrfrg(Arith& arith, const TiledMma& mma, MmaOperand operand, LayoutRef tensor) {
  if (tensor.shape.size() < 2) {
    arith.fail(ErrorCode::rank_mismatch,
               say("an operand must have at least two modes; {} has rank {}", to_text(tensor.shape), tensor.rank()),
               say("expected A as (M,K), B as (N,K), C as (M,N)"));
    return {};
  }
  const auto [first, second] = operand_modes(operand);
  const auto extent = [&](TupleRef shape, int mode) {
    return make_layout(arith, IntTuple(product(arith, shape[mode])));
  };
  // Reorders for the tiling, divides into atoms, converts each atom to (thread, value), and collects the atoms of each
  // thread.
  const Tiler reorder = std::vector<Tiler>{permutation_mnk(arith, mma, first), permutation_mnk(arith, mma, second)};
  const Layout reordered = logical_divide(arith, tensor, reorder);
  if (arith.failed()) return {};
  const Tiler atom = std::vector<Tiler>{extent(mma.atom.shape_mnk, first), extent(mma.atom.shape_mnk, second)};
  const Layout atoms = zipped_divide(arith, LayoutRef(reordered), atom);
  if (arith.failed()) return {};
  const Layout tv =
      composition(arith, LayoutRef(atoms), Tiler(std::vector<Tiler>{operand_layout(mma, operand), whole_mode()}));
  if (arith.failed()) return {};
  const TupleRef vmnk = mma.thr_layout_vmnk.shape;
  const Tiler threads =
      std::vector<Tiler>{whole_mode(), std::vector<Tiler>{extent(vmnk, first + 1), extent(vmnk, second + 1)}};
  return zipped_divide(arith, LayoutRef(tv), threads);
}

Layout layout_tv(Arith& arith, const TiledMma& mma, MmaOperand operand) {
  const auto [first, second] = operand_modes(operand);
  const IntTuple tile =
      make_tuple(arith, {IntTuple(tile_size_mnk(arith, mma, first)), IntTuple(tile_size_mnk(arith, mma, second))});
  if (arith.failed()) return {};
  return layout_tv(arith, mma, operand, LayoutRef(make_layout(arith, tile)));
}

Layout layout_tv(Arith& arith, const TiledMma& mma, MmaOperand operand, LayoutRef tensor) {
  Layout out = thrfrg(arith, mma, operand, tensor);
  if (arith.failed()) return {};
  if (operand != MmaOperand::c) {
    // A has no N and B no M: atoms along that mode hold the same elements, (ThrM,ThrK) -> (ThrM,ThrN,ThrK).
    const TupleRef vmnk = mma.thr_layout_vmnk.shape;
    const bool a = operand == MmaOperand::a;
    const IntTuple shape = make_tuple(arith, {IntTuple(product(arith, vmnk[1])), IntTuple(product(arith, vmnk[2]))});
    const IntTuple stride = make_tuple(arith, {IntTuple(static_int(a ? 1 : 0)), IntTuple(static_int(a ? 0 : 1))});
    const Tiler repeated = std::vector<Tiler>{whole_mode(), std::vector<Tiler>{Layout{shape, stride}, whole_mode()}};
    out = composition(arith, LayoutRef(out), Tiler(std::vector<Tiler>{repeated, whole_mode()}));
    if (arith.failed()) return {};
  }
  // Thread index -> (ThrV,ThrM,ThrN,ThrK). Indices outside of the tiling's threads (an atom of 8 threads among 32) get
  // the part of thread 0 along them.
  const LayoutRef vmnk = mma.thr_layout_vmnk;
  const Layout others = complement(arith, vmnk);
  if (arith.failed()) return {};
  const Layout inverse = right_inverse(arith, LayoutRef(concat(arith, {vmnk, LayoutRef(others)})));
  const IntTuple threads = make_tuple(arith, {IntTuple(size(arith, vmnk)), IntTuple(static_int(1))});
  const IntTuple steps = make_tuple(arith, {IntTuple(static_int(1)), IntTuple(static_int(0))});
  if (arith.failed()) return {};
  const Layout thread_to_vmnk = composition(arith, LayoutRef(threads, steps), LayoutRef(inverse));
  if (arith.failed()) return {};
  return composition(arith, LayoutRef(out), Tiler(std::vector<Tiler>{thread_to_vmnk, whole_mode()}));
}

Tensor partition(Arith& arith, const ThrMma& thread, MmaOperand operand, const Tensor& tensor) {
  const auto [first, second] = operand_modes(operand);
  const Tensor whole = {tensor.data, on_domain(tensor.layout, [&](const Layout& layout) {
                          return thrfrg(arith, thread.tiled, operand, LayoutRef(layout));
                        })};
  if (arith.failed()) return tensor;
  const TupleRef vmnk = thread.thr_vmnk;
  const IntTuple among = make_tuple(arith, {vmnk[first + 1], vmnk[second + 1]});
  const IntTuple threads = make_tuple(arith, {vmnk[0], among});
  const IntTuple slot = IntTuple::any();
  const int rest = domain_layout(whole.layout).shape[1][1].rank();
  const IntTuple rests = repeat(arith, slot, rest);
  const IntTuple values = make_tuple(arith, {slot, rests});
  return slice(arith, make_tuple(arith, {threads, values}), whole);
}

IntTuple partition_shape(Arith& arith, const TiledMma& mma, MmaOperand operand, TupleRef shape) {
  if (shape.size() < 2) {
    arith.fail(ErrorCode::rank_mismatch,
               say("an operand must have at least two modes; {} has rank {}", to_text(shape), shape.rank()),
               say("expected A as (M,K), B as (N,K), C as (M,N)"));
    return {};
  }
  const Layout whole = thrfrg(arith, mma, operand, LayoutRef(make_layout(arith, shape)));
  if (arith.failed()) return {};
  // Slices like partition: the values of the first thread, with the rest unpacked.
  const IntTuple slot = IntTuple::any();
  const IntTuple rest = repeat(arith, slot, shape.size());
  const IntTuple values = make_tuple(arith, {slot, rest});
  const IntTuple first = static_int(0);
  return slice(arith, make_tuple(arith, {first, values}), whole.shape);
}

std::string print_tiled(const TiledMma& mma, IntegerMode mode) {
  return cat("TiledMMA\n  ThrLayoutVMNK:  ", to_text(mma.thr_layout_vmnk, mode),
             "\n  PermutationMNK: ", to_text(to_value(Tiler(mma.permutation)), mode), '\n', print_atom(mma.atom, mode));
}

std::string print_tiled(const ThrMma& thread, IntegerMode mode) {
  return cat("ThrMMA\n  Thr VMNK: ", to_text(thread.thr_vmnk, mode), '\n', print_tiled(thread.tiled, mode));
}

}  // namespace stridescope
