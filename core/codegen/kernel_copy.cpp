// What the text of a copy kernel is about, and where elements lie.
#include <algorithm>

#include "core/codegen/copy_writer.h"
#include "core/codegen/plan_tools.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

std::string tuple(const std::vector<std::int64_t>& extents) {
  std::string out = "(";
  for (std::size_t i = 0; i < extents.size(); ++i) append_all(out, i == 0 ? "" : ",", extents[i]);
  return out + ")";
}

}  // namespace

CopyWriter::CopyWriter(const CopyPlan& plan) : plan_(plan) {
  wide_ = std::max({plan.src.highest, plan.dst.highest, -plan.src.lowest, -plan.dst.lowest}) >= (std::int64_t{1} << 31);
}

KernelText CopyWriter::write() {
  head();
  maps();
  access_functions();
  kernel(Variant::plain);
  KernelText out = std::move(text());
  out.blocks = plan_.tiles;
  out.threads = plan_.threads;
  out.shared_bytes = plan_.shared_bytes;
  out.needs = plan_.needs;
  out.persistent = plan_.persistent;
  return out;
}

void CopyWriter::head() {
  const auto layout = [](const AnyLayout& l) { return to_text(l, IntegerMode::teaching); };
  const auto tiled = [](const TiledCopy& copy) {
    return cat(to_text(copy.tv, IntegerMode::teaching), " over ", to_text(to_value(copy.tiler), IntegerMode::teaching),
               ", ", copy.atom.name);
  };
  line("// A copy of ", plan_.elements, " elements of ", plan_.type.name, ", written by Stridescope.");
  if (plan_.element_bits < 8) {
    line("// Recast to bytes of ", plan_.unit_elements(),
         " elements, the first in the low bits: every access moves whole "
         "bytes.");
  }
  line("//   src    ", layout(plan_.kernel.src));
  line("//   dst    ", layout(plan_.kernel.dst));
  line("//   load   ", tiled(plan_.kernel.load));
  if (plan_.kernel.smem) {
    line("//   smem   ", layout(*plan_.kernel.smem), ", ", plan_.shared_bytes, " bytes");
    line("//   store  ", tiled(plan_.kernel.store));
  }
  add("// A block of ", plan_.threads, " threads copies ");
  if (plan_.persistent) {
    line("tile after tile of ", plan_.tiles, ", each of ", tuple(plan_.tile),
         ", with as many blocks as fit on the GPU.");
    if (plan_.stages > 1)
      line("// It has ", plan_.stages, " tiles of shared memory: while one is stored the next are loaded.");
  } else {
    line("one of ", plan_.tiles, " tiles of ", tuple(plan_.tile),
         threads_load() || threads_store()
             ? cat("; a thread moves ", threads_load() ? plan_.load_values : plan_.store_values, " elements of it.")
             : std::string("; the copy engine moves all of it."));
  }
  if (plan_.tma_load) {
    boxes("reads", "src", *plan_.tma_load);
  } else {
    accesses("reads", plan_.src);
  }
  const auto matrices = [&](std::string_view verb, const KernelMatrices& m) {
    line("// It ", verb, " smem ", m.count, m.count == 1 ? " matrix" : " matrices", " of 8 rows of 16 bytes at a time",
         m.transposed ? ", transposed." : ".");
  };
  if (through() && threads_load()) {
    if (plan_.write_matrices.count > 0) {
      matrices("writes", plan_.write_matrices);
    } else {
      accesses("writes", plan_.smem_write);
    }
  }
  if (through() && threads_store()) {
    if (plan_.read_matrices.count > 0) {
      matrices("reads", plan_.read_matrices);
    } else {
      accesses("reads", plan_.smem_read);
    }
  }
  if (plan_.tma_store) {
    boxes("writes", "dst", *plan_.tma_store);
  } else {
    accesses("writes", plan_.dst);
  }
  if (!plan_.needs.empty()) line("// Needs ", plan_.needs, " or newer.");
  line();
  const std::int64_t each = plan_.unit_elements();
  line("using Element = ", access_type(plan_.unit_bytes()), ";  // ", each > 1 ? cat(each, " elements of ") : "",
       plan_.type.name, ", ", plan_.element_bits, each > 1 ? " bits each" : " bits");
  line();
}

