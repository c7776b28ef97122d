// The plan of one tile of a product: the elements in the registers of each thread, and the path of A and B from shared
// memory to them. The steps, each of which can fail:
//
//   1. instruction  The unit that executes the atom: scalar fma, dp4a, mma.sync or wgmma. An atom that is defined by
//                   its layouts alone has no instruction. Sparse and block-scaled atoms need further operands (a probe
//                   provides the metadata of a sparse one, `with_metadata`). Instructions newer than sm90 have no
//                   template.
//   2. divide       The tile must be a multiple of the extents of the TiledMMA in M, N and K. Atoms along K are
//                   rejected: each would have a partial sum, and adding these is another kernel.
//   3. fragments    A, B and C as (thread, value) -> index in the tile: CuTe's thrfrg of a compact tile, the layout of
//                   partition_A of a tensor. A thread's values are those of one atom, then the atoms along M or N, then
//                   those along K. Later steps rely on that order, so the product of the counts is checked.
//   4. room         Registers: accumulators must fit a thread's 255 registers, and operands a generous limit. The
//                   compiler would spill instead of failing, and the measured time would be that of the spills.
//   5. teams        The threads that execute an instruction together. The hardware determines them: 32 threads of a
//                   warp for mma.sync; for wgmma four warps, the first a multiple of four; and the lane of each thread
//                   by the atom's thr_id (quad pairs of sm70 may begin at any quad). A TiledMMA with another numbering
//                   of threads describes a computation that no instruction performs: rejected.
//   6. shared       Each operand's layout in shared memory: its extents, distinct offsets of its elements, its bytes.
//                   Then its reads:
//                     by the instruction   a descriptor must describe the layout (core/tiled/smem_operand.h compares it
//                                          with the canonical form, element by element), and every atom of the tile
//                                          must begin at a multiple of 16 bytes
//                     by ldmatrix          the copy is retiled to the TiledMMA and compared with the fragment register
//                                          by register, for all threads: each load must fill whole registers with
//                                          exactly the elements of step 3, and the loads of the next k must be the same
//                                          ones with a constant offset, since the text is a loop over k
//                     by each thread       in the widest accesses that its values allow (set_width)
//
// Source of truth: the thread-value layouts of the atom, which probe_kernel measures on the GPU; the tile's compact
// coordinates, so that the index of an element is m + M k, n + N k or m + M n everywhere; and for shared memory its
// layout as a function, evaluated at every element of the tile. Tiles are small (max_tile_work), and an inexact
// inequality could accept wrong products. An atom and a layout that pass these checks multiply correctly by
// construction. The proof of a run is independent of registers and shared memory: it compares with sums in double
// precision.
//
// gemm_plan.cpp decides the source of tiles, the number of stages, the block of each tile, and the stored type of C.
// mma_kernel only has this plan and repeats it.
#include "core/kernels/mma/mma_plan.h"

#include <algorithm>
#include <map>

#include "core/base/at.h"
#include "core/base/text.h"
#include "core/facts/function.h"
#include "core/facts/offsets.h"
#include "core/hardware/occupancy.h"
#include "core/kernels/plan_tools.h"
#include "core/tiled/instruction.h"
#include "core/tiled/units.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::string_view mode_names[] = {"M", "N", "K"};

KernelMap map_of_tv(const Layout& tv) {
  const LayoutRef all(tv);
  KernelMap out;
  out.thread = index_of_threads(all[0]);
  out.value = index_of(all[1], "1");
  return out;
}

Layout columns(Arith& arith, std::int64_t rows, std::int64_t cols) {
  return make_layout(arith, make_tuple(arith, {IntTuple(static_int(rows)), IntTuple(static_int(cols))}));
}

AnyLayout in_elements(Arith& arith, const AnyLayout& layout) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  return composed != nullptr ? AnyLayout(without_pointer(arith, *composed)) : layout;
}

class TilePlanner {
 public:
  TilePlanner(const MmaTile& tile, std::string_view name, bool with_metadata)
      : name_(name), with_metadata_(with_metadata) {
    plan_.tile = tile;
  }

