// Kernel values that multiply matrices (copy kernels: core/kernels/copy/copy_kernel.h):
//
//   mma_kernel(tiled_mma)                        one tile repeatedly from registers: the peak of that tiling
//   mma_kernel(tiled_mma, smem=(sA, sB))         the same, with operands from shared memory in these layouts
//   gemm_kernel(A, B, C, copies, smem, tiled_mma)   C(m,n) = sum over k of A(m,k) B(n,k), in tiles that `copies` load
//                                                into shared memory, with a pipeline of `stages` tiles
//   probe_kernel(atom)                           measures the layouts of one instruction on the GPU
//
// The values are not checked yet: plan_mma, plan_gemm and plan_probe (core/kernels) report why they cannot run. All
// their integers become compile-time constants.
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
// in registers; both are set or neither.
struct MmaTile {
  TiledMma mma;
  std::array<std::int64_t, 3> tile = {};    // M, N, K
  std::optional<AnyLayout> smem_a, smem_b;  // (M,K) and (N,K) -> offset in elements, of one stage
  // from shared memory to registers: ldmatrix; empty: the widest loads that the layouts allow
  std::optional<CopyAtom> load_a, load_b;
};

// The value of mma_kernel(...): one tile, multiplied repeatedly.
struct MmaKernel {
  MmaTile tile;

  static const ObjectKind object_kind;
};

// Limits of the options band, split (clusters of more than 8 blocks need sm90 or sm100), and stream.
inline constexpr std::int64_t max_band = 4096;
inline constexpr std::int64_t max_split = 16;
inline constexpr std::int64_t max_stream = 4096;

// The threads of a tile: all of the block, or two warpgroups that alternate tiles, so that one stores its tile while
// the other multiplies the next. Like CUTLASS's KernelTmaWarpSpecializedCooperative and -Pingpong.
enum class Schedule : std::uint8_t { cooperative, pingpong };
// "pingpong"; back: empty for an unknown word.
std::string_view name_of(Schedule schedule);
std::optional<Schedule> schedule_named(std::string_view name);

// The tile of C with number b. Blocks (or clusters) take tiles in this order: bands of `band` tiles along M, column by
// column; the tiles of a cluster are adjacent. Neighbors in this order share their reads of A and B in L2. Any order is
// correct.
//   grid (4,4), band 2:  tiles 0, 1, 2, 3, ... are (0,0) (1,0) (0,1) (1,1) ...; tile 8 is (2,0)
struct TileOrder {
  // Tiles along M and N. pre: a multiple of the cluster.
  std::array<std::int64_t, 2> grid = {1, 1};
  std::array<std::int64_t, 2> cluster = {1, 1};
  std::int64_t band = 8;

  // Tiles of a cluster at a time.
  std::int64_t cluster_tiles() const { return cluster[0] * cluster[1]; }
  // Clusters along M in a band, at least one.
  std::int64_t band_clusters() const { return std::max<std::int64_t>(1, band / cluster[0]); }
  // The coordinates of tile b, 0 <= b < grid[0] * grid[1]: a bijection. The last band may have fewer rows. Constant
  // cost.
  void coordinates(std::int64_t b, std::int64_t& m, std::int64_t& n) const;
};

// The load of tiles of A or B into shared memory: by the threads, or by the copy engine.
using GemmCopy = std::variant<TiledCopy, TmaAtom>;

// The named arguments that a GEMM keeps as they are given, each empty or default if not given. The language has checked
// their ranges: stages 2 ... 16, band 1 ... max_band, split 1 ... max_split, stream 1 ... max_stream.
struct GemmOptions {
  int stages = 3;
  Epilogue epilogue;  // alpha, beta, bias, activation
  // For kernels that load with TMA:
  std::optional<TmaAtom> store;                        // C goes through shared memory in pieces, which TMA stores
  std::optional<std::array<std::int64_t, 2>> cluster;  // blocks along M and N that share tiles
  std::optional<std::int64_t> band;                    // tiles along M that are processed together
  std::optional<std::int64_t> split;                   // blocks of a cluster that each sum a part of K
  std::optional<std::int64_t> stream;                  // blocks that share all steps along K (stream_order.h)
  std::optional<Schedule> schedule;                    // for warpgroups of wgmma; cooperative if not given
};

// The value of gemm_kernel(...): C = A B^T, C(m,n) = the sum over k of A(m,k) B(n,k), then the epilogue. smem_a and
// smem_b of the tile are set, for one stage. post of make_gemm_kernel: A, B and C agree in M, N and K. plan_gemm checks
// the combination of tiles, copies and options (core/kernels/gemm/gemm_plan.h).
struct GemmKernel : GemmOptions {
  MmaTile tile;
  AnyLayout a, b, c;  // (M,K), (N,K), (M,N) -> offset in elements
  GemmCopy copy_a, copy_b;
  // The type of C in memory; may be narrower than the accumulators.
  DataType type_c;

  // The order of the tiles of C: the grid is C's extents over those of a tile, rounded up.
  TileOrder order(Arith& arith) const;
  // For stream=; without it a single worker with whole tiles.
  StreamOrder stream_order(Arith& arith) const;

  static const ObjectKind object_kind;
};

// The value of probe_kernel(...): measures an instruction on the GPU.
struct ProbeKernel {
  std::variant<MmaAtom, CopyAtom> atom;

  static const ObjectKind object_kind;
};

// All named arguments.
struct MmaKernelOptions : GemmOptions {
  // tile=(M,N,K); if not given, the extents of shared memory, else one tile of the TiledMMA.
  std::optional<std::vector<std::int64_t>> tile;
  // smem=(sA,sB): empty or two.
  std::vector<AnyLayout> smem;
  // load=(atom for A, atom for B), or one for both.
  std::vector<CopyAtom> load;
  std::optional<DataType> type;  // dtype: type of C in memory; that of the accumulators if not given
};

// rank_mismatch: a layout in shared memory has fewer than two modes; shape_divisibility: sA and sB differ along K, or
// do not match tile=. Errors are in the Arith; the result is then incomplete.
MmaKernel make_mma_kernel(Arith&, const TiledMma& mma, const MmaKernelOptions& options);
// A shared layout has rank 2, or rank 3: mode 2 is then the pipeline, and its size is the number of stages instead of
// `stages`. Errors as make_mma_kernel; also rank_mismatch if A (M,K), B (N,K) and C (M,N) disagree. pre: smem is given.
GemmKernel make_gemm_kernel(Arith&, const std::array<AnyLayout, 3>& abc, const GemmCopy& copy_a, const GemmCopy& copy_b,
                            const TiledMma& mma, const MmaKernelOptions& options);

// The bytes of TMA that a barrier expects for one stage; 0 without TMA.
std::int64_t transaction_bytes(const GemmKernel& kernel);

// The interpreted arguments, one per line; options if given. Two kernels are equal if their texts are.
std::string print_kernel(const MmaKernel& kernel, IntegerMode mode);
std::string print_kernel(const GemmKernel& kernel, IntegerMode mode);
std::string print_kernel(const ProbeKernel& kernel, IntegerMode mode);

}  // namespace stridescope
