// The plan of a whole matrix product: the plan of one tile (mma_plan.h), the transfer of tiles of A and B into shared
// memory, and the store of the tile of C. Kernel text, reference device, checks and TMA descriptors are made from this
// one plan.
#pragma once

#include <algorithm>

#include "core/kernels/gemm/gemm_store.h"
#include "core/kernels/gemm/stream_order.h"
#include "core/kernels/mma/mma_kernel_text.h"
#include "core/kernels/mma/mma_plan.h"

namespace stridescope {

// Limits: tiles in flight, blocks of a cluster, M x N x K of a product.
inline constexpr std::int64_t max_gemm_stages = 16;
inline constexpr std::int64_t max_cluster_blocks = 8;                 // supported by every GPU with clusters
inline constexpr std::int64_t max_split_blocks = 16;                  // blocks of a cluster with split
inline constexpr std::int64_t max_gemm_work = std::int64_t{1} << 46;  // M x N x K

// Bytes of a tile of A or B in a stage, rounded up to a multiple of 1024, as the 128-byte swizzle requires.
inline std::int64_t staged_bytes(std::int64_t tile_bytes) { return (tile_bytes + 1023) / 1024 * 1024; }
// Bytes of the pieces of C that wait for the engine: two per owner (a warpgroup or a warp), so that one is written
// while the other is stored.
inline std::int64_t piece_room(std::int64_t owners, std::int64_t piece_bytes) { return owners * 2 * piece_bytes; }
// Bytes per block in addition to its stages and pieces. With TMA: two barriers per stage, one per team if teams
// alternate, and alignment to 1024.
inline std::int64_t barrier_room(bool tma, std::int64_t stages, std::int64_t teams) {
  return tma ? 1024 + 8 * (2 * stages + (teams > 1 ? teams : 0)) : 0;
}

// One TMA instruction within a tile: the start of its box in the tile, and its offset in shared memory before the
// swizzle.
struct TmaBox {
  std::int64_t mn = 0;
  std::int64_t k = 0;
  std::int64_t offset = 0;  // elements
};

// The TMA load of one operand: the descriptor and the boxes of one tile, at most 16. In a cluster blocks share a tile:
// each block multicasts one of `parts` equal parts to all of them, boxes.size() / parts boxes at equal distances.
struct GemmTma {
  TmaAtom atom;
  std::vector<TmaBox> boxes;
  std::int64_t parts = 1;
};

// The whole plan. post of plan_gemm: the copies use math.threads threads, a tile of A and of B fits a stage, and all
// stages fit a block.
struct GemmPlan {
  // The loader of A and B: the threads that multiply (cp.async or registers), or a separate warpgroup with TMA.
  enum class Path { threads, tma };
  Path path = Path::threads;
  GemmKernel kernel;
  MmaPlan math;
  std::array<std::int64_t, 3> extents = {};  // M, N, K
  std::array<std::int64_t, 3> grid = {};     // tiles along M, N, K
  // Tiles of C: grid[0] * grid[1].
  std::int64_t tiles = 0;
  // Tiles along M that adjacent blocks work on, so that they share their reads (TileOrder).
  std::int64_t band = 8;
  std::array<std::int64_t, 2> cluster = {1, 1};  // tiles along M and N per cluster
  std::int64_t split = 1;                        // blocks of a cluster that sum parts of K for one tile
  // Blocks that share the tiles' steps along K (StreamOrder); 0: whole tiles.
  std::int64_t stream = 0;
  // Groups of math.threads threads that alternate the tiles of the block: 2 with schedule="pingpong", else 1.
  std::int64_t teams = 1;
  // Path::threads: from global to shared memory. The grid of a copy's tiles is (M or N, K).
  CopyPlan copy_a, copy_b;
  // Path::tma: by the copy engine, from a separate warpgroup.
  GemmTma tma_a, tma_b;
  // C in global memory: (thread, value, tile along M, along N) -> offset in elements, and the width of its stores.
  KernelSide c;
  // C's coordinates, for tiles that extend past its ends.
  std::vector<KernelEdge> edges;
  // The offset of the bias for an element of C, partitioned like c; empty without a bias.
  std::optional<KernelSide> bias;
  std::optional<GemmStore> boxed;  // C goes through shared memory and is stored by the engine
  // Stages of the pipeline, 2 to max_gemm_stages: tiles of A and B in flight.
  std::int64_t stages = 0;
  // Fewer tiles along K than stages: a stage is never written, and no thread may read it.
  bool short_of_stages() const { return grid[2] < stages; }
  // Bytes of one tile of A and one of B: staged_bytes of each.
  std::int64_t stage_bytes = 0;
  // Bytes per block: all stages, pieces of C and barriers.
  std::int64_t shared_bytes = 0;
  std::int64_t threads = 0;  // per block; with TMA the last warpgroup only copies