  Result<MmaPlan> run() {
    for (const auto step : {&TilePlanner::instruction, &TilePlanner::divide, &TilePlanner::fragments,
                            &TilePlanner::room, &TilePlanner::teams, &TilePlanner::shared}) {
      if (auto done = (this->*step)(); !done) return failure(std::move(done.error()));
    }
    return std::move(plan_);
  }

 private:
  const MmaAtom& atom() const { return plan_.tile.mma.atom; }

  tl::unexpected<Error> refuse(ErrorCode code, const Message& message, Message hint = {}) const {
    return failure(code, say("{}: {}", name_, message), std::move(hint));
  }
  Result<void> instruction() {
    const MmaAtom& a = atom();
    if (is_nameless(a)) {
      return refuse(ErrorCode::unsupported, say("an atom given only by its layouts does not name an instruction"),
                    say("write its name: atom_facts(atom) lists those with these layouts"));
    }
    if ((a.e && !(with_metadata_ && a.instruction == MmaInstruction::wgmma)) || a.sfa || a.sfb) {
      return refuse(ErrorCode::unsupported, say("{} is sparse or block-scaled; its metadata is not generated", a.name),
                    say("use the dense atom"));
    }
    if (a.negates) {
      return refuse(ErrorCode::unsupported, say("{} negates an operand, which is not supported", a.name),
                    say("use GMMA::ScaleIn::One"));
    }
    const MmaInstruction by = a.instruction;
    if (by == MmaInstruction::fma) {
      const bool real = a.val_d.name == "float" || a.val_d.name == "double";
      if (!real || a.val_a.name != a.val_d.name || a.val_b.name != a.val_d.name || a.val_c.name != a.val_d.name) {
        return refuse(ErrorCode::unsupported, say("{}: a scalar FMA must be of float or of double", a.name),
                      say("UniversalFMA<float> or UniversalFMA<double>"));
      }
      plan_.form = MmaPlan::Form::fma;
      plan_.instruction = "fma";
      return {};
    }
    if (a.ptx.empty() || a.arch > newest_architecture || a.arch == 0) {
      return refuse(ErrorCode::unsupported,
                    a.arch > newest_architecture
                        ? say("{} is an instruction of {}, for which no kernel can be generated", a.name,
                              architecture_name(a.arch))
                        : say("{} is not a single instruction", a.name),
                    say("kernels are generated for dp4a, mma.sync (sm70 to sm90) and wgmma"));
    }
    plan_.instruction = a.ptx.front();
    const bool wgmma = by == MmaInstruction::wgmma;
    plan_.form = wgmma                            ? MmaPlan::Form::wgmma
                 : by == MmaInstruction::mma_sync ? MmaPlan::Form::warp
                                                  : MmaPlan::Form::dot;
    plan_.needs = wgmma ? std::string("sm90a") : architecture_name(a.arch);
    if (a.e) metadata(a);
    return {};
  }

  void metadata(const MmaAtom& a) {
    MmaMetadata out;
    out.element = map_of_tv(*a.e);
    Arith arith;
    out.values = product(arith, a.e->shape[1]).value;
    out.group = a.val_a.bits == 32 ? 2 : 4;
    out.selector = a.sparse_selector;
    plan_.metadata = std::move(out);
  }

  Result<void> divide() {
    Arith arith;
    const TiledMma& mma = plan_.tile.mma;
    if (product(arith, mma.thr_layout_vmnk.shape[3]).value != 1) {
      return refuse(ErrorCode::unsupported, say("atoms along K hold partial sums that nothing adds"),
                    say("tile the atoms along M and N only"));
    }
    if (const FunctionAnalysis threads = analyze_function(mma.thr_layout_vmnk); threads.injective == false) {
      return refuse(ErrorCode::unsupported,
                    say("atoms must have the same threads, by the layout {}", to_text(mma.thr_layout_vmnk)),
                    say("use nonzero strides, so that each atom has its own threads"));
    }
    std::int64_t work = 1;
    for (int i = 0; i < 3; ++i) {
      const std::int64_t extent = plan_.tile.tile[at(i)];
      const std::int64_t step = tile_size_mnk(arith, mma, i).value;
      if (arith.failed()) return failed_step(arith, name_, say("the tile"));
      if (extent < 1 || step < 1 || extent % step != 0) {
        return refuse(ErrorCode::shape_divisibility,
                      say("the tile has {} {element|elements} along {}, not a multiple of the {} of the TiledMMA",
                          extent, mode_names[i], step),
                      say("choose a tile that the TiledMMA divides"));
      }
      if (mul_overflows(work, extent, work) || work > max_tile_work) {
        return refuse(ErrorCode::too_large, say("a tile this large does not fit a block"),
                      say("M N K must be at most 2^26"));
      }
      plan_.extents[at(i)] = extent;
    }
    return {};
  }

