// What a kernel value is, row by row, for a reader of any language: the same as print_kernel says line by line.
#include "core/analysis/memory_value.h"
#include "core/tiled/convert_kernel.h"
#include "core/tiled/kernel.h"
#include "core/tiled/mma_kernel.h"
#include "core/tiled/printed_kind.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr IntegerMode mode = IntegerMode::teaching;

Message partition(const TiledCopy& copy) {
  return say("{} {} over {}", copy.atom.name, to_text(copy.tv, mode), to_text(to_value(copy.tiler), mode));
}

Message copy_of(const GemmCopy& copy) {
  const auto* tma = std::get_if<TmaAtom>(&copy);
  if (tma == nullptr) return partition(*std::get_if<TiledCopy>(&copy));
  std::vector<Message> box;
  for (const std::int64_t extent : tma->box) box.push_back(say("{}", extent));
  Message sides = box.empty() ? Message() : box.front();
  for (std::size_t i = 1; i < box.size(); ++i) sides = say("{} x {}", sides, box[i]);
  return say("TMA, boxes of {}, {}", sides, name_of(tma->swizzle));
}

class Rows {
 public:
  void head(Message text) { rows_.push_back({{}, std::move(text), {}}); }
  void add(std::string_view name, Message value) { rows_.push_back({Message::verbatim(name), std::move(value), {}}); }
  void add(std::string_view name, const AnyLayout& layout) { add(name, Message::verbatim(to_text(layout, mode))); }
  void add(const MmaTile& tile) {
    const auto& [m, n, k] = tile.tile;
    rows_.push_back({say("tile"), say("({},{},{})", m, n, k), {}});
    if (tile.smem_a) add("smem A", *tile.smem_a);
    if (tile.smem_b) add("smem B", *tile.smem_b);
    if (tile.load_a) add("load A", Message::verbatim(tile.load_a->name));
    if (tile.load_b) add("load B", Message::verbatim(tile.load_b->name));
    add("mma", say("{}, threads {}, permutation {}", tile.mma.atom.name.empty() ? "MMA_Atom" : tile.mma.atom.name,
                   to_text(tile.mma.thr_layout_vmnk, mode), to_text(to_value(Tiler(tile.mma.permutation)), mode)));
  }
  std::vector<AnalysisRow> take() { return std::move(rows_); }

 private:
  std::vector<AnalysisRow> rows_;
};

std::vector<AnalysisRow> rows_of(const CopyKernel& kernel) {
  Rows rows;
  rows.head(say("copy_kernel of {}", kernel.type.name));
  rows.add("src", kernel.src);
  rows.add("dst", kernel.dst);
  rows.add("load", partition(kernel.load));
  if (kernel.smem) {
    rows.add("smem", *kernel.smem);
    rows.add("store", partition(kernel.store));
  }
  if (kernel.stages > 1) rows.add("stages", say("{}", kernel.stages));
  if (kernel.persistent && kernel.stages == 1) rows.add("persistent", say("as many blocks as fit on the GPU"));
  if (kernel.access_bytes != 16) rows.add("bytes", say("at most {} an access", kernel.access_bytes));
  return rows.take();
}

std::vector<AnalysisRow> rows_of(const GemmKernel& kernel) {
  Rows rows;
  rows.head(say("gemm_kernel into {}", kernel.type_c.name));
  rows.add("A", kernel.a);
  rows.add("B", kernel.b);
  rows.add("C", kernel.c);
  rows.add("copy A", copy_of(kernel.copy_a));
  rows.add("copy B", copy_of(kernel.copy_b));
  rows.add("stages", say("{}", kernel.stages));
  if (kernel.cluster) rows.add("cluster", say("{} x {}", (*kernel.cluster)[0], (*kernel.cluster)[1]));
  if (kernel.split) rows.add("split", say("{} blocks sum a part of K each, then a part of the tile", *kernel.split));
  if (kernel.band) rows.add("band", say("{} tiles along M", *kernel.band));
  if (kernel.epilogue.any()) rows.add("epilogue", Message::verbatim(to_text(kernel.epilogue)));
  if (kernel.store) rows.add("store", copy_of(GemmCopy(*kernel.store)));
  rows.add(kernel.tile);
  return rows.take();
}

}  // namespace

std::vector<AnalysisRow> kernel_rows(const Value& value) {
  if (const auto* kernel = value.as<CopyKernel>()) return rows_of(*kernel);
  if (const auto* kernel = value.as<GemmKernel>()) return rows_of(*kernel);
  Rows rows;
  if (const auto* kernel = value.as<MmaKernel>()) {
    rows.head(Message::verbatim("mma_kernel"));
    rows.add(kernel->tile);
  } else if (const auto* convert = value.as<ConvertKernel>()) {
    rows.head(say("convert_kernel of {}", convert->type.name));
    rows.add("A", convert->a);
    rows.add("B", convert->b);
    if (!convert->method.empty()) rows.add("by", Message::verbatim(convert->method));
  } else if (const auto* probe = value.as<ProbeKernel>();
             probe != nullptr && std::holds_alternative<SharedPhasesProbe>(probe->atom)) {
    rows.head(say("probe_kernel of the phases of shared memory"));
  }
  return rows.take();
}

}  // namespace stridescope