  // 2 M N K: one multiplication and one addition each.
  double flops() const {
    return 2.0 * static_cast<double>(extents[0]) * static_cast<double>(extents[1]) * static_cast<double>(extents[2]);
  }
  TileOrder order() const { return {{grid[0], grid[1]}, cluster, band}; }
  // Tiles and blocks of a cluster, and blocks of a launch: `stream`, or one per part of a tile. With TMA fewer blocks
  // run, and iterate over tiles.
  std::int64_t cluster_tiles() const { return cluster[0] * cluster[1]; }
  std::int64_t cluster_blocks() const { return cluster_tiles() * split; }
  std::int64_t blocks() const { return stream > 0 ? stream : tiles * split; }
  std::int64_t multiplying() const { return math.threads * teams; }  // threads
  // The first thread of the team that has the block's tile number `turn`, from 0.
  std::int64_t first_thread(std::int64_t turn) const { return turn % teams * math.threads; }
  // True if integer sums are converted to float, the type of the epilogue and of C.
  bool converts() const { return math.c.type.name == "int" && kernel.type_c.name != "int"; }
  bool reads_c() const { return kernel.epilogue.beta != 0; }
  // With split, block b of its cluster has tile b % cluster_tiles() of the cluster, and part b / cluster_tiles() of K:
  // the tiles along K from first_step(part) to first_step(part + 1). It stores the groups of four values per thread
  // from part * part_groups() on.
  std::int64_t first_step(std::int64_t part) const { return grid[2] * part / split; }
  // The order of the clusters, or of the blocks without clusters.
  StreamOrder stream_order() const {
    return {std::max<std::int64_t>(1, stream / cluster_tiles()), tiles / cluster_tiles(), grid[2]};
  }
  // Threads that signal together that a stage was read, or that sums are ready: a warp for mma.sync, a warpgroup for
  // wgmma.
  std::int64_t together() const { return math.form == MmaPlan::Form::wgmma ? 128 : lanes_per_warp; }
  // True if partial sums pass from one block to another.
  bool streams() const { return stream > 0 && stream_order().shared() > 0; }
  // Workspace for these sums: 32-bit flags, one for each warp or warpgroup of each block, rounded up to 128 bytes. The
  // total in bytes also includes the partial sums of one tile per block after the flags.
  std::int64_t stream_flags() const;
  std::int64_t stream_bytes() const;
  // The steps along K at which the sum of tile b passes to another block; the last entry is grid[2].
  std::vector<std::int64_t> sum_ends(std::int64_t b) const;
  std::int64_t groups() const { return math.c.values / 4; }
  std::int64_t part_groups() const { return (groups() + split - 1) / split; }
  // Offsets of the pieces of C and of the barriers in shared memory, in bytes from a multiple of 1024; both are after
  // the stages.
  std::int64_t offset_pieces() const { return stages * stage_bytes; }
  std::int64_t offset_barriers() const {
    return offset_pieces() + (boxed ? piece_room(multiplying() / boxed->owner, boxed->piece_bytes) : 0);
  }
  std::int64_t offset_b() const { return staged_bytes(math.a.smem_bytes); }  // offset of B within a stage, in bytes
  // Path::tma: registers per thread of the copying warpgroup; and the limit of a multiplying thread: its share of the
  // registers at launch, minus those of the copying warpgroup. setmaxnreg waits forever for more.
  std::int64_t copying_registers() const { return math.form == MmaPlan::Form::wgmma ? 40 : 24; }
  std::int64_t most_registers() const;
  // True if a thread of mma.sync has registers to load its next operands in advance.
  bool loads_next() const;
  // The coordinates of tile number b of C, in the order of order(). pre: 0 <= b < tiles.
  void tile_coordinates(std::int64_t b, std::int64_t& m, std::int64_t& n) const;
};

// True if the value of a thread is an element of C; false past the ends of C. tile: its coordinates along M and N.
bool inside(const std::vector<KernelEdge>& edges, std::int64_t thread, std::int64_t value,
            const std::array<std::int64_t, 2>& tile);

// Checks the kernel and plans it: the tile, then extents, copies, the store, and shared memory. The first error is
// reported: unsupported (combinations of copies and instructions without a template, stored types of C), rank_mismatch,
// shape_divisibility, arguments (stages, an atom of another tensor), too_large (shared memory, threads, M N K). Tiles
// can extend past M, N and K: copies fill with zeros, the store of C is masked.
Result<GemmPlan> plan_gemm(const GemmKernel& kernel);

KernelText cuda_text(const GemmPlan& plan);
// The reference for the result: the tensors' own layouts and types, independent of tiles and stages. unsupported: types
// without a reference.
Result<MmaProof> proof_of(const GemmPlan& plan);
std::string standalone_text(const GemmPlan& plan);
// Traced kernels, never timed; append the text to that of cuda_text.
//   stridescope_trace_tiles     stridescope_gemm with two further parameters, (unsigned long long* trace, unsigned):
//                               trace[4 b ...] = multiprocessor, begin and end in ns, cycles of tile b = m + grid[0] n
//                               of C, recorded by its first thread
//   stridescope_timer           like that of a copy (kernel.h)
std::string trace_text(const GemmPlan& plan);

}  // namespace stridescope
