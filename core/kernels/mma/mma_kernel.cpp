// Makes the values of mma_kernel, gemm_kernel and probe_kernel from arguments and options: the tile, the number of
// stages, and the type of C.
#include "core/kernels/mma/mma_kernel.h"

#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/tiled/printed_kind.h"
#include "core/tiled/units.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// Extents of the first two modes.
std::array<std::int64_t, 2> extents_of(Arith& arith, const AnyLayout& layout, const Message& what) {
  const Layout& plain = domain_layout(layout);
  if (plain.shape.ref().rank() < 2 || !plain.shape.is_tuple()) {
    arith.fail(ErrorCode::rank_mismatch, say("{} has rank {}; an operand must have two modes", what, plain.rank()),
               say("expected A as (M,K), B as (N,K), C as (M,N)"));
    return {};
  }
  return {product(arith, plain.shape[0]).value, product(arith, plain.shape[1]).value};
}

// (MN,K,PIPE) -> (MN,K), and the number of stages.
AnyLayout one_stage(Arith& arith, const AnyLayout& layout, int& stages) {
  const Layout& plain = domain_layout(layout);
  if (plain.rank() < 3) return layout;
  stages = static_cast<int>(std::min<std::int64_t>(product(arith, plain.shape[2]).value, 1 << 20));
  return on_domain(layout, [&](const Layout& l) {
    return arith.intact(
        Layout{make_tuple(arith, {l.shape[0], l.shape[1]}), make_tuple(arith, {l.stride[0], l.stride[1]})});
  });
}

void set_tile(Arith& arith, MmaTile& out, const MmaKernelOptions& options, std::string_view name) {
  for (int i = 0; i < 3; ++i) out.tile[static_cast<std::size_t>(i)] = tile_size_mnk(arith, out.mma, i).value;
  if (arith.failed()) return;
  if (options.tile) {
    for (std::size_t i = 0; i < 3; ++i) out.tile[i] = (*options.tile)[i];
  }
  if (options.smem.empty()) return;
  const auto a = extents_of(arith, *out.smem_a, say("{}: smem of A", name));
  const auto b = extents_of(arith, *out.smem_b, say("{}: smem of B", name));
  if (arith.failed()) return;
  const std::array<std::int64_t, 3> held = {a[0], b[0], a[1]};
  if (a[1] != b[1]) {
    arith.fail(ErrorCode::shape_divisibility,
               say("{}: the tile of A in shared memory has {} {element|elements} along K, but that of B has {}", name,
                   a[1], b[1]),
               say("expected A as (M,K), B as (N,K)"));
  } else if (options.tile && held != out.tile) {
    arith.fail(ErrorCode::shape_divisibility,
               say("{}: shared memory holds tiles of {} x {} x {}, but tile= gives {} x {} x {}", name, held[0],
                   held[1], held[2], out.tile[0], out.tile[1], out.tile[2]),
               say("remove tile="));
  }
  out.tile = held;
}

MmaTile tile_of(Arith& arith, const TiledMma& mma, const MmaKernelOptions& options, int& stages,
                std::string_view name) {
  MmaTile out;
  out.mma = mma;
  out.mma.thr_layout_vmnk = with_static_integers(arith, LayoutRef(mma.thr_layout_vmnk));
  if (!options.smem.empty()) {
    out.smem_a = one_stage(arith, options.smem[0], stages);
    out.smem_b = one_stage(arith, options.smem[1], stages);
  }
  if (!options.load.empty()) {
    out.load_a = options.load.front();
    out.load_b = options.load.back();
  }
  set_tile(arith, out, options, name);
  return out;
}

