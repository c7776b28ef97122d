// Builtins for TiledMMA and TiledCopy.
#include <optional>

#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/functions/part.h"
#include "core/tiled/mma_fragment.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tma.h"

namespace stridescope {
namespace {

constexpr Term an_mma = term("a TiledMMA, made by make_tiled_mma");
constexpr Term a_copy = term("a TiledCopy, made by make_tiled_copy");

// The argument as an object of kind T; null, with a fault, for any other value.
template <class T>
const T* object(const Call& c, std::size_t i, Term expected) {
  const T* found = c.args[i].as<T>();
  if (found == nullptr) c.wrong(i, expected);
  return found;
}

template <class T>
Value made(const Call& c, T value) {
  if (c.arith.failed()) return static_int(0);
  return Object::make(std::move(value));
}

// A layout, or the column-major layout of a shape.
Layout layout_or_shape(const Call& c, std::size_t i) {
  if (const auto* shape = c.args[i].as<IntTuple>()) return make_layout(c.arith, *shape);
  return c.layout(i);
}

// A tensor, or the tensor of a layout's offsets.
Tensor tensor_or_layout(const Call& c, std::size_t i) {
  if (const auto* tensor = c.args[i].as<Tensor>()) return *tensor;
  AnyLayout layout = c.any_layout(i);
  // A layout that waits for a pointer is partitioned by the offsets of its elements.
  if (auto* composed = std::get_if<ComposedLayout>(&layout)) *composed = without_pointer(c.arith, std::move(*composed));
  return {{Iterator::Kind::counting, dynamic_int(0)}, std::move(layout)};
}

Int thread_count(Arith& arith, const TiledMma& mma) { return size(arith, mma.thr_layout_vmnk); }
Int thread_count(Arith& arith, const TiledCopy& copy) { return product(arith, copy.tv.shape[0]); }
ThrMma thread_of(Arith& arith, const TiledMma& mma, const Int& index) { return get_slice(arith, mma, index); }
ThrCopy thread_of(Arith&, const TiledCopy& copy, const Int& index) { return {copy, index}; }

// The thread of a tiling whose index is argument 1.
template <class Tiled>
auto indexed_thread(const Call& c, const Tiled& tiled) {
  const Int index = c.integer(1);
  warn_thread(c, index, thread_count(c.arith, tiled));
  return thread_of(c.arith, tiled, index);
}

// The arguments after a thread: partition(thread of a tiling, tensor) or partition(tiling, thread index, tensor).
template <class Thr>
struct Threaded {
  std::optional<Thr> thread;
  std::size_t next = 0;  // the next argument
};

template <class Thr>
Threaded<Thr> thread_argument(const Call& c, Term expected, const Message& lacks, const Message& form) {
  if (const auto* thread = c.args[0].as<Thr>()) return {*thread, 1};
  const auto* tiled = object<decltype(Thr::tiled)>(c, 0, expected);
  if (tiled == nullptr) return {};
  if (c.count() >= 3) return {indexed_thread(c, *tiled), 2};
  c.arith.fail(ErrorCode::arguments, lacks, form);
  return {};
}

Threaded<ThrMma> mma_thread(const Call& c) {
  return thread_argument<ThrMma>(c, term("a TiledMMA, or one thread of it made by get_slice"),
                                 say("{}: the thread of the TiledMMA is not given", c.name),
                                 say("write {}(mma, thread, tensor)", c.name));
}

Threaded<ThrCopy> copy_thread(const Call& c) {
  return thread_argument<ThrCopy>(c, term("a TiledCopy, or one thread of it made by get_slice"),
                                  say("{}: the thread of the TiledCopy is not given", c.name),
                                  say("write {}(copy, thread, tensor)", c.name));
}

// The tensor argument after the thread; identity: the coordinates of its shape.
Tensor operand_tensor(const Call& c, std::size_t i, bool identity) {
  if (i + 1 != c.count()) {
    c.arith.fail(ErrorCode::arguments, say("{} of one thread takes one tensor only", c.name));
    return {};
  }
  if (identity) return make_coord_tensor(c.arith, make_identity_layout(c.arith, c.shape(i)));
  return tensor_or_layout(c, i);
}

// Warns of the first thread with elements outside, if a call has a warning: `part(arith, thread, tensor)` is what it
// owns.
template <class Part>
void warn_first_thread(const Call& c, const Tensor& tensor, const Int& threads, Part&& part) {
  constexpr std::int64_t most = 1024;
  constexpr std::uint64_t cost = 64;  // cost of one thread's part, in steps
  if (c.warnings == nullptr || c.warnings->empty() || c.arith.failed()) return;
  Arith arith;
  const Tensor coordinates = coordinates_of(arith, tensor);
  const TupleRef shape = domain_layout(tensor.layout).shape;
  Budget* budget = c.arith.budget();
  for (std::int64_t thread = 0; thread < std::min(threads.value, most) && arith.ok(); ++thread) {
    if (budget != nullptr && !budget->take(cost)) return;
    if (!has_outside(part(arith, dynamic_int(thread), coordinates), shape)) continue;
    return c.warn(say("thread {} is the first with elements outside of the tensor", thread));
  }
}

// The part of a tensor that a thread owns; operand: that of an MMA, or the side of a copy.
template <class Thr, class Operand>
Value partition_of(const Call& c, const Threaded<Thr>& of, Operand operand, bool identity) {
  if (c.arith.failed()) return static_int(0);
  const Tensor tensor = operand_tensor(c, of.next, identity);
  if (c.arith.failed()) return static_int(0);
  Value out = part_of(c, tensor, [&](Arith& a, const Tensor& t) { return partition(a, *of.thread, operand, t); });
  const auto& tiled = of.thread->tiled;
  warn_first_thread(c, tensor, thread_count(c.arith, tiled), [&](Arith& a, const Int& i, const Tensor& t) {
    return partition(a, thread_of(a, tiled, i), operand, t);
  });
  return out;
}

Value partition_mma(const Call& c, MmaOperand operand, bool identity = false) {
  return partition_of(c, mma_thread(c), operand, identity);
}
Value partition_copy(const Call& c, CopySide side, bool identity = false) {
  return partition_of(c, copy_thread(c), side, identity);
}

Value fragment(const Call& c, MmaOperand operand) {
  const auto of = mma_thread(c);
  if (c.arith.failed()) return static_int(0);
  const Tensor tensor = operand_tensor(c, of.next, false);
  if (c.arith.failed()) return static_int(0);
  return partition_fragment(c.arith, *of.thread, operand, tensor);
}

// A fragment of a partition does not depend on the thread.
Value fragment_of_part(const Call& c, MmaOperand operand) {
  const auto* thread = c.args[0].as<ThrMma>();
  const TiledMma* mma = thread != nullptr ? &thread->tiled : object<TiledMma>(c, 0, an_mma);
  if (mma == nullptr || c.arith.failed()) return static_int(0);
  // Accumulators depend only on the shape: the DSL passes a shape.
  const bool shape = operand == MmaOperand::c && c.args[1].is<IntTuple>();
  const Tensor part = shape ? Tensor() : tensor_or_layout(c, 1);
  if (shape) return make_fragment(c.arith, *mma, operand, LayoutRef(make_layout(c.arith, c.tuple(1))));
  if (c.arith.failed()) return static_int(0);
  return make_fragment(c.arith, *mma, operand, part);
}

Value part_shape(const Call& c, MmaOperand operand) {
  const auto* mma = object<TiledMma>(c, 0, an_mma);
  const TupleRef shape = c.shape(1);
  if (c.arith.failed()) return static_int(0);
  return partition_shape(c.arith, *mma, operand, shape);
}

Value thrfrg_of(const Call& c, MmaOperand operand) {
  const auto* mma = object<TiledMma>(c, 0, an_mma);
  if (mma == nullptr) return static_int(0);
  return c.on_layout(1, [&](const Layout& a) { return thrfrg(c.arith, *mma, operand, a); });
}

Value tidfrg_of(const Call& c, CopySide side) {
  const auto* copy = object<TiledCopy>(c, 0, a_copy);
  if (copy == nullptr) return static_int(0);
  return c.on_layout(1, [&](const Layout& a) { return tidfrg(c.arith, *copy, side, a); });
}

Value mma_tv(const Call& c, MmaOperand operand) {
  const auto* mma = object<TiledMma>(c, 0, an_mma);
  if (mma == nullptr) return static_int(0);
  return layout_tv(c.arith, *mma, operand);
}

Value copy_tv(const Call& c, CopySide side) {
  const auto* copy = object<TiledCopy>(c, 0, a_copy);
  if (copy == nullptr) return static_int(0);
  return layout_tv(c.arith, *copy, side);
}

constexpr Term an_atom = term("a copy atom, such as Copy_Atom<UniversalCopy<float>,float>");

Value copy_of_mma(const Call& c, MmaOperand operand) {
  const auto* atom = object<CopyAtom>(c, 0, an_atom);
  const auto* mma = object<TiledMma>(c, 1, an_mma);
  if (c.arith.failed()) return static_int(0);
  return made(c, make_tiled_copy(c.arith, *atom, *mma, operand));
}

Value copy_of_copy(const Call& c, CopySide side) {
  const auto* atom = object<CopyAtom>(c, 0, an_atom);
  const auto* copy = object<TiledCopy>(c, 1, a_copy);
  if (c.arith.failed()) return static_int(0);
  return made(c, make_tiled_copy(c.arith, *atom, *copy, side));
}

// One entry for each of M, N, K, or the entry selected by <I>.
template <class Entry>
Value each_mode(const Call& c, Entry&& entry) {
  if (c.template_args.empty()) {
    std::vector<Tiler> modes;
    modes.reserve(3);
    for (int mode = 0; mode < 3; ++mode) modes.push_back(entry(mode));
    return to_value(Tiler(std::move(modes)));
  }
  const std::int64_t mode = c.template_args[0];
  if (mode >= 0 && mode < 3) return to_value(entry(static_cast<int>(mode)));
  return c.fail(ErrorCode::index_range, say("{}: mode {} does not exist", c.name, mode),
                say("the modes are M = 0, N = 1, K = 2"));
}

}  // namespace

Value builtin_make_tiled_mma(const Call& c) {
  const auto* atom = object<MmaAtom>(c, 0, term("an MMA atom, such as SM80_16x8x16_F32F16F16F32_TN"));
  if (atom == nullptr) return static_int(0);
  const IntTuple ones = repeat(c.arith, IntTuple(static_int(1)), 3);
  const Layout atoms = c.count() > 1 ? layout_or_shape(c, 1) : make_layout(c.arith, ones);
  std::vector<Tiler> permutation;
  if (c.count() > 2) {
    const Tiler given = c.tiler(2);
    permutation = given.modes() != nullptr ? *given.modes() : std::vector<Tiler>{given};
  }
  if (c.arith.failed()) return static_int(0);
  return made(c, make_tiled_mma(c.arith, *atom, atoms, permutation));
}

Value builtin_make_tiled_copy(const Call& c) {
  const auto* atom = object<CopyAtom>(c, 0, an_atom);
  const Layout threads = layout_or_shape(c, 1);
  const Layout values = c.count() > 2 ? layout_or_shape(c, 2) : Layout{};
  if (c.arith.failed()) return static_int(0);
  const Layout one = {static_int(1), static_int(0)};
  return made(c, make_tiled_copy(c.arith, *atom, threads, c.count() > 2 ? values : one));
}

Value builtin_make_tiled_copy_impl(const Call& c) {
  const auto* atom = object<CopyAtom>(c, 0, an_atom);
  const Layout& tv = c.layout(1);
  const Tiler tiler = c.tiler(2);
  if (c.arith.failed()) return static_int(0);
  return made(c, make_tiled_copy_impl(c.arith, *atom, tv, tiler));
}

Value builtin_make_tiled_copy_A(const Call& c) { return copy_of_mma(c, MmaOperand::a); }
Value builtin_make_tiled_copy_B(const Call& c) { return copy_of_mma(c, MmaOperand::b); }
Value builtin_make_tiled_copy_C(const Call& c) { return copy_of_mma(c, MmaOperand::c); }
Value builtin_make_tiled_copy_S(const Call& c) { return copy_of_copy(c, CopySide::source); }
Value builtin_make_tiled_copy_D(const Call& c) { return copy_of_copy(c, CopySide::destination); }

Value builtin_make_tiled_copy_C_atom(const Call& c) {
  const auto* atom = object<CopyAtom>(c, 0, an_atom);
  const auto* mma = object<TiledMma>(c, 1, an_mma);
  if (c.arith.failed()) return static_int(0);
  return made(c, make_tiled_copy_c_atom(c.arith, *atom, *mma));
}

Value builtin_make_cotiled_copy(const Call& c) {
  const auto* atom = object<CopyAtom>(c, 0, an_atom);
  const Layout& tv = c.layout(1);
  const Layout& data = c.layout(2);
  if (c.arith.failed()) return static_int(0);
  return made(c, make_cotiled_copy(c.arith, *atom, tv, data));
}

// CUTLASS include/cute/atom/copy_traits_sm100.hpp: four warps, each with its 32 lanes of tensor memory, and the range
// of one instruction of a warp, columns before lanes (ValID).
Value builtin_make_tmem_copy(const Call& c) {
  const auto* atom = object<CopyAtom>(c, 0, an_atom);
  const auto* tensor = c.args[1].as<Tensor>();
  const AnyLayout given = tensor != nullptr ? tensor->layout : c.any_layout(1);
  const auto* memory = std::get_if<Layout>(&given);
  if (c.arith.failed() || memory == nullptr) return memory == nullptr ? c.wrong(1, term("a layout")) : static_int(0);
  constexpr std::int64_t lane_bits = std::int64_t{1} << 21;  // from one lane to the next
  const std::string_view name = atom->name;
  const bool load = name.starts_with("SM100_TMEM_LOAD_");
  const std::int64_t lanes = name.find("_32dp") != std::string_view::npos ? 32 : 16;
  if (!load && !name.starts_with("SM100_TMEM_STORE_")) return c.wrong(0, term("an atom of tcgen05.ld or tcgen05.st"));
  const std::int64_t bits = atom->value_type ? atom->value_type->bits : 32;
  const bool halves = name.ends_with("_16b");  // 16 bits of each column
  const Layout& moved = load ? atom->src_bits : atom->dst_bits;
  const std::int64_t columns = product(c.arith, moved.shape[1]).value / lanes;
  if (c.arith.failed()) return static_int(0);
  const std::int64_t step = halves ? 16 : columns;
  if (bits < 1 || step % bits != 0)
    return c.fail(ErrorCode::arguments,
                  say("{} moves pieces of {} {bit|bits}, but an element has {}", name, step, bits));
  LayoutBuilder tv(c.arith);
  tv.open();
  tv.open();
  tv.mode(static_int(32), static_int(0));
  tv.mode(static_int(4), static_int(32 * (lane_bits / bits)));
  tv.close();
  tv.open();
  tv.mode(static_int(step / bits), static_int(1));
  if (halves) tv.mode(static_int(columns / 16), static_int(32 / bits));
  tv.mode(static_int(lanes), static_int(lane_bits / bits));
  tv.close();
  tv.close();
  const Layout reached = tv.take();
  if (c.arith.failed()) return static_int(0);
  return made(c, make_cotiled_copy(c.arith, *atom, LayoutRef(reached), LayoutRef(*memory)));
}

Value builtin_get_slice(const Call& c) {
  const auto* vmnk = c.args[1].as<IntTuple>();
  if (const auto* mma = c.args[0].as<TiledMma>(); mma != nullptr && vmnk != nullptr && vmnk->is_tuple()) {
    warn_coordinate(c, *vmnk, mma->thr_layout_vmnk.shape);
    return made(c, get_slice(c.arith, *mma, TupleRef(*vmnk)));
  }
  if (c.args[1].integer() == nullptr) return c.wrong(1, term("an integer"));
  if (const auto* mma = c.args[0].as<TiledMma>()) return made(c, indexed_thread(c, *mma));
  if (const auto* copy = c.args[0].as<TiledCopy>()) return made(c, indexed_thread(c, *copy));
  return c.wrong(0, term("a TiledMMA or a TiledCopy"));
}

Value builtin_thr_layout_vmnk(const Call& c) {
  const auto* mma = object<TiledMma>(c, 0, an_mma);
  if (mma == nullptr) return static_int(0);
  return mma->thr_layout_vmnk;
}

Value builtin_atom_shape_mnk(const Call& c) {
  if (const auto* atom = c.args[0].as<MmaAtom>()) return atom->shape_mnk;
  const auto* mma = object<TiledMma>(c, 0, term("a TiledMMA or an MMA atom"));
  if (mma == nullptr) return static_int(0);
  return mma->atom.shape_mnk;
}

Value builtin_permutation_mnk(const Call& c) {
  const auto* mma = object<TiledMma>(c, 0, an_mma);
  if (mma == nullptr) return static_int(0);
  return each_mode(c, [&](int mode) { return permutation_mnk(c.arith, *mma, mode); });
}

Value builtin_tile_size_mnk(const Call& c) {
  const auto* mma = object<TiledMma>(c, 0, an_mma);
  if (mma == nullptr) return static_int(0);
  return each_mode(c, [&](int mode) { return Tiler(IntTuple(tile_size_mnk(c.arith, *mma, mode))); });
}

std::optional<Value> threads_of_tiling(const Call& c) {
  const Value& tiling = c.args[0];
  const auto* thread = tiling.as<ThrMma>();
  const auto* mma = thread != nullptr ? &thread->tiled : tiling.as<TiledMma>();
  if (mma != nullptr) return product(c.arith, c.at_path(mma->thr_layout_vmnk.shape.ref()));
  const auto* part = tiling.as<ThrCopy>();
  const auto* copy = part != nullptr ? &part->tiled : tiling.as<TiledCopy>();
  if (copy == nullptr) return std::nullopt;
  if (c.template_args.empty()) return thread_count(c.arith, *copy);
  return c.fail(ErrorCode::arguments, say("{}: the threads of a TiledCopy must have one mode", c.name),
                say("write size(copy), or size<I>(tiled_layout_tv(copy))"));
}

Value builtin_thr_size(const Call& c) {
  const bool mma = c.args[0].is<TiledMma>() || c.args[0].is<ThrMma>();
  return mma ? *threads_of_tiling(c) : c.wrong(0, an_mma);
}

Value builtin_tile_size(const Call& c) {
  const auto* copy = c.args[0].as<TiledCopy>();
  if (copy == nullptr && !c.args[0].is<TiledMma>()) return c.wrong(0, term("a TiledMMA or a TiledCopy"));
  if (copy == nullptr && c.template_args.size() == 1) return builtin_tile_size_mnk(c);
  if (copy == nullptr)
    return c.fail(ErrorCode::arguments, say("{} of a TiledMMA takes one mode, M = 0, N = 1 or K = 2", c.name),
                  say("write tile_size<0>(mma), or tile_shape(mma) for all three"));
  const Value tile = to_value(copy->tiler);
  const Call of_tile(c.arith, c.name, c.template_args, std::span(&tile, 1));
  return builtin_size(of_tile);
}

Value builtin_num_threads(const Call& c) {
  if (const auto* mma = c.args[0].as<TiledMma>()) return thread_count(c.arith, *mma);
  if (const auto* copy = c.args[0].as<TiledCopy>()) return thread_count(c.arith, *copy);
  return c.wrong(0, term("a TiledMMA or a TiledCopy"));
}

Value builtin_num_values(const Call& c) {
  const auto* copy = object<TiledCopy>(c, 0, a_copy);
  if (copy == nullptr) return static_int(0);
  return product(c.arith, copy->tv.shape[1]);
}

Value builtin_tiler_mn(const Call& c) {
  const auto* copy = object<TiledCopy>(c, 0, a_copy);
  if (copy == nullptr) return static_int(0);
  return to_value(copy->tiler);
}

Value builtin_tiled_layout_tv(const Call& c) {
  const auto* copy = object<TiledCopy>(c, 0, a_copy);
  if (copy == nullptr) return static_int(0);
  return copy->tv;
}

Value builtin_layoutA_TV(const Call& c) { return mma_tv(c, MmaOperand::a); }
Value builtin_layoutB_TV(const Call& c) { return mma_tv(c, MmaOperand::b); }
Value builtin_layoutC_TV(const Call& c) { return mma_tv(c, MmaOperand::c); }
Value builtin_layoutS_TV(const Call& c) { return copy_tv(c, CopySide::source); }
Value builtin_layoutD_TV(const Call& c) { return copy_tv(c, CopySide::destination); }

Value builtin_thrfrg_A(const Call& c) { return thrfrg_of(c, MmaOperand::a); }
Value builtin_thrfrg_B(const Call& c) { return thrfrg_of(c, MmaOperand::b); }
Value builtin_thrfrg_C(const Call& c) { return thrfrg_of(c, MmaOperand::c); }
Value builtin_tidfrg_S(const Call& c) { return tidfrg_of(c, CopySide::source); }
Value builtin_tidfrg_D(const Call& c) { return tidfrg_of(c, CopySide::destination); }

Value builtin_partition_A(const Call& c) { return partition_mma(c, MmaOperand::a); }
Value builtin_partition_B(const Call& c) { return partition_mma(c, MmaOperand::b); }
Value builtin_partition_C(const Call& c) { return partition_mma(c, MmaOperand::c); }
Value builtin_partition_A_identity(const Call& c) { return partition_mma(c, MmaOperand::a, true); }
Value builtin_partition_B_identity(const Call& c) { return partition_mma(c, MmaOperand::b, true); }
Value builtin_partition_C_identity(const Call& c) { return partition_mma(c, MmaOperand::c, true); }
Value builtin_partition_S(const Call& c) { return partition_copy(c, CopySide::source); }
Value builtin_partition_D(const Call& c) { return partition_copy(c, CopySide::destination); }
Value builtin_partition_S_identity(const Call& c) { return partition_copy(c, CopySide::source, true); }
Value builtin_partition_D_identity(const Call& c) { return partition_copy(c, CopySide::destination, true); }

Value builtin_partition_fragment_A(const Call& c) { return fragment(c, MmaOperand::a); }
Value builtin_partition_fragment_B(const Call& c) { return fragment(c, MmaOperand::b); }
Value builtin_partition_fragment_C(const Call& c) {
  // CuTe's static form: a TiledMMA and a shape.
  if (c.count() == 2 && c.args[0].is<TiledMma>()) {
    const Value shape = part_shape(c, MmaOperand::c);
    if (c.arith.failed()) return static_int(0);
    const Layout part = make_layout(c.arith, *shape.as<IntTuple>());
    return make_fragment(c.arith, *c.args[0].as<TiledMma>(), MmaOperand::c, LayoutRef(part));
  }
  return fragment(c, MmaOperand::c);
}
Value builtin_make_fragment_A(const Call& c) { return fragment_of_part(c, MmaOperand::a); }
Value builtin_make_fragment_B(const Call& c) { return fragment_of_part(c, MmaOperand::b); }
Value builtin_make_fragment_C(const Call& c) { return fragment_of_part(c, MmaOperand::c); }
Value builtin_partition_shape_A(const Call& c) { return part_shape(c, MmaOperand::a); }
Value builtin_partition_shape_B(const Call& c) { return part_shape(c, MmaOperand::b); }
Value builtin_partition_shape_C(const Call& c) { return part_shape(c, MmaOperand::c); }

Value builtin_retile(const Call& c) {
  const auto* thread = c.args[0].as<ThrCopy>();
  const auto* copy = thread != nullptr ? &thread->tiled : object<TiledCopy>(c, 0, a_copy);
  if (copy == nullptr) return static_int(0);
  return c.on_layout(1, [&](const Layout& a) { return retile(c.arith, *copy, a); });
}

Value builtin_tma_partition(const Call& c) {
  // For a TMA only the bits of one instruction count.
  std::optional<CopyAtom> moved;
  if (const auto* tma = c.args[0].as<TmaAtom>()) {
    const auto bulk = find_copy(cat(tma->operation, '<', tma->bits, " bits>"));
    if (bulk) moved = *bulk;
    if (moved) moved->src = upcast(c.arith, moved->src_bits, tma->element_bits);
  }
  const auto* atom = moved ? &*moved : object<CopyAtom>(c, 0, term("a TMA made by make_tma_atom, or its copy atom"));
  if (atom == nullptr) return static_int(0);
  const bool cta = c.count() == 5;
  if (c.count() == 4)
    return c.fail(ErrorCode::arguments, say("tma_partition takes a CTA coordinate and a CTA layout, or neither"),
                  say("write tma_partition(atom, cta_coord, cta_layout, shared, global)"));
  const IntTuple coord = cta ? IntTuple(c.tuple(1)) : IntTuple(static_int(0));
  const Layout ctas = cta ? c.layout(2) : Layout{static_int(1), static_int(0)};
  const Tensor shared = tensor_or_layout(c, cta ? 3 : 1);
  const Tensor global = tensor_or_layout(c, cta ? 4 : 2);
  if (c.arith.failed()) return static_int(0);
  TmaPartition out = tma_partition(c.arith, *atom, coord, ctas, shared, global);
  return ValueTuple{{Value(std::move(out.global)), Value(std::move(out.shared))}};
}

}  // namespace stridescope
