// A whole product of matrices: the plan of one tile (mma_plan.h), how tiles of A and B come into shared memory, and
// where the tile of C goes. Kernel text, the reference device, the checks and the descriptors of TMA are made from this
// one plan.
#pragma once

#include <algorithm>

#include "core/kernels/gemm/gemm_store.h"
#include "core/kernels/gemm/stream_order.h"
#include "core/kernels/mma/mma_kernel_text.h"
#include "core/kernels/mma/mma_plan.h"

namespace stridescope {

// Caps: tiles under way; blocks of a cluster; M x N x K of a product.
inline constexpr std::int64_t max_gemm_stages = 16;
inline constexpr std::int64_t max_cluster_blocks = 8;                 // that every GPU with clusters has
inline constexpr std::int64_t max_split_blocks = 16;                  // of a cluster that also shares the sum over K
inline constexpr std::int64_t max_gemm_work = std::int64_t{1} << 46;  // M x N x K

// For a tile of A or of B in a stage: it begins at a multiple of 1024, which the 128-byte swizzle needs.
inline std::int64_t staged_bytes(std::int64_t tile_bytes) { return (tile_bytes + 1023) / 1024 * 1024; }
// Pieces of C that wait for the engine: each owner, a warpgroup or a warp, writes one while another one is stored.
inline std::int64_t piece_room(std::int64_t owners, std::int64_t piece_bytes) { return owners * 2 * piece_bytes; }
// Per block, in addition to its stages and pieces. With TMA two barriers per stage, one per team if these take turns,
// and room to begin at a multiple of 1024.
inline std::int64_t barrier_room(bool tma, std::int64_t stages, std::int64_t teams) {
  return tma ? 1024 + 8 * (2 * stages + (teams > 1 ? teams : 0)) : 0;
}

// One instruction of TMA within a tile: where it begins in the tile, and in shared memory before the swizzle.
struct TmaBox {
  std::int64_t mn = 0;
  std::int64_t k = 0;
  std::int64_t offset = 0;  // elements
};

// The TMA load of one operand: the descriptor, and the boxes of one tile, at most 16. In a cluster blocks share a tile,
// and each of them multicasts one of its `parts` to all: boxes.size() / parts boxes, at equal distances from part to
// part.
struct GemmTma {
  TmaAtom atom;
  std::vector<TmaBox> boxes;
  std::int64_t parts = 1;
};

// The whole plan. post of plan_gemm: math.threads is what the copies have, a tile of A and of B fits a stage, all
// stages fit a block.
struct GemmPlan {
  // The load of A and B: by the threads that multiply (cp.async or registers), or by TMA from a separate warpgroup.
  enum class Path { threads, tma };
  Path path = Path::threads;
  GemmKernel kernel;
  MmaPlan math;
  std::array<std::int64_t, 3> extents = {};  // M, N, K
  std::array<std::int64_t, 3> grid = {};     // tiles along them
  // of C, grid[0] * grid[1]
  std::int64_t tiles = 0;
  // Tiles along M that blocks next to each other work on, so that they share what they read (TileOrder).
  std::int64_t band = 8;
  std::array<std::int64_t, 2> cluster = {1, 1};  // tiles along M and N that the blocks of a cluster have
  std::int64_t split = 1;                        // blocks of a cluster that sum a part of K each, for one tile
  // Blocks that share the tiles' steps along K (StreamOrder); 0: tiles are whole.
  std::int64_t stream = 0;
  // Groups of math.threads that each have a tile of the block, in turns: 2 with schedule="pingpong".
  std::int64_t teams = 1;
  // Path::threads: from global into shared memory. The grid of a copy's tiles is (M or N, K).
  CopyPlan copy_a, copy_b;
  // Path::tma: by the copy engine, from a warpgroup that does nothing else.
  GemmTma tma_a, tma_b;
  // C in global memory: (thread, value, tile along M, along N) -> offset in elements, and the width of its stores.
  KernelSide c;
  // C's coordinates, where tiles reach past its ends.
  std::vector<KernelEdge> edges;
  // The position of the bias of an element of C, cut like c; empty without a bias.
  std::optional<KernelSide> bias;
  std::optional<GemmStore> boxed;  // C goes through shared memory, by the engine
  // Stages of the pipeline, 2 to max_gemm_stages: tiles of A and B in flight.
  std::int64_t stages = 0;
  // For one tile of A and one of B: staged_bytes of each.
  std::int64_t stage_bytes = 0;
  // Per block: all stages, pieces of C and barriers.
  std::int64_t shared_bytes = 0;
  std::int64_t threads = 0;  // of a block; with TMA a warpgroup more than multiply, the last one