std::string tile_text(const MmaTile& tile, IntegerMode mode) {
  std::string out = cat("\n  tile:   (", tile.tile[0], ',', tile.tile[1], ',', tile.tile[2], ')');
  const auto add = [&](char operand, const AnyLayout& tile_of, int bits) {
    append_all(out, "\n  smem ", operand, ": ", to_text(tile_of, mode));
    if (const Message taken = in_units(tile_of, bits); !taken.empty()) append_all(out, ", ", english(taken));
  };
  if (tile.smem_a) add('A', *tile.smem_a, tile.mma.atom.val_a.bits);
  if (tile.smem_b) add('B', *tile.smem_b, tile.mma.atom.val_b.bits);
  if (tile.load_a) append_all(out, "\n  load A: ", tile.load_a->name);
  if (tile.load_b) append_all(out, "\n  load B: ", tile.load_b->name);
  append_all(out, "\n  mma:    ", tile.mma.atom.name, ", threads ", to_text(tile.mma.thr_layout_vmnk, mode),
             ", permutation ", to_text(to_value(Tiler(tile.mma.permutation)), mode));
  return out;
}

std::string copy_text(const GemmCopy& copy, IntegerMode mode) {
  if (const auto* tma = std::get_if<TmaAtom>(&copy)) {
    std::string box;
    for (const std::int64_t b : tma->box) append_all(box, box.empty() ? "" : " x ", b);
    return cat("TMA, boxes of ", box, ", ", name_of(tma->swizzle));
  }
  const auto& tiled = *std::get_if<TiledCopy>(&copy);
  return cat(tiled.atom.name, ' ', to_text(tiled.tv, mode), " over ", to_text(to_value(tiled.tiler), mode));
}

// The order of tiles of C over blocks, as a layout (M,N) -> number if the bands divide the tiles.
std::string order_text(const GemmKernel& kernel) {
  std::string out;
  if (kernel.cluster) append_all(out, "\n  cluster: ", (*kernel.cluster)[0], " x ", (*kernel.cluster)[1]);
  if (kernel.split) append_all(out, "\n  split:  ", *kernel.split, " parts of K");
  if (kernel.stream) append_all(out, "\n  stream: ", *kernel.stream, " blocks");
  if (kernel.schedule) append_all(out, "\n  schedule: ", name_of(*kernel.schedule));
  if (!kernel.band) return out;
  append_all(out, "\n  band:   ", *kernel.band, " tiles along M");
  Arith arith;
  const auto [m, n] = kernel.order(arith).grid;
  const std::int64_t band = std::min(*kernel.band, m);
  if (!arith.failed() && !kernel.cluster && m % band == 0) {
    append_all(out, ", their order ((", band, ',', m / band, "),", n, "):((1,", band * n, "),", band, ')');
  }
  return out;
}

}  // namespace

std::string_view name_of(Schedule schedule) { return schedule == Schedule::pingpong ? "pingpong" : "cooperative"; }

std::optional<Schedule> schedule_named(std::string_view name) {
  for (const Schedule s : {Schedule::cooperative, Schedule::pingpong}) {
    if (name == name_of(s)) return s;
  }
  return std::nullopt;
}

void TileOrder::coordinates(std::int64_t b, std::int64_t& m, std::int64_t& n) const {
  const std::int64_t rank = b % cluster_tiles();
  b /= cluster_tiles();
  const std::int64_t clusters_m = grid[0] / cluster[0];
  const std::int64_t clusters_n = grid[1] / cluster[1];
  const std::int64_t clusters = band_clusters();
  const std::int64_t first = b / (clusters * clusters_n) * clusters;
  const std::int64_t rows = std::min(clusters, clusters_m - first);
  const std::int64_t inside = b % (clusters * clusters_n);
  m = (first + inside % rows) * cluster[0] + rank % cluster[0];
  n = inside / rows * cluster[1] + rank / cluster[0];
}

TileOrder GemmKernel::order(Arith& arith) const {
  TileOrder out;
  for (int mode = 0; mode < 2; ++mode) {
    const std::int64_t extent = product(arith, domain_layout(c).shape[mode]).value;
    const std::int64_t each = std::max<std::int64_t>(1, tile.tile[static_cast<std::size_t>(mode)]);
    out.grid[static_cast<std::size_t>(mode)] = (extent + each - 1) / each;
  }
  if (cluster) out.cluster = *cluster;
  if (band) out.band = *band;
  return out;
}