  Result<void> fragment(MmaFragment& out, MmaOperand operand) {
    const MmaAtom& a = atom();
    const bool is_a = operand == MmaOperand::a;
    const bool is_c = operand == MmaOperand::c;
    out.operand = operand;
    out.name = is_a ? "a" : is_c ? "c" : "b";
    out.type = is_a ? a.val_a : is_c ? a.val_d : a.val_b;
    out.registers = is_a ? a.a_regs : is_c ? a.c_regs : a.b_regs;
    out.place = is_a ? a.a_place : is_c ? a.c_place : a.b_place;
    out.bits = stored_bits(out.type);
    if (out.type.logical > 1) {  // sparse_elem<2, T>
      const auto stored = type_named(out.type.element);
      if (!stored) return refuse(ErrorCode::unsupported, say("elements of {}", out.type.name));
      out.logical = out.type.logical;
      out.type = *stored;
      out.bits = stored_bits(out.type);
    }
    const auto [first, second] = operand_modes(operand);
    Arith arith;
    const Layout tv = layout_tv(arith, plan_.tile.mma, operand,
                                LayoutRef(columns(arith, plan_.extents[at(first)], plan_.extents[at(second)])));
    if (arith.failed()) return failed_step(arith, name_, say("the fragment of {}", out.name));
    out.element = map_of_tv(tv);
    out.values = product(arith, tv.shape[1]).value;
    out.atom_values = product(arith, operand_layout(plan_.tile.mma, operand).shape[1]).value;
    const LayoutRef values = LayoutRef(tv)[1];
    if (values.rank() == 2) {
      out.rest_mn = product(arith, values.shape[1][0]).value;
      out.rest_k = product(arith, values.shape[1][1]).value;
    }
    const std::int64_t threads = product(arith, tv.shape[0]).value;
    if (arith.failed()) return failed_step(arith, name_, say("the fragment of {}", out.name));
    if (out.values != out.atom_values * out.atoms()) {
      return refuse(ErrorCode::internal,
                    say("the fragment of {} has {} {value|values}; expected {} in each of {} {atom|atoms}", out.name,
                        out.values, out.atom_values, out.atoms()));
    }
    plan_.threads = std::max(plan_.threads, threads);
    return {};
  }

  Result<void> fragments() {
    if (auto done = fragment(plan_.a, MmaOperand::a); !done) return done;
    if (auto done = fragment(plan_.b, MmaOperand::b); !done) return done;
    if (auto done = fragment(plan_.c, MmaOperand::c); !done) return done;
    plan_.atoms = {plan_.a.rest_mn, plan_.b.rest_mn, plan_.a.rest_k};
    if (plan_.c.rest_mn != plan_.a.rest_mn || plan_.c.rest_k != plan_.b.rest_mn || plan_.b.rest_k != plan_.a.rest_k) {
      return refuse(ErrorCode::internal, say("A, B and C have different numbers of atoms"));
    }
    plan_.threads = (plan_.threads + 31) / 32 * 32;
    if (plan_.threads > max_threads_per_block) {
      return refuse(ErrorCode::too_large,
                    say("{} {thread|threads}; a block can have at most {}", plan_.threads, max_threads_per_block));
    }
    return {};
  }

