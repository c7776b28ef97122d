// Shows accesses, layouts and tilings as sections of an analysis.
#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/tiled/tiled_mma.h"

namespace stridescope {
namespace {

void add_accesses(Analysis& analysis, const ThreadOffsets& offsets, int element_bits, const Message& title) {
  Arith arith;
  const WarpAccess access = warp_access(arith, offsets, {element_bits, 0, 0});
  if (arith.failed()) return;
  analysis.global = global_memory(access);
  analysis.sections.push_back({"global", title, rows_of(*analysis.global, access), {}});
  analysis.shared = shared_memory(access, {SharedOperation::load, 4});
  analysis.sections.push_back(
      {"shared", say("In shared memory, in the same way"), rows_of(*analysis.shared, access), {}});
}

// A profiler's counters of such an access, next to the counts of the model.
void add_counters(AnalysisSection& section, const SharedMemory& counts) {
  const bool store = counts.operation == SharedOperation::store || counts.operation == SharedOperation::stmatrix;
  const std::string_view direction = store ? "st" : "ld";
  section.rows.push_back({say("a profiler's wavefronts"), say("{}", counts.wavefronts),
                          say("per execution, without other traffic: the counter {} also counts passes repeated "
                              "because other traffic used the banks",
                              cat("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_", direction, ".sum"))});
  section.rows.push_back({say("a profiler's conflicts"), say("{}", counts.excess_wavefronts()),
                          say("per execution, without other traffic: the counter {} also counts cycles lost to other "
                              "traffic, so a higher count does not prove a conflict of these lanes",
                              cat("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_", direction, ".sum"))});
}

// For a layout in memory: the width of a copy, and the requests of warps with mode 0 as the threads.
void add_layout(Analysis& analysis, const AnyLayout& layout, int element_bits) {
  const VectorWidth width = vector_width(layout, element_bits);
  analysis.sections.push_back({"vectorization",
                               say("Vectorization"),
                               {{say("widest access"), say("{} {bit|bits}", width.bits), width.limit}},
                               {}});
  Arith arith;
  const ThreadOffsets offsets = thread_offsets(arith, layout);
  if (arith.failed() || offsets.offset.empty()) return;
  add_accesses(analysis, offsets, element_bits,
               say("In global memory, mode 0 as threads, the others as the values of each"));
}

Message registers_text(std::int64_t values, int bits) { return say("{}", (values * bits + 31) / 32); }

void add_operand(AnalysisSection& section, const TiledMma& mma, MmaOperand operand, std::string_view name,
                 const DataType& type, OperandPlace place) {
  Arith arith;
  const Layout tv = layout_tv(arith, mma, operand);
  if (arith.failed() || tv.rank() != 2) return;
  const Int values = product(arith, tv.shape.ref()[1]);
  if (arith.failed()) return;
  if (place != OperandPlace::registers) {
    section.rows.push_back({Message::verbatim(name), say("no registers"),
                            place == OperandPlace::shared_memory ? say("in shared memory") : say("in tensor memory")});
    return;
  }
  if (type.bits == 0) {
    section.rows.push_back({Message::verbatim(name), say("{} {value|values}", values.value),
                            say("per thread; the printed layouts do not give their width")});
    return;
  }
  section.rows.push_back({Message::verbatim(name), registers_text(values.value, stored_bits(type)),
                          say("registers of each thread: {} {value|values} of {}", values.value, type.name)});
}

void add_mma(Analysis& analysis, const TiledMma& mma) {
  Arith arith;
  AnalysisSection section = {"tiling", say("Per tile"), {}, {}};
  const Int threads = size(arith, mma.thr_layout_vmnk);
  const IntTuple tile = tile_shape(arith, mma);
  if (arith.failed()) return;
  section.rows.push_back({say("threads"), say("{}", threads.value), say("{} {warp|warps}", (threads.value + 31) / 32)});
  section.rows.push_back(
      {say("tile"), Message::verbatim(to_text(tile, IntegerMode::teaching)), Message::verbatim("(M,N,K)")});
  add_operand(section, mma, MmaOperand::a, "A", mma.atom.val_a, mma.atom.a_place);
  add_operand(section, mma, MmaOperand::b, "B", mma.atom.val_b, mma.atom.b_place);
  add_operand(section, mma, MmaOperand::c, "C", mma.atom.val_c, mma.atom.c_place);
  analysis.sections.push_back(std::move(section));
}

void add_copy(Analysis& analysis, const TiledCopy& copy) {
  Arith arith;
  const Int threads = size(arith, LayoutRef(copy.tv)[0]);
  const Int values = size(arith, LayoutRef(copy.tv)[1]);
  if (arith.failed()) return;
  AnalysisSection section = {"tiling", say("Per tile"), {}, {}};
  section.rows.push_back({say("threads"), say("{}", threads.value), say("{} {warp|warps}", (threads.value + 31) / 32)});
  section.rows.push_back({say("values"), say("{}", values.value), say("of each thread")});
  for (const CopySide side : {CopySide::source, CopySide::destination}) {
    const int bits = atom_access_bits(copy.atom, side);
    section.rows.push_back({side == CopySide::source ? say("source") : say("destination"),
                            bits == 0 ? say("any width") : say("{} {bit|bits}", bits),
                            say("of a thread in one instruction")});
  }
  analysis.sections.push_back(std::move(section));
}

}  // namespace

void add_tile_sections(Analysis& analysis, const AnyLayout& tile, const Layout& tv, int element_bits,
                       const Message& name) {
  Arith arith;
  const ThreadOffsets offsets = thread_offsets(arith, tile, LayoutRef(tv), nullptr);
  if (arith.failed() || offsets.offset.empty()) return;
  const std::size_t before = analysis.sections.size();
  add_accesses(analysis, offsets, element_bits,
               say("In global memory, each thread's values at their position in the tile"));
  if (analysis.sections.size() > before)
    analysis.sections[before].rows.insert(analysis.sections[before].rows.begin(),
                                          {say("tile"), name, say("its element (t,v) is at tile(TV(t,v))")});
}

void add_memory_sections(Analysis& analysis, const Value& value, int element_bits) {
  if (const auto* global = value.as<GlobalAccess>()) {
    analysis.global = global->counts;
    analysis.sections.push_back({"global", say("Global memory"), rows_of(global->counts, global->access), {}});
  } else if (const auto* shared = value.as<SharedAccess>()) {
    analysis.shared = shared->counts;
    analysis.sections.push_back({"shared", say("Shared memory"), rows_of(shared->counts, shared->access), {}});
    if (shared->kind.lds == nullptr) {
      add_counters(analysis.sections.back(), shared->counts);
    } else {
      const LdsRule& rule = *shared->kind.lds;
      analysis.sections.back().rows.push_back(
          {say("from tables, not measured here"), Message::verbatim(rule.name), to_message(rule)});
    }
  } else if (const auto* mma = value.as<TiledMma>()) {
    add_mma(analysis, *mma);
  } else if (const auto* atom = value.as<MmaAtom>()) {  // a single atom, as a tiling of one
    Arith arith;
    const Layout one = make_layout(arith, repeat(arith, IntTuple(static_int(1)), 3));
    const TiledMma alone = make_tiled_mma(arith, *atom, one, {});
    if (arith.ok()) add_mma(analysis, alone);
  } else if (const auto* copy = value.as<TiledCopy>()) {
    add_copy(analysis, *copy);
  } else if (element_bits > 0) {
    if (const auto* layout = value.as<Layout>()) add_layout(analysis, *layout, element_bits);
    if (const auto* composed = value.as<ComposedLayout>()) add_layout(analysis, *composed, element_bits);
    if (const auto* tensor = value.as<Tensor>()) add_layout(analysis, tensor->layout, element_bits);
  }
}

}  // namespace stridescope