  // 2 M N K: a multiplication and an addition each.
  double flops() const {
    return 2.0 * static_cast<double>(extents[0]) * static_cast<double>(extents[1]) * static_cast<double>(extents[2]);
  }
  TileOrder order() const { return {{grid[0], grid[1]}, cluster, band}; }
  // Tiles and blocks of a cluster, and blocks of a launch that has one block a part of each tile; with TMA fewer run,
  // and go from tile to tile.
  std::int64_t cluster_tiles() const { return cluster[0] * cluster[1]; }
  std::int64_t cluster_blocks() const { return cluster_tiles() * split; }
  std::int64_t blocks() const { return stream > 0 ? stream : tiles * split; }
  std::int64_t multiplying() const { return math.threads * teams; }  // threads
  // The threads from here on have the block's tile number `turn`: its first, second, ...
  std::int64_t first_thread(std::int64_t turn) const { return turn % teams * math.threads; }
  // Sums of integers become floats, which the epilogue and C have.
  bool converts() const { return math.c.type.name == "int" && kernel.type_c.name != "int"; }
  bool reads_c() const { return kernel.epilogue.beta != 0; }
  // With split, block b of its cluster has tile b % cluster_tiles() of it, and part b / cluster_tiles() of K: the tiles
  // along K from first_step(part) to first_step(part + 1). Of the tile's sums it stores the groups of four values of a
  // thread from part * part_groups() on.
  std::int64_t first_step(std::int64_t part) const { return grid[2] * part / split; }
  // The order of the clusters, or of the blocks without clusters.
  StreamOrder stream_order() const {
    return {std::max<std::int64_t>(1, stream / cluster_tiles()), tiles / cluster_tiles(), grid[2]};
  }
  // Threads that signal together that a stage is read, or that sums are ready: a warp of mma.sync, a warpgroup of
  // wgmma.
  std::int64_t together() const { return math.form == MmaPlan::Form::wgmma ? 128 : lanes_per_warp; }
  // True if sums continue from one block to another.
  bool streams() const { return stream > 0 && stream_order().shared() > 0; }
  // Memory for that: flags of 32 bits, one for each warp or warpgroup of each block, rounded up to 128 bytes; and bytes
  // in total, with a tile's sums of each block after them.
  std::int64_t stream_flags() const;
  std::int64_t stream_bytes() const;
  // The steps along K at which the sum of tile number b goes over to another block, and grid[2], the last one.
  std::vector<std::int64_t> sum_ends(std::int64_t b) const;
  std::int64_t groups() const { return math.c.values / 4; }
  std::int64_t part_groups() const { return (groups() + split - 1) / split; }
  // Positions of the pieces of C and of the barriers in shared memory, in bytes from a multiple of 1024: after all
  // stages.
  std::int64_t offset_pieces() const { return stages * stage_bytes; }
  std::int64_t offset_barriers() const {
    return offset_pieces() + (boxed ? piece_room(multiplying() / boxed->owner, boxed->piece_bytes) : 0);
  }
  std::int64_t offset_b() const { return staged_bytes(math.a.smem_bytes); }  // in a stage, bytes
  // Path::tma. Registers of a thread of the warpgroup that copies; and the limit of a thread that multiplies: its share
  // of the registers of all warpgroups at the launch, minus those of the copying one. setmaxnreg waits forever for
  // more.
  std::int64_t copying_registers() const { return math.form == MmaPlan::Form::wgmma ? 40 : 24; }
  std::int64_t most_registers() const;
  // True if a thread of mma.sync has room for its next operands, which are loaded meanwhile.
  bool loads_next() const;
  // Tile number b of C.
  // pre: 0 <= b < tiles. The order is order()'s.
  void tile_coordinates(std::int64_t b, std::int64_t& m, std::int64_t& n) const;
};

// True if the value of a thread is an element of C: in a tile that exceeds C not all are. tile: its coordinates along M
// and N.
bool inside(const std::vector<KernelEdge>& edges, std::int64_t thread, std::int64_t value,
            const std::array<std::int64_t, 2>& tile);

// Checks the kernel and plans it: the tile first, then extents, copies, the store, and room. The first error is
// reported, with its code: unsupported (pairings of copies and instructions that have no text, types that C is not
// stored as), rank_mismatch, shape_divisibility, arguments (stages, an atom of another tensor), too_large (shared
// memory, threads, M N K). Tiles can exceed M, N and K: copies fill with zeros, the store of C is masked.
Result<GemmPlan> plan_gemm(const GemmKernel& kernel);

KernelText cuda_text(const GemmPlan& plan);
// The reference of its result: the tensors' own layouts and types, no tile and no stage. unsupported for types without
// a reference.
Result<MmaProof> proof_of(const GemmPlan& plan);
std::string standalone_text(const GemmPlan& plan);
// Kernels that are traced, never timed; their text goes behind that of cuda_text.
//   stridescope_trace_tiles     stridescope_gemm with two parameters more, (unsigned long long* trace, unsigned):
//                               trace[4 b ...] = multiprocessor, begin and end in ns, cycles of tile b = m + grid[0] n
//                               of C, as its first thread sees them
//   stridescope_timer           as that of a copy (kernel.h)
std::string trace_text(const GemmPlan& plan);

}  // namespace stridescope