  // The threads of one instruction are a warp or a warpgroup, each in the lane that the atom's thr_id specifies.
  Result<void> teams() {
    const auto all = mma_teams(plan_);
    const bool wgmma = plan_.form == MmaPlan::Form::wgmma;
    if (plan_.form == MmaPlan::Form::fma || plan_.form == MmaPlan::Form::dot) return {};
    const std::int64_t group = wgmma ? 128 : 32;
    Arith arith;
    for (const auto& team : all) {
      for (std::size_t v = 0; v < team.size(); ++v) {
        const std::int64_t own =
            apply(arith, LayoutRef(atom().thr_id), IntTuple(static_int(static_cast<int>(v)))).integer().value;
        const std::int64_t shift = team[v] % group - own;
        const bool quad_pair = team.size() == 8 && shift >= 0 && shift < 16 && shift % 4 == 0;
        if (arith.failed() || team[v] / group != team[0] / group || (shift != 0 && !quad_pair) ||
            (quad_pair && shift != team[0] % group)) {
          return refuse(
              ErrorCode::unsupported,
              wgmma ? say("thread {} would be lane {} of its atom; the {} {thread|threads} of a wgmma are four warps "
                          "from a multiple "
                          "of 4",
                          team[v], own, group)
                    : say("thread {} would be lane {} of its atom; the {} {thread|threads} of an mma.sync are one warp",
                          team[v], own, group),
              say("thr_layout_vmnk {}: give the atoms' layout strides of whole atoms",
                  to_text(plan_.tile.mma.thr_layout_vmnk)));
        }
      }
    }
    return {};
  }

  Result<void> side(MmaFragment& f, const AnyLayout& given, const std::optional<CopyAtom>& load) {
    const auto [first, second] = operand_modes(f.operand);
    Arith arith;
    const AnyLayout layout = in_elements(arith, given);
    auto prepared = prepare_layout(layout, cat(name_, ": smem of ", f.name));
    if (!prepared) return failure(std::move(prepared.error()));
    const std::int64_t rows = product(arith, prepared->layout.shape[0]).value;
    const std::int64_t depth = product(arith, prepared->layout.shape[1]).value;
    if (arith.failed() || prepared->layout.rank() != 2 || rows != plan_.extents[at(first)] ||
        depth * f.logical != plan_.extents[at(second)]) {
      return refuse(ErrorCode::shape_divisibility,
                    say("shared memory of {} has extents {}, but the tile is {} x {}", f.name,
                        to_text(prepared->layout.shape), plan_.extents[at(first)], plan_.extents[at(second)]));
    }
    if (rows * depth > max_operand_elements) {
      return refuse(
          ErrorCode::too_large,
          say("the tile of {} has {} {element|elements}, more than fit in shared memory", f.name, rows * depth),
          say("use a smaller tile"));
    }
    KernelSide out = {cat("smem_", f.name), {}, prepared->swizzles, 0, 0, 0, {}};
    if (f.logical == 1) {  // otherwise a single atom from the first element on
      const Layout tv = layout_tv(arith, plan_.tile.mma, f.operand, LayoutRef(prepared->layout));
      if (arith.failed()) return failed_step(arith, name_, say("the partition of shared memory of {}", f.name));
      out.map = map_of_tv(tv);
    }
    set_reach(out, index_of(LayoutRef(prepared->layout), ""));
    std::vector<std::int64_t> offsets(at(rows * depth));
    fill_offsets(LayoutRef(prepared->layout), offsets.data(), rows * depth);
    out.highest = 0;
    for (const std::int64_t x : offsets) out.highest = std::max(out.highest, out.swizzled(x));
    if (out.lowest < 0) {
      return refuse(ErrorCode::unsupported, say("the layout of {} in shared memory has negative offsets", f.name));
    }
    std::sort(offsets.begin(), offsets.end());
    if (std::adjacent_find(offsets.begin(), offsets.end()) != offsets.end()) {
      return refuse(ErrorCode::unsupported, say("elements of {} share a place in shared memory", f.name),
                    say("its layout must give each element of the tile a place of its own"));
    }
    f.smem_bytes = ((out.highest + 1) * f.bits + 7) / 8;
    const std::int64_t of_one_k = f.values / f.rest_k;
    const CopyInstruction loaded_by = load ? load->operation.instruction : CopyInstruction::any_width;
    const bool by_matrices = loaded_by == CopyInstruction::ldmatrix;
    if (const auto why = set_width(f.bits, {}, out, f.values, true, 16); why && !by_matrices) {
      return refuse(
          ErrorCode::unsupported,
          say("a thread loads whole bytes, {} {element|elements} of {}: {}", elements_in_byte(f.bits), f.name, *why),
          say("keep neighbors along K together in shared memory: (M,K):(K,1)"));
    }
    while (of_one_k % (out.access_bytes * 8 / f.bits) != 0) out.access_bytes /= 2;
    f.smem = std::move(out);
    if (f.place == OperandPlace::shared_memory) return descriptor(f, layout);
    if (by_matrices) return matrix_loads(f, *prepared, *load);
    if (loaded_by != CopyInstruction::universal && loaded_by != CopyInstruction::any_width) {
      return refuse(ErrorCode::unsupported, say("{} does not load from shared memory into registers", load->name),
                    say("use SM75_U32x4_LDSM_N or the like, or DefaultCopy"));
    }
    if (load) {
      const int bytes = atom_access_bits_of(*load) / 8;
      if (bytes > f.smem->access_bytes) {
        return refuse(ErrorCode::unsupported, say("{} copies {} {byte|bytes} at once, smem of {} allows {}: {}",
                                                  load->name, bytes, f.name, f.smem->access_bytes, f.smem->limit));
      }
      if (bytes != 0) f.smem->access_bytes = std::max({bytes, f.bits / 8, 1});
    }
    return {};
  }

