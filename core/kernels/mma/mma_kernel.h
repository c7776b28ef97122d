// Kernels that multiply matrices, as values of the language (core/kernels/copy/copy_kernel.h has those that copy):
//
//   mma_kernel(tiled_mma)                        one tile over and over from registers: the peak of that tiling
//   mma_kernel(tiled_mma, smem=(sA, sB))         the same fed from shared memory through these layouts
//   gemm_kernel(A, B, C, copies, smem, tiled_mma)   C(m,n) = sum over k of A(m,k) B(n,k), in tiles that `copies` bring
//                                                into shared memory, a pipeline of `stages` tiles
//   probe_kernel(atom)                           what one instruction really does: its layouts, from the silicon
//
// Like a copy kernel such a value cannot run yet: plan_mma, plan_gemm and plan_probe (core/kernels) report the
// obstacles. All integers in it count as compile-time constants.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/kernels/gemm/epilogue.h"
#include "core/kernels/gemm/stream_order.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tma.h"

namespace stridescope {

// The tile that a block multiplies at a time, and the source of the operands. Without smem_a and smem_b operands stay
// in registers; either both are set or none.
struct MmaTile {
  TiledMma mma;
  std::array<std::int64_t, 3> tile = {};    // M, N, K
  std::optional<AnyLayout> smem_a, smem_b;  // (M,K) and (N,K) -> offset in elements, of one stage
  std::optional<CopyAtom> load_a, load_b;   // from shared memory to registers: ldmatrix; none: what the layouts allow
};

// The value of mma_kernel(...): one tile, multiplied repeatedly.
struct MmaKernel {
  MmaTile tile;

  static const ObjectKind object_kind;
};

// Caps of the options band, split (clusters of more than 8 blocks are sm90's and sm100's), and stream.
inline constexpr std::int64_t max_band = 4096;
inline constexpr std::int64_t max_split = 16;
inline constexpr std::int64_t max_stream = 4096;

// The threads of a tile: all threads together, or two warpgroups with a tile each, in turns, so that one stores its
// tile while the other multiplies the next one. As CUTLASS's KernelTmaWarpSpecializedCooperative and -Pingpong.
enum class Schedule : std::uint8_t { cooperative, pingpong };
// "pingpong", and back; nothing for another word.
std::string_view name_of(Schedule schedule);
std::optional<Schedule> schedule_named(std::string_view name);

// The tile of C with number b, which the blocks (or, in clusters, the clusters) take one after the other: bands of
// `band` tiles along M, column by column; the tiles of a cluster are adjacent. Neighbors in this order share their
// reads of A and B in L2. Any order is right.
//   grid (4,4), band 2:  tiles 0, 1, 2, 3, ... are (0,0) (1,0) (0,1) (1,1) ...; tile 8 is (2,0)
struct TileOrder {
  // Tiles along M and N. pre: a multiple of the cluster's.
  std::array<std::int64_t, 2> grid = {1, 1};
  std::array<std::int64_t, 2> cluster = {1, 1};
  std::int64_t band = 8;