StreamOrder GemmKernel::stream_order(Arith& arith) const {
  const TileOrder tiles = order(arith);
  const std::int64_t k = product(arith, domain_layout(a).shape[1]).value;
  const std::int64_t each = std::max<std::int64_t>(1, tile.tile[2]);
  const std::int64_t together = std::max<std::int64_t>(1, tiles.cluster_tiles());
  StreamOrder out;
  out.tiles = tiles.grid[0] * tiles.grid[1] / together;
  out.steps = (k + each - 1) / each;
  if (stream) out.workers = std::max<std::int64_t>(1, *stream / together);
  return out;
}

const ObjectKind MmaKernel::object_kind = printed_kind<MmaKernel, &print_kernel>("MMA kernel");
const ObjectKind GemmKernel::object_kind = printed_kind<GemmKernel, &print_kernel>("GEMM kernel");
const ObjectKind ProbeKernel::object_kind = printed_kind<ProbeKernel, &print_kernel>("probe");

MmaKernel make_mma_kernel(Arith& arith, const TiledMma& mma, const MmaKernelOptions& options) {
  int stages = 1;
  return {tile_of(arith, mma, options, stages, "mma_kernel")};
}

GemmKernel make_gemm_kernel(Arith& arith, const std::array<AnyLayout, 3>& abc, const GemmCopy& copy_a,
                            const GemmCopy& copy_b, const TiledMma& mma, const MmaKernelOptions& options) {
  GemmKernel out;
  static_cast<GemmOptions&>(out) = options;
  out.tile = tile_of(arith, mma, options, out.stages, "gemm_kernel");
  out.a = abc[0];
  out.b = abc[1];
  out.c = abc[2];
  out.copy_a = copy_a;
  out.copy_b = copy_b;
  out.type_c = options.type ? *options.type : mma.atom.val_d;
  const auto a = extents_of(arith, out.a, say("{}: {}", "gemm_kernel", "A"));
  const auto b = extents_of(arith, out.b, say("{}: {}", "gemm_kernel", "B"));
  const auto c = extents_of(arith, out.c, say("{}: {}", "gemm_kernel", "C"));
  if (arith.failed()) return out;
  if (a[1] != b[1] || c[0] != a[0] || c[1] != b[0]) {
    arith.fail(ErrorCode::rank_mismatch,
               say("gemm_kernel: A is {} x {}, B is {} x {}, C is {} x {}", a[0], a[1], b[0], b[1], c[0], c[1]),
               say("expected A as (M,K), B as (N,K), C as (M,N)"));
  }
  return out;
}

std::string print_kernel(const MmaKernel& kernel, IntegerMode mode) {
  return cat("mma_kernel", tile_text(kernel.tile, mode));
}

std::int64_t transaction_bytes(const GemmKernel& kernel) {
  std::int64_t out = 0;
  for (const GemmCopy* copy : {&kernel.copy_a, &kernel.copy_b}) {
    const auto* tma = std::get_if<TmaAtom>(copy);
    if (tma != nullptr) out += moved_elements(*tma) * tma->element_bits / 8;
  }
  return out;
}

std::string print_kernel(const GemmKernel& kernel, IntegerMode mode) {
  const std::int64_t expected = transaction_bytes(kernel);
  return cat("gemm_kernel into ", kernel.type_c.name, "\n  A:      ", to_text(kernel.a, mode),
             "\n  B:      ", to_text(kernel.b, mode), "\n  C:      ", to_text(kernel.c, mode),
             "\n  copy A: ", copy_text(kernel.copy_a, mode), "\n  copy B: ", copy_text(kernel.copy_b, mode),
             "\n  stages: ", kernel.stages,
             expected > 0 ? cat(", each with transactions of ", english(in_units(expected, 0))) : std::string(),
             order_text(kernel), kernel.epilogue.any() ? cat("\n  after:  ", to_text(kernel.epilogue)) : std::string(),
             kernel.store ? cat("\n  store:  ", copy_text(GemmCopy(*kernel.store), mode)) : std::string(),
             tile_text(kernel.tile, mode));
}

std::string print_kernel(const ProbeKernel& kernel, IntegerMode mode) {
  const auto* mma = std::get_if<MmaAtom>(&kernel.atom);
  return cat("probe_kernel of\n",
             mma != nullptr ? print_atom(*mma, mode) : print_atom(*std::get_if<CopyAtom>(&kernel.atom), mode));
}

}  // namespace stridescope