  // Bits that an atom accesses at a time; 0: any width.
  static int atom_access_bits_of(const CopyAtom& atom) {
    if (atom.operation.instruction != CopyInstruction::universal) return 0;
    Arith arith;
    return static_cast<int>(product(arith, atom.src_bits.shape[1]).value);
  }

  Result<void> descriptor(MmaFragment& f, const AnyLayout& layout) {
    const OperandMajor major = f.operand == MmaOperand::a ? atom().a_major : atom().b_major;
    auto found = smem_operand(layout, f.bits, major);
    if (!found) {
      Error error = std::move(found.error());
      error.message = say("{}: wgmma cannot read {} through {}: {}", name_, f.name, to_text(layout), error.message);
      return failure(std::move(error));
    }
    if (auto bits = encode_descriptor({0, found->leading_bytes, found->stride_bytes, 0, found->mode}, 90); !bits) {
      return failure(std::move(bits.error()));
    }
    f.descriptor = *found;
    const std::int64_t atoms = f.atoms();
    for (std::int64_t i = 0; i < atoms; ++i) {
      const std::int64_t begin = f.smem->map.value.at(i * f.atom_values) * f.bits / 8;
      if (begin % 16 != 0) {
        return refuse(ErrorCode::unsupported,
                      say("an atom of {} begins at byte {} of shared memory, not a multiple of 16", f.name, begin));
      }
    }
    return {};
  }

