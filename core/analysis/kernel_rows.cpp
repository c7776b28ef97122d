// The facts of a kernel value, row by row, in the user's language: the same facts that print_kernel prints. A low card
// shows the first rows: a product begins with its tile, instruction and stages; equal operands share a row. The tensors
// come last: they are in the program.
#include "core/algebra/algebra.h"
#include "core/analysis/memory_value.h"
#include "core/kernels/convert/convert_kernel.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/mma/mma_kernel.h"
#include "core/kernels/reduce/reduce_kernel.h"
#include "core/tiled/units.h"
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
  void add(Message name, Message value) { rows_.push_back({std::move(name), std::move(value), {}}); }
  void add(Message name, const AnyLayout& layout) { add(std::move(name), Message::verbatim(to_text(layout, mode))); }
  // A tile in shared memory, and what it takes there.
  void add(Message name, const AnyLayout& layout, int bits) {
    add(std::move(name), layout);
    if (Message taken = in_units(layout, bits); !taken.empty()) add(say("size of a stage"), std::move(taken));
  }
  void add_product(const MmaTile& tile) {
    const auto& [m, n, k] = tile.tile;
    add(say("tile"), say("({},{},{})", m, n, k));
    add(say("mma"), say("{}, threads {}, permutation {}", tile.mma.atom.name, to_text(tile.mma.thr_layout_vmnk, mode),
                        to_text(to_value(Tiler(tile.mma.permutation)), mode)));
  }
  void add_operands(const MmaTile& tile) {
    const int a_bits = tile.mma.atom.val_a.bits;
    const int b_bits = tile.mma.atom.val_b.bits;
    const bool same =
        tile.smem_a && tile.smem_b && a_bits == b_bits && to_text(*tile.smem_a, mode) == to_text(*tile.smem_b, mode);
    if (tile.smem_a) add(same ? say("smem A, B") : say("smem A"), *tile.smem_a, a_bits);
    if (tile.smem_b && !same) add(say("smem B"), *tile.smem_b, b_bits);
    if (tile.load_a) add(say("load A"), Message::verbatim(tile.load_a->name));
    if (tile.load_b) add(say("load B"), Message::verbatim(tile.load_b->name));
  }
  std::vector<AnalysisRow> take() { return std::move(rows_); }

 private:
  std::vector<AnalysisRow> rows_;
};

std::vector<AnalysisRow> rows_of(const CopyKernel& kernel) {
  Rows rows;
  rows.head(say("copy_kernel of {}", kernel.type.name));
  rows.add(say("load"), partition(kernel.load));
  if (kernel.smem) {
    rows.add(say("smem"), *kernel.smem, kernel.type.bits);
    rows.add(say("store"), partition(kernel.store));
    if (const std::int64_t bytes = transaction_bytes(kernel); bytes > 0)
      rows.add(say("transactions"), say("{} a stage", in_units(bytes * 8 / kernel.type.bits, kernel.type.bits)));
  }
  if (kernel.stages > 1) rows.add(say("stages"), say("{}", kernel.stages));
  if (kernel.persistent && kernel.stages == 1) rows.add(say("persistent"), say("as many blocks as fit on the GPU"));
  if (kernel.turn) rows.add(say("turn"), say("values are permuted in registers if this makes accesses wider"));
  if (kernel.access_bytes != 16) rows.add(say("bytes"), say("at most {} per access", kernel.access_bytes));
  rows.add(say("src"), kernel.src);
  rows.add(say("dst"), kernel.dst);
  return rows.take();
}

std::vector<AnalysisRow> rows_of(const GemmKernel& kernel) {
  Rows rows;
  rows.head(say("gemm_kernel into {}", kernel.type_c.name));
  rows.add_product(kernel.tile);
  rows.add(say("stages"), say("{}", kernel.stages));
  rows.add_operands(kernel.tile);
  const Message copy_a = copy_of(kernel.copy_a);
  const Message copy_b = copy_of(kernel.copy_b);
  rows.add(copy_a == copy_b ? say("copy A, B") : say("copy A"), copy_a);
  if (copy_a != copy_b) rows.add(say("copy B"), copy_b);
  if (const std::int64_t bytes = transaction_bytes(kernel); bytes > 0)
    rows.add(say("transactions"), say("{} a stage", in_units(bytes, 0)));
  if (kernel.cluster) rows.add(say("cluster"), say("{} x {}", (*kernel.cluster)[0], (*kernel.cluster)[1]));
  if (kernel.split)
    rows.add(say("split"),
             say("each of {} {block|blocks} sums a part of K, then adds up a part of the tile", *kernel.split));
  if (kernel.stream) {
    Arith arith;
    const StreamOrder order = kernel.stream_order(arith);
    const std::int64_t each = kernel.order(arith).cluster_tiles();
    rows.add(say("stream"), say("{} {block shares|blocks share} the steps along K of {} of {} {tile|tiles}",
                                *kernel.stream, order.shared() * each, order.tiles * each));
  }
  if (kernel.band) rows.add(say("band"), say("{} {tile|tiles} along M", *kernel.band));
  if (kernel.schedule) {
    rows.add(say("schedule"),
             *kernel.schedule == Schedule::pingpong
                 ? say("pingpong: two warpgroups have a tile each; one stores while the other multiplies")
                 : say("cooperative: all warpgroups share each tile"));
  }
  if (kernel.epilogue.any()) rows.add(say("epilogue"), Message::verbatim(to_text(kernel.epilogue)));
  if (kernel.store) rows.add(say("store"), copy_of(GemmCopy(*kernel.store)));
  rows.add(Message::verbatim("A"), kernel.a);
  rows.add(Message::verbatim("B"), kernel.b);
  rows.add(Message::verbatim("C"), kernel.c);
  return rows.take();
}

std::vector<AnalysisRow> rows_of(const ReduceKernel& kernel) {
  Rows rows;
  rows.head(say("reduce_kernel of {}", kernel.type.name));
  rows.add(say("src"), kernel.src);
  rows.add(say("dst"), kernel.dst);
  rows.add(say("via"), partition(kernel.via));
  rows.add(say("combine"),
           kernel.combine == Combine::shuffle ? say("by shuffles, then in shared memory") : say("in shared memory"));
  if (kernel.split > 1) rows.add(say("split"), say("{} {block shares|blocks share} the tiles of a sum", kernel.split));
  if (kernel.access_bytes != 16) rows.add(say("bytes"), say("at most {} per access", kernel.access_bytes));
  return rows.take();
}

}  // namespace

std::vector<AnalysisRow> kernel_rows(const Value& value) {
  if (const auto* kernel = value.as<CopyKernel>()) return rows_of(*kernel);
  if (const auto* kernel = value.as<GemmKernel>()) return rows_of(*kernel);
  if (const auto* kernel = value.as<ReduceKernel>()) return rows_of(*kernel);
  Rows rows;
  if (const auto* kernel = value.as<MmaKernel>()) {
    rows.head(Message::verbatim("mma_kernel"));
    rows.add_product(kernel->tile);
    rows.add_operands(kernel->tile);
  } else if (const auto* convert = value.as<ConvertKernel>()) {
    rows.head(say("convert_kernel of {}", convert->type.name));
    rows.add(Message::verbatim("A"), convert->a);
    rows.add(Message::verbatim("B"), convert->b);
    if (!convert->method.empty()) rows.add(say("by"), Message::verbatim(convert->method));
  }
  return rows.take();
}

}  // namespace stridescope