  // Tiles that the blocks of a cluster have at a time.
  std::int64_t cluster_tiles() const { return cluster[0] * cluster[1]; }
  // Clusters along M in a band: at least one, however narrow the band is.
  std::int64_t band_clusters() const { return std::max<std::int64_t>(1, band / cluster[0]); }
  // The tile of that number, 0 <= b < grid[0] * grid[1]: a bijection. The last band may have fewer rows. Constant
  // cost.
  void coordinates(std::int64_t b, std::int64_t& m, std::int64_t& n) const;
};

// The load of tiles of A or B into shared memory: by the threads, or by the copy engine.
using GemmCopy = std::variant<TiledCopy, TmaAtom>;

// The value of gemm_kernel(...): C = A B^T over whole tensors, C(m,n) = the sum over k of A(m,k) B(n,k), then the
// epilogue. smem_a and smem_b of the tile are set, for one stage. post of make_gemm_kernel: A, B and C agree in M, N
// and K. plan_gemm checks the combination of tiles, copies and options (core/kernels/gemm/gemm_plan.h).
struct GemmKernel {
  MmaTile tile;
  AnyLayout a, b, c;  // (M,K), (N,K), (M,N) -> offset in elements
  GemmCopy copy_a, copy_b;
  // The type of C in memory, which can be narrower than the accumulators.
  DataType type_c;
  int stages = 3;
  Epilogue epilogue;
  // For a kernel that TMA feeds.
  std::optional<TmaAtom> store;                        // C goes through shared memory in pieces, and by TMA from there
  std::optional<std::array<std::int64_t, 2>> cluster;  // blocks along M and N that share the tiles they read
  std::optional<std::int64_t> band;                    // tiles along M that run next to each other
  std::optional<std::int64_t> split;                   // blocks of a cluster that sum a part of K each
  std::optional<std::int64_t> stream;                  // blocks that share all steps along K (stream_order.h)
  std::optional<Schedule> schedule;                    // of warpgroups of wgmma; cooperative if not given

  // The order of the tiles of C: the grid is C's extents over those of a tile, rounded up.
  TileOrder order(Arith& arith) const;
  // For stream=; without it one worker has all tiles whole.
  StreamOrder stream_order(Arith& arith) const;

  static const ObjectKind object_kind;
};

// The value of probe_kernel(...): a question to the silicon.
struct ProbeKernel {
  std::variant<MmaAtom, CopyAtom> atom;

  static const ObjectKind object_kind;
};

// The named arguments, as far as they were given; the comments name them. The language has checked their ranges:
// stages 2 ... 16, band 1 ... max_band, split 1 ... max_split, stream 1 ... max_stream.
struct MmaKernelOptions {
  // tile=(M,N,K), of three; if not given, what shared memory holds, else one tile of the TiledMMA.
  std::optional<std::vector<std::int64_t>> tile;
  // smem=(sA,sB): none or both.
  std::vector<AnyLayout> smem;
  // load=(atom for A, atom for B), or one for both.
  std::vector<CopyAtom> load;
  std::optional<DataType> type;  // dtype of C in memory; that of the accumulators if not given
  int stages = 3;
  std::optional<TmaAtom> store;                        // store
  std::optional<std::array<std::int64_t, 2>> cluster;  // cluster
  std::optional<std::int64_t> band;                    // band
  std::optional<std::int64_t> split;                   // split
  std::optional<std::int64_t> stream;                  // stream
  std::optional<Schedule> schedule;                    // schedule
  Epilogue epilogue;                                   // alpha, beta, bias, activation
};

// rank_mismatch: a layout in shared memory of fewer than two modes; shape_divisibility: sA and sB differ along K, or
// hold another tile than tile= says. A fault is in the Arith, and the kernel is then unfinished.
MmaKernel make_mma_kernel(Arith&, const TiledMma& mma, const MmaKernelOptions& options);
// A stage of shared memory has rank 2, or rank 3: then mode 2 is the pipeline and its size the number of stages,
// whatever `stages` says. Faults as make_mma_kernel, and rank_mismatch where A (M,K), B (N,K) and C (M,N) do not
// agree. pre: smem is given.
GemmKernel make_gemm_kernel(Arith&, const std::array<AnyLayout, 3>& abc, const GemmCopy& copy_a, const GemmCopy& copy_b,
                            const TiledMma& mma, const MmaKernelOptions& options);

// The arguments as they were understood, a line each; options where they were given. Two kernels are equal where they
// print alike.
std::string print_kernel(const MmaKernel& kernel, IntegerMode mode);
std::string print_kernel(const GemmKernel& kernel, IntegerMode mode);
std::string print_kernel(const ProbeKernel& kernel, IntegerMode mode);

}  // namespace stridescope
