// Writes the header of a copy kernel's text, and the functions of positions.
#include <algorithm>

#include "core/kernels/copy/copy_turn.h"
#include "core/kernels/copy/copy_writer.h"
#include "core/kernels/plan_tools.h"
#include "core/value/print.h"

namespace stridescope {
CopyWriter::CopyWriter(const CopyPlan& plan) : plan_(plan) {
  wide_ = std::max({plan.src.highest, plan.dst.highest, -plan.src.lowest, -plan.dst.lowest}) >= (std::int64_t{1} << 31);
}

KernelText CopyWriter::write() {
  KernelText out;
  append(out_, head());
  maps();
  access_functions();
  append(out_, kernel(Variant::plain));
  static_cast<MarkedText&>(out) = std::move(out_);
  out.blocks = plan_.tiles;
  out.threads = plan_.threads;
  out.shared_bytes = plan_.shared_bytes;
  out.needs = plan_.needs;
  out.persistent = plan_.persistent;
  return out;
}

MarkedText CopyWriter::head() const {
  const auto layout = [](const AnyLayout& l) { return to_text(l, IntegerMode::teaching); };
  const auto tiled = [](const TiledCopy& copy) {
    return cat(to_text(copy.tv, IntegerMode::teaching), " over ", to_text(to_value(copy.tiler), IntegerMode::teaching),
               ", ", copy.atom.name);
  };
  MarkedText accesses;
  append(accesses, plan_.tma_load ? boxes("reads", "src", *plan_.tma_load) : plain("reads", plan_.src));
  if (through() && threads_load()) {
    append(accesses, plan_.write_matrices.count > 0 ? matrices("writes", plan_.write_matrices)
                                                    : plain("writes", plan_.smem_write));
  }
  if (through() && threads_store()) {
    append(accesses,
           plan_.read_matrices.count > 0 ? matrices("reads", plan_.read_matrices) : plain("reads", plan_.smem_read));
  }
  append(accesses, plan_.tma_store ? boxes("writes", "dst", *plan_.tma_store) : plain("writes", plan_.dst));
  return filled(templates::copy, "head",
                {{"ELEMENTS", plan_.elements},
                 {"TYPE", plan_.type.name},
                 {"BITS", plan_.element_bits},
                 {"PACKED", plan_.unit_elements() > 1},
                 {"UNIT", plan_.unit_elements()},
                 {"UNIT_TYPE", access_type(plan_.unit_bytes())},
                 {"SRC", layout(plan_.kernel.src)},
                 {"DST", layout(plan_.kernel.dst)},
                 {"LOAD", tiled(plan_.kernel.load)},
                 {"STORE", tiled(plan_.kernel.store)},
                 {"THROUGH", plan_.kernel.smem.has_value()},
                 {"SMEM", plan_.kernel.smem ? layout(*plan_.kernel.smem) : std::string()},
                 {"SHARED_BYTES", plan_.shared_bytes},
                 {"THREADS", plan_.threads},
                 {"PERSISTENT", plan_.persistent},
                 {"STAGED", plan_.stages > 1},
                 {"STAGES", plan_.stages},
                 {"BY_THREADS", threads_load() || threads_store()},
                 {"TILES", plan_.tiles},
                 {"TILE", extents_text(plan_.tile)},
                 {"VALUES", threads_load() ? plan_.load_values : plan_.store_values},
                 {"ACCESSES", std::move(accesses)},
                 {"NEEDED", !plan_.needs.empty()},
                 {"NEEDS", plan_.needs}});
}

MarkedText CopyWriter::plain(std::string_view verb, const KernelSide& side) const {
  return filled(templates::copy, "plain",
                {{"VERB", verb},
                 {"NAME", side.name},
                 {"WIDTH", cat(side.access_bytes, side.access_bytes == 1 ? " byte" : " bytes")},
                 {"LIMITED", !side.limit.empty() && side.access_bytes != 16},
                 {"LIMIT", english(side.limit)}});
}

MarkedText CopyWriter::matrices(std::string_view verb, const KernelMatrices& m) const {
  return filled(
      templates::copy, "matrices",
      {{"VERB", verb}, {"COUNT", cat(m.count, m.count == 1 ? " matrix" : " matrices")}, {"TRANSPOSED", m.transposed}});
}

MarkedText CopyWriter::boxes(std::string_view verb, std::string_view name, const TmaTransfer& transfer) const {
  std::string modes;
  for (const int m : transfer.atom.modes) append_all(modes, modes.empty() ? "" : ",", m);
  return filled(templates::copy, "boxes",
                {{"VERB", verb},
                 {"NAME", name},
                 {"BOXES", cat(transfer.begins.size(), transfer.begins.size() == 1 ? " box" : " boxes")},
                 {"BOX", extents_text(transfer.atom.box)},
                 {"PACKED", plan_.unit_elements() > 1},
                 {"MODES", modes},
                 {"SWIZZLE", name_of(transfer.atom.swizzle)}});
}

void CopyWriter::swizzle(const KernelSide& side) {
  if (side.swizzles.empty()) return;
  append_all(out_.text, "// ", side.name, ": the swizzle, of offsets\n");
  const char* type = side.name == "smem" ? "int" : index_type();
  append(out_, swizzle_text(side.name, in_bytes(side.swizzles, plan_.element_bits), type, side.name));
}

void CopyWriter::map(const KernelMap& m, std::string_view name, bool tiles, bool wide) {
  append(out_, index_text(cat(name, "_thread"), "thread", m.thread, wide, name));
  append(out_, index_text(cat(name, "_value"), "value", m.value, wide, name));
  if (!tiles) return;
  for (std::size_t i = 0; i < m.tile.size(); ++i) {
    if (is_zero(m.tile[i])) continue;
    append(out_, index_text(cat(name, "_tile", i), cat("tile along mode ", i), m.tile[i], wide, name));
  }
}

// The side's map as a function of positions in registers.
static KernelMap by_places(const KernelSide& side) { return in_order(side.map, side.order); }

void CopyWriter::maps() {
  // Layouts count elements; where several share a byte, addresses count bytes.
  const int bits = plan_.element_bits;
  append_all(out_.text, "// Where the elements lie: index -> offset in ", bits < 8 ? "bytes" : "elements", ".\n");
  if (threads_load()) {
    map(in_bytes(by_places(plan_.src), bits), "src", true, wide_);
    swizzle(plan_.src);
  }
  if (through()) {
    if (threads_load()) {
      const bool rows = plan_.write_matrices.count > 0;
      map(in_bytes(rows ? plan_.smem_write_rows.map : by_places(plan_.smem_write), bits), "smem_write", false, false);
    }
    if (threads_store()) {
      const bool rows = plan_.read_matrices.count > 0;
      map(in_bytes(rows ? plan_.smem_read_rows.map : by_places(plan_.smem_read), bits), "smem_read", false, false);
    }
    if (threads_load() || threads_store()) swizzle(plan_.smem_write);
  }
  if (threads_store()) {
    map(in_bytes(by_places(plan_.dst), bits), "dst", true, wide_);
    swizzle(plan_.dst);
  }
  for (const KernelEdge& e : plan_.edges) {
    if (!threads_load() && !threads_store()) break;  // TMA masks the end of the tensor itself
    append_all(out_.text, "// Coordinates along mode ", e.mode, " of the tensor, which ends at ", e.extent, ".\n");
    const auto coordinate = [&](std::string_view name, const KernelMap& m, const KernelSide& read,
                                const KernelSide& written, const KernelTurn& turn) {
      map(in_order(m, read.order), cat(name, e.mode), true, false);
      if (turn.any())
        append(out_, index_text(cat(name, e.mode, "_turned"), "value", in_order(m.value, written.order), false, name));
    };
    if (threads_load())
      coordinate("load_coordinate", e.load, plan_.src, through() ? plan_.smem_write : plan_.dst, plan_.load_turn);
    if (through() && threads_store())
      coordinate("store_coordinate", e.store, plan_.smem_read, plan_.dst, plan_.store_turn);
  }
  for (const bool load : {true, false}) {
    const KernelTurn& turn = load ? plan_.load_turn : plan_.store_turn;
    if (turn.words.digits.empty()) continue;
    out_.text += "// Which word of a thread's registers becomes which.\n";
    append(out_, index_text(load ? "load_word" : "store_word", "word", turn.words, false, "registers"));
  }
  out_.text += '\n';
}

KernelText cuda_text(const CopyPlan& plan) { return CopyWriter(plan).write(); }

}  // namespace stridescope
