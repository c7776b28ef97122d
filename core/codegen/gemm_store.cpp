// Plans the store of C through shared memory: that the engine's box is a piece of what one warpgroup has, and that
// threads hold it as stmatrix takes it, which is read off the atom's own table.
#include "core/codegen/gemm_store.h"

#include "core/codegen/plan_tools.h"
#include "core/tiled/kernel.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::int64_t warpgroup = 128;

tl::unexpected<Error> refuse(const Message& message, Message hint = {}) {
  return failure(ErrorCode::unsupported, say("gemm_kernel: store: {}", message), std::move(hint));
}

// Whether the thread holds its values of a warpgroup's 64 rows as wgmma's results lie: pairs along N, two rows, then
// the next 8 columns.
bool lies_as_results(const MmaPlan& math, std::int64_t group, std::int64_t first) {
  const KernelMap& element = math.c.element;
  const std::int64_t base = element.thread.at(group * warpgroup) + element.value.at(first);
  for (std::int64_t t = 0; t < warpgroup; ++t) {
    for (std::int64_t v = 0; v < math.c.atom_values; ++v) {
      const std::int64_t row = t / 32 * 16 + t % 32 / 4 + v / 2 % 2 * 8;
      const std::int64_t column = t % 4 * 2 + v % 2 + v / 4 * 8;
      if (element.thread.at(group * warpgroup + t) + element.value.at(first + v) !=
          base + row + math.extents[0] * column) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

StoredRow GemmStore::addressed(std::int64_t thread, std::int64_t v) const {
  const std::int64_t warp = thread % warpgroup / 32;
  const std::int64_t lane = thread % 32;
  if (turned) return {warp * 16 + lane / 8 % 2 * 8, 2 * v + lane / 16 * 8 + lane % 8};
  return {warp * 16 + lane % 16, 2 * v + lane / 16 * 8};
}

std::int64_t GemmStore::offset(std::int64_t r, std::int64_t c) const { return side.swizzled(row.at(r) + column.at(c)); }

Result<GemmStore> plan_store(const MmaPlan& math, const AnyLayout& c, const DataType& type, const TmaAtom& given) {
  if (math.form != MmaPlan::Form::wgmma) return refuse(say("only results of wgmma go through shared memory"));
  if (math.c.type.name != "float" || type.bits != 16) {
    return refuse(say("stmatrix stores elements of 16 bits; C has {}", type.name), say("leave out store="));
  }
  const Layout* plain = std::get_if<Layout>(&c);
  if (plain == nullptr) return refuse(say("TMA writes no swizzled global memory"));
  if (given.operation != "SM90_TMA_STORE") {
    return refuse(say("C is stored by SM90_TMA_STORE, not {}", given.operation),
                  say("store=make_tma_atom(SM90_TMA_STORE, C, sC, \"{}\")", type.name));
  }
  Arith arith;
  auto transfer = plan_tma(with_static_integers(arith, LayoutRef(*plain)), given.smem, type.bits);
  if (!transfer) return refuse(transfer.error().message, transfer.error().hint);
  if (!same_descriptor(transfer->atom, given)) {
    return refuse(say("the TMA atom is of another tensor, tile or type"),
                  say("make_tma_atom(SM90_TMA_STORE, C, sC, \"{}\")", type.name));
  }
  GemmStore out;
  out.atom = std::move(transfer->atom);
  out.atom.operation = given.operation;
  const auto* composed = std::get_if<ComposedLayout>(&given.smem);
  const AnyLayout smem = composed != nullptr ? AnyLayout(without_pointer(arith, *composed)) : given.smem;
  auto prepared = prepare_layout(smem, "gemm_kernel: store");
  if (!prepared) return failure(std::move(prepared.error()));
  const std::int64_t rows = product(arith, prepared->layout.shape[0]).value;
  out.columns = product(arith, prepared->layout.shape[1]).value;
  if (arith.failed()) return failure(arith.error().value());
  const std::int64_t of_atom = 2 * math.c.atom_values;  // columns
  if (rows != out.rows || out.columns % 16 != 0 || of_atom % out.columns != 0) {
    return refuse(say("a piece of {} x {}; a warpgroup stores pieces of 64 x a multiple of 16 that divides {}", rows,
                      out.columns, of_atom),
                  say("for example sC of (64,{})", of_atom % 64 == 0   ? 64
                                                   : of_atom % 32 == 0 ? 32
                                                                       : 16));
  }
  if (transfer->begins.size() != 1) return refuse(say("a piece is {} boxes, not one", transfer->begins.size()));
  out.row = index_of(LayoutRef(prepared->layout)[0], "0");
  out.column = index_of(LayoutRef(prepared->layout)[1], "1");
  out.side.swizzles = prepared->swizzles;
  out.piece_bytes = out.rows * out.columns * type.bits / 8;
  out.turned = out.atom.modes[0] == 0;
  // Eight neighbours of a row of stmatrix lie together.
  for (std::int64_t r = 0; r < out.rows; r += out.turned ? 8 : 1) {
    for (std::int64_t n = 0; n < out.columns; n += out.turned ? 1 : 8) {
      const std::int64_t begin = out.offset(r, n);
      for (std::int64_t i = 1; i < 8; ++i) {
        if (begin % 8 == 0 && out.offset(r + (out.turned ? i : 0), n + (out.turned ? 0 : i)) == begin + i) continue;
        return refuse(say("rows of 8 elements of a piece do not lie in one place of 16 bytes"),
                      say("tile GMMA::Layout_K_SW128_Atom<T> with tile_to_shape"));
      }
    }
  }
  const std::int64_t groups = math.threads / warpgroup;
  const KernelMap& element = math.c.element;
  const std::int64_t step = groups > 1 ? element.thread.at(warpgroup) - element.thread.at(0) : 0;
  for (std::int64_t g = 0; g < groups; ++g) {
    bool good = element.thread.at(g * warpgroup) == g * step;
    for (std::int64_t first = 0; good && first < math.c.values; first += math.c.atom_values) {
      good = lies_as_results(math, g, first);
    }
    if (!good) return refuse(say("the warpgroups do not hold 64 neighbouring rows of C each"));
  }
  out.row_step = step % math.extents[0];
  out.column_step = step / math.extents[0];
  for (std::int64_t v = 0; v < math.c.values; v += out.values()) {
    const std::int64_t x = element.value.at(v);
    out.pieces.push_back({v, x % math.extents[0], x / math.extents[0]});
  }
  return out;
}

}  // namespace stridescope
