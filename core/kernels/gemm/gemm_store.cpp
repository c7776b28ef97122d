// Plans the store of C through shared memory: checks that the engine's box is a piece of one warpgroup's or warp's
// part, and that the threads hold the piece in the order of stmatrix, according to the tile's own table.
#include "core/kernels/gemm/gemm_store.h"

#include <algorithm>

#include "core/algebra/leaves.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/plan_tools.h"

namespace stridescope {
namespace {

tl::unexpected<Error> refuse(const Message& message, Message hint = {}) {
  return failure(ErrorCode::unsupported, say("gemm_kernel: store: {}", message), std::move(hint));
}

// The digits of the thread index that distinguish owners, along M (rows of the tile) or along N.
KernelIndex of_owners(const KernelIndex& threads, std::int64_t owner, std::int64_t rows, bool along_n) {
  KernelIndex out;
  for (const KernelDigit& d : threads.digits) {
    KernelDigit own = d;
    // A single digit may cover threads of an owner and then owners.
    const std::int64_t within = std::max<std::int64_t>(1, owner / d.divisor);
    own.divisor *= within;
    own.extent /= within;
    own.stride *= within;
    own.stride = along_n ? own.stride / rows : own.stride % rows;
    if (own.extent > 1) out.digits.push_back(own);
  }
  return out;
}

// True if the owner's threads hold the piece in the order of stmatrix: pairs along N, two rows, then the next 8
// columns.
bool lies_as_results(const MmaPlan& math, const GemmStore& store, std::int64_t number, const StoredPiece& piece) {
  const KernelMap& element = math.c.element;
  std::vector<std::int64_t> values;  // register indices of a piece: four per 8 columns
  for (std::int64_t i = 0; i < store.columns / 2; ++i) {
    const std::int64_t value = piece.value + store.eight * (i / 4) + i % 4;
    if (value >= math.c.values) return false;
    values.push_back(element.value.at(value));
  }
  const std::int64_t first_row = store.first_row(number) + piece.row;
  const std::int64_t first_column = store.first_column(number) + piece.column;
  for (std::int64_t t = 0; t < store.owner; ++t) {
    const std::int64_t thread = element.thread.at(number * store.owner + t);
    const std::int64_t row = first_row + t / 32 * 16 + t % 32 / 4;
    const std::int64_t column = first_column + t % 4 * 2;
    for (std::int64_t i = 0; i < store.columns / 2; ++i) {
      const std::int64_t place = row + i / 2 % 2 * 8 + math.extents[0] * (column + i % 2 + i / 4 * 8);
      if (thread + values[static_cast<std::size_t>(i)] != place) return false;
    }
  }
  return true;
}

}  // namespace

StoredRow GemmStore::addressed(std::int64_t thread, std::int64_t from) const {
  const std::int64_t warp = thread % owner / 32;
  const std::int64_t lane = thread % 32;
  if (turned) return {warp * 16 + lane / 8 % 2 * 8, from + lane / 16 * 8 + lane % 8};
  return {warp * 16 + lane % 16, from + lane / 16 * 8};
}

std::int64_t GemmStore::offset(std::int64_t r, std::int64_t c) const { return side.swizzled(row.at(r) + column.at(c)); }

Result<GemmStore> plan_store(const MmaPlan& math, const AnyLayout& c, const DataType& type, const TmaAtom& given) {
  const bool warps = math.form == MmaPlan::Form::warp;
  if (math.form != MmaPlan::Form::wgmma && !warps) {
    return refuse(say("only results of wgmma and of mma.sync go through shared memory"));
  }
  if ((math.c.type.name != "float" && math.c.type.name != "int") || type.bits != 16) {
    return refuse(say("stmatrix stores elements of 16 bits, but C has {}", type.name), say("remove store="));
  }
  const Layout* plain = std::get_if<Layout>(&c);
  if (plain == nullptr) return refuse(say("TMA cannot write swizzled global memory"));
  if (given.operation != "SM90_TMA_STORE") {
    return refuse(say("C is stored by SM90_TMA_STORE, not {}", given.operation),
                  say("store=make_tma_atom(SM90_TMA_STORE, C, sC, \"{}\")", type.name));
  }
  Arith arith;
  auto transfer = plan_tma(with_static_integers(arith, LayoutRef(*plain)), given.smem, type.bits);
  if (!transfer) return refuse(transfer.error().message, transfer.error().hint);
  if (!same_descriptor(transfer->atom, given)) {
    return refuse(say("the TMA atom belongs to another tensor, tile or type"),
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
  // Adjacent columns of one owner: those of an atom, or 8 of each atom along N.
  const std::int64_t own = warps ? 8 * math.atoms[1] : 2 * math.c.atom_values;
  if (warps) {
    out.owner = lanes_per_warp;
    out.rows = 16;
    out.eight = math.c.atom_values * math.atoms[0];
  }
  if (rows != out.rows || out.columns < 16 || out.columns % 16 != 0 || own % out.columns != 0) {
    const int columns = own % 64 == 0 ? 64 : own % 32 == 0 ? 32 : 16;
    return warps ? refuse(say("a piece of {} x {}; a warp stores pieces of 16 x a multiple of 16 that divides {}", rows,
                              out.columns, own),
                          say("for example sC of (16,{})", columns))
                 : refuse(say("a piece of {} x {}; a warpgroup stores pieces of 64 x a multiple of 16 that divides {}",
                              rows, out.columns, own),
                          say("for example sC of (64,{})", columns));
  }
  if (transfer->begins.size() != 1) return refuse(say("a piece is {} {box|boxes}, not one", transfer->begins.size()));
  out.row = index_of(LayoutRef(prepared->layout)[0], "0");
  out.column = index_of(LayoutRef(prepared->layout)[1], "1");
  out.side.swizzles = prepared->swizzles;
  out.piece_bytes = out.rows * out.columns * type.bits / 8;
  out.turned = out.atom.modes[0] == 0;
  // Checks that eight adjacent elements of a row of stmatrix are contiguous.
  for (std::int64_t r = 0; r < out.rows; r += out.turned ? 8 : 1) {
    for (std::int64_t n = 0; n < out.columns; n += out.turned ? 1 : 8) {
      const std::int64_t begin = out.offset(r, n);
      for (std::int64_t i = 1; i < 8; ++i) {
        if (begin % 8 == 0 && out.offset(r + (out.turned ? i : 0), n + (out.turned ? 0 : i)) == begin + i) continue;
        return refuse(say("rows of 8 elements of a piece are not contiguous in 16 bytes"),
                      say("tile GMMA::Layout_K_SW128_Atom<T> with tile_to_shape"));
      }
    }
  }
  const KernelMap& element = math.c.element;
  out.owner_row = of_owners(element.thread, out.owner, math.extents[0], false);
  out.owner_column = of_owners(element.thread, out.owner, math.extents[0], true);
  const auto piece = [&](std::int64_t v) {
    const std::int64_t x = element.value.at(v);
    out.pieces.push_back({v, x % math.extents[0], x / math.extents[0]});
  };
  if (warps) {
    for (std::int64_t m = 0; m < math.atoms[0]; ++m) {
      for (std::int64_t n = 0; n < math.atoms[1]; n += out.columns / 8)
        piece(math.c.atom_values * (m + math.atoms[0] * n));
    }
  } else {
    for (std::int64_t v = 0; v < math.c.values; v += out.columns / 2) piece(v);
  }
  for (std::int64_t number = 0; number < math.threads / out.owner; ++number) {
    for (const StoredPiece& p : out.pieces) {
      if (lies_as_results(math, out, number, p)) continue;
      if (!warps) return refuse(say("the warpgroups do not hold 64 adjacent rows of C each"));
      return refuse(say("the warps do not hold 16 x {} adjacent {element|elements} of C each", out.columns),
                    say("a permutation that leaves a warp's atoms together: (_8,_{},_{}):(_1,_{},_8) along N",
                        math.extents[1] / own, math.atoms[1], own));
    }
  }
  return out;
}

}  // namespace stridescope
