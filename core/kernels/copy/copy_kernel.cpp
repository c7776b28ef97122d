// Makes the value of copy_kernel(...): partitions from the argument `via`, the tile of both sides, and checks that the
// arguments fit together. plan_copy checks what a GPU can execute.
#include "core/kernels/copy/copy_kernel.h"

#include <algorithm>

#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"
#include "core/tiled/printed_kind.h"
#include "core/tiled/units.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void print_option(std::string& out, const void* object, IntegerMode mode) {
  const auto& option = *static_cast<const KernelOption*>(object);
  append_all(out, option.name, " = ", to_text(option.value, mode));
}

bool same_option(const void* a, const void* b) {
  const auto& x = *static_cast<const KernelOption*>(a);
  const auto& y = *static_cast<const KernelOption*>(b);
  return x.name == y.name && x.value == y.value;
}

IntTuple extents_of(Arith& arith, const AnyLayout& layout) { return product_each(arith, domain_layout(layout).shape); }

// One thread with all elements of the tile, in the order of its coordinates.
TiledCopy whole_tile(Arith& arith, const AnyLayout* smem, bool store, const DataType& type,
                     const CopyKernelOptions& options) {
  Tiler tile = IntTuple(static_int(1));
  if (options.tile) {
    tile = *options.tile;
  } else if (smem != nullptr) {
    tile = Tiler::from(with_static_integers(arith, extents_of(arith, *smem)));
  }
  const Int elements = product(arith, tiler_shape(arith, tile));
  if (arith.failed()) return {};
  auto atom = find_copy(cat("Copy_Atom<DefaultCopy,", type.name, ">"));
  if (!atom) {
    arith.fail(ErrorCode::internal, atom.error().message);
    return {};
  }
  const Layout tv = layout_row(cat("(1,", elements.value, "):(0,1)"));
  if (arith.failed()) return {};
  TiledCopy out = make_tiled_copy_impl(arith, *atom, tv, tile);
  out.atom.name = store ? "SM90_TMA_STORE" : "SM90_TMA_LOAD";
  out.atom.arch = 90;
  out.atom.operation.instruction = CopyInstruction::tma;
  return out;
}

TiledCopy partition_of(Arith& arith, const CopyVia& via, const DataType& type, const CopyKernelOptions& options) {
  if (via.copy) {
    if (options.tile) {
      arith.fail(ErrorCode::arguments, say("copy_kernel: a TiledCopy already defines the tile"), say("remove tile="));
    }
    return *via.copy;
  }
  const auto atom = find_copy(cat("Copy_Atom<DefaultCopy,", type.name, ">"));
  if (!atom) {
    arith.fail(ErrorCode::internal, atom.error().message);
    return {};
  }
  const Layout tv = with_static_integers(arith, LayoutRef(via.tv));
  // Without a tile, elements are numbered in the whole tensor, first mode fastest.
  const Tiler tile = options.tile ? *options.tile : Tiler(IntTuple(cosize(arith, LayoutRef(tv))));
  if (arith.failed()) return {};
  const std::int64_t elements = product(arith, tiler_shape(arith, tile)).value;
  const std::int64_t reached = cosize(arith, LayoutRef(tv)).value;
  if (!arith.failed() && reached > elements) {
    arith.fail(ErrorCode::arguments,
               say("the partition {} reaches {} {element|elements} of a tile with {}", to_text(tv), reached, elements),
               say("take a tile of {} {element|elements} or more, or a smaller partition", reached));
  }
  return make_tiled_copy_impl(arith, *atom, tv, tile);
}

// The copy repeated over a tile that is a multiple of its own tile, like a TiledCopy on a larger tensor. Unchanged if
// the tile is not a multiple.
TiledCopy spread(Arith& arith, const TiledCopy& copy, const IntTuple& tile) {
  const IntTuple own = product_each(arith, tiler_shape(arith, copy.tiler));
  if (arith.failed() || own.rank() != tile.rank() || own == tile || !own.is_tuple()) return copy;
  std::vector<Tiler> modes;
  for (int i = 0; i < tile.rank(); ++i) {
    const std::int64_t part = own[i].integer().value;
    if (part < 1 || tile[i].integer().value % part != 0) return copy;
    modes.emplace_back(IntTuple(tile[i]));
  }
  const Layout cut = zipped_divide(arith, LayoutRef(make_layout(arith, tile)), copy.tiler);
  if (arith.failed()) return copy;
  const LayoutRef inner = LayoutRef(cut)[0];
  const LayoutRef tv(copy.tv);
  const Layout threads = composition(arith, inner, tv[0]);
  const Layout first = composition(arith, inner, tv[1]);
  if (arith.failed()) return copy;
  const Layout values = concat(arith, {LayoutRef(first), LayoutRef(cut)[1]});
  const Layout all = concat(arith, {LayoutRef(threads), LayoutRef(values)});
  if (arith.failed()) return copy;
  return make_tiled_copy_impl(arith, copy.atom, all, modes);
}

// Checks that both partitions divide the tensor into the same tiles.
void check_tiles(Arith& arith, const CopyKernel& kernel) {
  const IntTuple load = tiler_shape(arith, kernel.load.tiler);
  const IntTuple store = tiler_shape(arith, kernel.store.tiler);
  if (arith.failed()) return;
  const IntTuple a = product_each(arith, load);
  const IntTuple b = product_each(arith, store);
  if (arith.failed() || a == b) return;
  arith.fail(
      ErrorCode::shape_divisibility,
      say("copy_kernel: the first partition cuts tiles of {}, but the second of {}", to_text(load), to_text(store)),
      say("both partitions must cut the same tile: one copies it into shared memory, one out of it"));
}

}  // namespace