  Result<void> matrix_loads(MmaFragment& f, const PreparedLayout& smem, const CopyAtom& given) {
    CopyAtom copy = given;
    if (!copy.value_type) {
      auto typed = find_copy(cat("Copy_Atom<", given.name, ',', f.type.name, '>'));
      if (!typed) return failure(std::move(typed.error()));
      copy = std::move(*typed);
    }
    if (copy.value_type->bits != f.bits) {
      return refuse(ErrorCode::arguments, say("{} loads values of {} {bit|bits}, but {} has elements of {}", copy.name,
                                              copy.value_type->bits, f.name, f.bits));
    }
    Arith arith;
    const TiledCopy tiled = make_tiled_copy(arith, copy, plan_.tile.mma, f.operand);
    const auto [first, second] = operand_modes(f.operand);
    const Layout identity = columns(arith, plan_.extents[at(first)], plan_.extents[at(second)]);
    const auto both = [&](CopySide side, const Layout& layout) {
      const Layout cut = tidfrg(arith, tiled, side, LayoutRef(layout));
      if (arith.failed()) return KernelMap{};
      const LayoutRef all(cut);
      KernelMap out;
      out.thread = index_of(all[0], "0");
      out.value = index_of(LayoutRef(concat(arith, {all[1], all[2]})), "1");
      return out;
    };
    KernelSide rows = {cat("smem_", f.name), both(CopySide::source, smem.layout), smem.swizzles, 0, 0, 0, {}};
    const KernelMap to = both(CopySide::destination, identity);
    const std::int64_t row_values = product(arith, copy.src.shape[1]).value;
    const std::int64_t got_values = product(arith, copy.dst.shape[1]).value;
    if (arith.failed()) return failed_step(arith, name_, say("{} for {}", copy.name, f.name));
    rows.lowest = f.smem->lowest;
    rows.highest = f.smem->highest;
    const std::int64_t per = 32 / f.bits;
    const std::int64_t instances = f.values / got_values;
    if (f.bits > 32 || instances < 1 || instances * got_values != f.values || got_values % per != 0) {
      return refuse(ErrorCode::unsupported, say("{} gives a thread {} {value|values} at once, but {} has {}", copy.name,
                                                got_values, f.name, f.values));
    }
    if (auto why = set_width(f.bits, {}, rows, instances * row_values, true, 16)) rows.limit = std::move(*why);
    if (rows.access_bytes != 16 || row_values * f.bits != 128) {
      return refuse(ErrorCode::unsupported,
                    say("{} reads rows of 16 bytes, but the layout of {} in shared memory has {} contiguous{}{}",
                        copy.name, f.name, rows.access_bytes, rows.limit.empty() ? "" : ": ", rows.limit),
                    say("keep 16 bytes together along the contiguous mode; ..._T transposes"));
    }
    // The value index of an element within a thread, equal for all threads.
    std::map<std::int64_t, std::int64_t> value_of;
    for (std::int64_t v = f.values; v-- > 0;) value_of[f.element.thread.at(0) + f.element.value.at(v)] = v;
    const std::int64_t one_k = f.registers.count * f.rest_mn;  // registers
    std::vector<std::vector<MatrixLoad>> loads(at(f.rest_k));
    const auto misfit = [&](std::int64_t thread) {
      return refuse(
          ErrorCode::unsupported,
          say("{} does not fill the registers of {} as the TiledMMA requires (thread {})", copy.name, f.name, thread),
          say("widen the permutation, for example (_32,_32,_16), or use a smaller ldmatrix"));
    };
    for (std::int64_t j = 0; j < instances; ++j) {
      MatrixLoad load;
      load.address = j * row_values;
      load.count = static_cast<int>(got_values / per);
      std::int64_t k = -1;
      for (std::int64_t r = 0; r < load.count; ++r) {
        const auto found = value_of.find(to.thread.at(0) + to.value.at(j * got_values + r * per));
        if (found == value_of.end() || found->second % per != 0) return misfit(0);
        const std::int64_t reg = found->second / per;
        for (std::int64_t t = 0; t < plan_.threads; ++t) {
          for (std::int64_t i = 0; i < per; ++i) {
            const std::int64_t wanted = f.element.thread.at(t) + f.element.value.at(found->second + i);
            if (wanted != to.thread.at(t) + to.value.at(j * got_values + r * per + i)) return misfit(t);
          }
        }
        if (k >= 0 && reg / one_k != k) return misfit(0);
        k = reg / one_k;
        load.target[at(r)] = static_cast<int>(reg % one_k);
      }
      loads[at(k)].push_back(load);
    }
    for (std::size_t k = 1; k < loads.size(); ++k) {
      if (loads[k].size() != loads[0].size()) return misfit(0);
      f.matrix_step = loads[1][0].address - loads[0][0].address;
      for (std::size_t i = 0; i < loads[k].size(); ++i) {
        const bool same = loads[k][i].target == loads[0][i].target &&
                          loads[k][i].address - loads[0][i].address == static_cast<std::int64_t>(k) * f.matrix_step;
        if (!same) return misfit(0);
      }
    }
    f.loads = loads[0];
    f.rows = std::move(rows);
    f.matrix_atom = copy.name;
    f.transposed = copy.operation.transposed;
    raise_need(plan_.needs, copy.arch);
    return {};
  }