void CopyWriter::accesses(std::string_view verb, const KernelSide& side) {
  add("// It ", verb, ' ', side.name, ' ', side.access_bytes, side.access_bytes == 1 ? " byte" : " bytes",
      " at a time");
  line(side.limit.empty() || side.access_bytes == 16 ? "." : cat("; no more, since ", side.limit, '.'));
}

void CopyWriter::boxes(std::string_view verb, std::string_view name, const TmaTransfer& transfer) {
  std::string modes;
  for (const int m : transfer.atom.modes) append_all(modes, modes.empty() ? "" : ",", m);
  line("// It ", verb, ' ', name, " by TMA, ", transfer.begins.size(), transfer.begins.size() == 1 ? " box" : " boxes",
       " of ", tuple(transfer.atom.box), plan_.unit_elements() > 1 ? " (bytes)" : "", " along modes (", modes,
       ") a tile, swizzle ", name_of(transfer.atom.swizzle), '.');
}

void CopyWriter::swizzle(const KernelSide& side) {
  if (side.swizzles.empty()) return;
  line("// ", side.name, ": the swizzle, of offsets");
  const char* type = side.name == "smem" ? "int" : index_type();
  KernelWriter::swizzle(cat(side.name, "_swizzle"), in_bytes(side.swizzles, plan_.element_bits), type, side.name);
}

void CopyWriter::map(const KernelMap& m, std::string_view name, bool tiles, bool wide) {
  KernelWriter::map(cat(name, "_thread"), "thread", m.thread, wide, name);
  KernelWriter::map(cat(name, "_value"), "value", m.value, wide, name);
  if (!tiles) return;
  for (std::size_t i = 0; i < m.tile.size(); ++i) {
    if (is_zero(m.tile[i])) continue;
    KernelWriter::map(cat(name, "_tile", i), cat("tile along mode ", i), m.tile[i], wide, name);
  }
}

void CopyWriter::maps() {
  // Layouts count elements; where several share a byte, addresses count bytes.
  const int bits = plan_.element_bits;
  line("// Where the elements lie: index -> offset in ", bits < 8 ? "bytes" : "elements", ".");
  if (threads_load()) {
    map(in_bytes(plan_.src.map, bits), "src", true, wide_);
    swizzle(plan_.src);
  }
  if (through()) {
    if (threads_load()) {
      const bool rows = plan_.write_matrices.count > 0;
      map(in_bytes(rows ? plan_.smem_write_rows.map : plan_.smem_write.map, bits), "smem_write", false, false);
    }
    if (threads_store()) {
      const bool rows = plan_.read_matrices.count > 0;
      map(in_bytes(rows ? plan_.smem_read_rows.map : plan_.smem_read.map, bits), "smem_read", false, false);
    }
    if (threads_load() || threads_store()) swizzle(plan_.smem_write);
  }
  if (threads_store()) {
    map(in_bytes(plan_.dst.map, bits), "dst", true, wide_);
    swizzle(plan_.dst);
  }
  for (const KernelEdge& e : plan_.edges) {
    if (!threads_load() && !threads_store()) break;  // TMA knows where the tensor ends
    line("// Coordinates along mode ", e.mode, " of the tensor, which ends at ", e.extent, '.');
    if (threads_load()) map(e.load, cat("load_coordinate", e.mode), true, false);
    if (through() && threads_store()) map(e.store, cat("store_coordinate", e.mode), true, false);
  }
  line();
}

KernelText cuda_text(const CopyPlan& plan) { return CopyWriter(plan).write(); }

}  // namespace stridescope