const ObjectKind CopyKernel::object_kind = printed_kind<CopyKernel, &print_kernel>("copy kernel");
const ObjectKind KernelOption::object_kind = {"option", &print_option, &same_option};

std::optional<AnyLayout> memory_layout(const Value& value) {
  if (const auto* tensor = value.as<Tensor>()) return tensor->layout;
  if (const auto* layout = value.as<Layout>()) return *layout;
  if (const auto* composed = value.as<ComposedLayout>()) return *composed;
  return std::nullopt;
}

CopyKernel make_copy_kernel(Arith& arith, const AnyLayout& src, const AnyLayout& dst, const std::vector<CopyVia>& via,
                            const AnyLayout* smem, const CopyKernelOptions& options) {
  CopyKernel out;
  out.src = src;
  out.dst = dst;
  out.access_bytes = options.access_bytes;
  const IntTuple from = extents_of(arith, src);
  const IntTuple to = extents_of(arith, dst);
  if (arith.failed()) return out;
  const auto same_extents = [&] {
    if (from.rank() != to.rank()) return false;
    for (int i = 0; i < from.rank(); ++i) {
      if (from[i].integer().value != to[i].integer().value) return false;
    }
    return true;
  };
  if (!same_extents()) {
    arith.fail(ErrorCode::rank_mismatch,
               say("copy_kernel: the source has extents {}, but the destination has {}", to_text(from), to_text(to)),
               say("a copy takes element c of one to element c of the other: a transpose is dst = (M,N):(1,M) of a src "
                   "= (M,N):(N,1)"));
    return out;
  }
  for (const CopyVia& v : via) {
    if (v.copy && v.copy->atom.value_type && !options.type) out.type = *v.copy->atom.value_type;
  }
  if (options.type) out.type = *options.type;
  if (out.type.bits == 0) {
    const auto standard = find_type("float");
    if (standard) out.type = *standard;
  }
  for (const CopyVia& v : via) {
    if (v.copy && v.copy->atom.value_type && v.copy->atom.value_type->bits != out.type.bits) {
      arith.fail(ErrorCode::arguments,
                 say("copy_kernel: {} copies values of {} {bit|bits}, but the tensors have elements of {} ({})",
                     v.copy->atom.name, v.copy->atom.value_type->bits, out.type.bits, out.type.name));
      return out;
    }
  }
  out.tma_load = via.front().tma;
  out.tma_store = via.back().tma;
  out.stages = options.stages;
  out.persistent = options.persistent || options.stages > 1;
  out.turn = options.turn;
  const auto one = [&](const CopyVia& v, bool store) {
    return v.tma ? whole_tile(arith, smem, store, out.type, options) : partition_of(arith, v, out.type, options);
  };
  out.load = one(via.front(), false);
  out.store = via.size() > 1 || out.tma_store ? one(via.back(), true) : out.load;
  if (arith.failed()) return out;
  if (smem != nullptr) {
    // The tile is that of shared memory; a TiledCopy is repeated over it.
    const IntTuple tile = with_static_integers(arith, extents_of(arith, *smem));
    if (arith.failed()) return out;
    if (via.front().copy) out.load = spread(arith, out.load, tile);
    if (via.back().copy) out.store = spread(arith, out.store, tile);
    if (arith.failed()) return out;
  }
  check_tiles(arith, out);
  if (smem != nullptr) out.smem = *smem;
  return out;
}

// The boxes of one load fill the tile.
std::int64_t transaction_bytes(const CopyKernel& kernel) {
  if (!kernel.smem || !kernel.tma_load) return 0;
  Arith arith;
  const std::int64_t elements = size(arith, domain_layout(*kernel.smem)).value;
  return arith.ok() ? elements * kernel.type.bits / 8 : 0;
}

std::string print_kernel(const CopyKernel& kernel, IntegerMode mode) {
  const auto tiled = [&](const TiledCopy& copy) {
    return cat(copy.atom.name, ' ', to_text(copy.tv, mode), " over ", to_text(to_value(copy.tiler), mode));
  };
  std::string out = cat("copy_kernel of ", kernel.type.name, "\n  src:    ", to_text(kernel.src, mode),
                        "\n  dst:    ", to_text(kernel.dst, mode), "\n  load:   ", tiled(kernel.load));
  if (kernel.smem) {
    append_all(out, "\n  smem:   ", to_text(*kernel.smem, mode));
    if (const Message taken = in_units(*kernel.smem, kernel.type.bits); !taken.empty())
      append_all(out, ", ", english(taken));
    append_all(out, "\n  store:  ", tiled(kernel.store));
  }
  if (const std::int64_t bytes = transaction_bytes(kernel); bytes > 0)
    append_all(out, "\n  transactions of a stage: ", english(in_units(bytes, 0)));
  if (kernel.stages > 1) append_all(out, "\n  stages: ", kernel.stages);
  if (kernel.persistent && kernel.stages == 1) out.append("\n  persistent");
  if (kernel.turn) out.append("\n  turn:   values change places in registers");
  if (kernel.access_bytes != 16) append_all(out, "\n  bytes:  at most ", kernel.access_bytes, " an access");
  return out;
}

}  // namespace stridescope