  Result<void> shared() {
    const bool needed = plan_.a.place == OperandPlace::shared_memory || plan_.b.place == OperandPlace::shared_memory;
    if (plan_.tile.load_a && plan_.a.place == OperandPlace::shared_memory &&
        plan_.b.place == OperandPlace::shared_memory) {
      return refuse(ErrorCode::arguments,
                    say("{} reads A and B from shared memory, so nothing is loaded into registers", atom().name),
                    say("remove load="));
    }
    if (!plan_.tile.smem_a || !plan_.tile.smem_b) {
      if (!needed && plan_.tile.load_a)
        return refuse(ErrorCode::arguments, say("load= reads shared memory, but no tile of A and B is there"),
                      say("give the layouts there: smem=(sA, sB)"));
      if (!needed) return {};
      return refuse(
          ErrorCode::arguments,
          say("{} reads {} from shared memory", atom().name,
              plan_.a.place == OperandPlace::shared_memory ? say("A and B") : say("B")),
          say("give the layouts there: smem=(sA, sB), each a tile_to_shape(GMMA::Layout_K_SW128_Atom<T>, (MN,K))"));
    }
    if (auto done = side(plan_.a, *plan_.tile.smem_a, plan_.tile.load_a); !done) return done;
    if (auto done = side(plan_.b, *plan_.tile.smem_b, plan_.tile.load_b); !done) return done;
    const auto rounded = [](std::int64_t bytes) { return (bytes + 1023) / 1024 * 1024; };
    plan_.shared_bytes = rounded(plan_.a.smem_bytes) + rounded(plan_.b.smem_bytes);
    if (plan_.shared_bytes > most_shared_bytes()) {
      return refuse(ErrorCode::too_large,
                    say("one stage of A and B takes {} of shared memory; a block can have at most {} (sm90)",
                        in_units(plan_.shared_bytes, 0), in_units(most_shared_bytes(), 0)),
                    say("use a smaller tile"));
    }
    return {};
  }

  Result<void> room() {
    for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
      if (f->place != OperandPlace::registers || f->register_count() <= max_operand_registers) continue;
      return refuse(ErrorCode::too_large,
                    say("a thread would hold {} {register|registers} of {} for one tile; the limit is {}",
                        f->register_count(), f->name, max_operand_registers),
                    say("use a tile with a smaller K"));
    }
    const std::int64_t held = plan_.c.register_count() * std::max(plan_.c.registers.bits, 32) / 32;
    if (held > max_accumulator_registers) {
      return refuse(ErrorCode::too_large,
                    say("the accumulators take {} {register|registers} per thread; the limit is 255", held),
                    say("use a smaller tile or more warps"));
    }
    return {};
  }

  MmaPlan plan_;
  std::string_view name_;
  bool with_metadata_;
};

}  // namespace

std::vector<std::vector<std::int64_t>> mma_teams(const MmaPlan& plan) {
  Arith arith;
  const LayoutRef threads = plan.tile.mma.thr_layout_vmnk;
  const auto extent = [&](int i) { return product(arith, threads.shape[i]).value; };
  std::vector<std::vector<std::int64_t>> out;
  for (std::int64_t n = 0; n < extent(2); ++n) {
    for (std::int64_t m = 0; m < extent(1); ++m) {
      std::vector<std::int64_t> team;
      for (std::int64_t v = 0; v < extent(0); ++v) {
        const IntTuple coordinate = make_tuple(arith, {IntTuple(static_int(v)), IntTuple(static_int(m)),
                                                       IntTuple(static_int(n)), IntTuple(static_int(0))});
        const IntTuple index = apply(arith, threads, coordinate);
        team.push_back(index.is_integer() ? index.integer().value : 0);
      }
      out.push_back(std::move(team));
    }
  }
  return out;
}

Result<MmaPlan> plan_tile(const MmaTile& tile, std::string_view name, bool with_metadata) {
  return TilePlanner(tile, name, with_metadata).run();
}

Result<MmaPlan> plan_mma(const MmaKernel& kernel) { return plan_tile(kernel.tile, "mma_kernel"); }

}  // namespace stridescope
