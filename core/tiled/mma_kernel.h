// Kernels that multiply matrices, as values of the language (core/tiled/kernel.h has those that copy):
//
//   mma_kernel(tiled_mma)                        one tile over and over from registers: the peak of that tiling
//   mma_kernel(tiled_mma, smem=(sA, sB))         the same fed from shared memory through these layouts
//   gemm_kernel(A, B, C, copies, smem, tiled_mma)   C(m,n) = sum over k of A(m,k) B(n,k), in tiles that `copies` bring
//                                                into shared memory, a pipeline of `stages` tiles
//   probe_kernel(atom)                           what one instruction really does: its layouts, from the silicon
//   probe_kernel("phases")                       which lanes of a warp share a wavefront of shared memory
//
// Like a copy kernel such a value cannot yet run: plan_mma, plan_gemm and plan_probe (core/codegen) say what is in the
// way. All integers in it count as compile-time constants.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/tiled/epilogue.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tma.h"

namespace stridescope {

// What a block multiplies at a time, and from where the operands come.
struct MmaTile {
  TiledMma mma;
  std::array<std::int64_t, 3> tile = {};    // M, N, K
  std::optional<AnyLayout> smem_a, smem_b;  // (M,K) and (N,K) -> offset in elements, of one stage
  std::optional<CopyAtom> load_a, load_b;   // from shared memory to registers: ldmatrix; none: what the layouts allow
};

// What mma_kernel(...) denotes: one tile, multiplied over and over.
struct MmaKernel {
  MmaTile tile;

  static const ObjectKind object_kind;
};

inline constexpr std::int64_t max_band = 4096;  // cap of the option band
inline constexpr std::int64_t max_split = 16;   // of the option split; clusters of more than 8 are sm90's and sm100's

// Who multiplies a tile: all that multiply together, or two warpgroups a tile each, in turns, so that one stores its
// tile while the other multiplies the next one.
enum class Schedule : std::uint8_t { cooperative, pingpong };
std::string_view name_of(Schedule schedule);  // "pingpong"
std::optional<Schedule> schedule_named(std::string_view name);

// Which tile of C is number b, of which the blocks (or, in clusters, the clusters) take one after the other: bands of
// `band` tiles along M, column by column; the tiles of a cluster lie together.
struct TileOrder {
  std::array<std::int64_t, 2> grid = {1, 1};  // tiles along M and N
  std::array<std::int64_t, 2> cluster = {1, 1};
  std::int64_t band = 8;

  std::int64_t cluster_tiles() const { return cluster[0] * cluster[1]; }
  std::int64_t band_clusters() const { return std::max<std::int64_t>(1, band / cluster[0]); }
  void coordinates(std::int64_t b, std::int64_t& m, std::int64_t& n) const;
};

// How tiles of A or B come into shared memory: by the threads, or by the copy engine.
using GemmCopy = std::variant<TiledCopy, TmaAtom>;

// What gemm_kernel(...) denotes: C = A B^T over whole tensors. smem_a and smem_b of the tile are there, and of one
// stage.
struct GemmKernel {
  MmaTile tile;
  AnyLayout a, b, c;  // (M,K), (N,K), (M,N) -> offset in elements
  GemmCopy copy_a, copy_b;
  DataType type_c;
  int stages = 3;
  Epilogue epilogue;
  // Of a kernel that TMA feeds.
  std::optional<TmaAtom> store;                        // C goes through shared memory in pieces, and by TMA from there
  std::optional<std::array<std::int64_t, 2>> cluster;  // blocks along M and N that share the tiles they read
  std::optional<std::int64_t> band;                    // tiles along M that run next to each other
  std::optional<std::int64_t> split;                   // blocks of a cluster that sum a part of K each
  std::optional<Schedule> schedule;                    // of warpgroups of wgmma; cooperative if not given

  // Of tiles of C along M and N.
  TileOrder order(Arith& arith) const;

  static const ObjectKind object_kind;
};

// The probe that needs no atom: of shared memory itself.
struct SharedPhasesProbe {};

// What probe_kernel(...) denotes: a question to the silicon.
struct ProbeKernel {
  std::variant<MmaAtom, CopyAtom, SharedPhasesProbe> atom;

  static const ObjectKind object_kind;
};

// The named arguments, as far as they were given.
struct MmaKernelOptions {
  std::optional<std::vector<std::int64_t>> tile;  // tile=(M,N,K); one tile of the TiledMMA if not given
  std::vector<AnyLayout> smem;                    // smem=(sA,sB)
  std::vector<CopyAtom> load;                     // load=(atom for A, atom for B)
  std::optional<DataType> type;                   // dtype of C in memory; that of the accumulators if not given
  int stages = 3;
  std::optional<TmaAtom> store;                        // store
  std::optional<std::array<std::int64_t, 2>> cluster;  // cluster
  std::optional<std::int64_t> band;                    // band
  std::optional<std::int64_t> split;                   // split
  std::optional<Schedule> schedule;                    // schedule
  Epilogue epilogue;                                   // alpha, beta, bias, activation
};

// arguments, rank_mismatch: what does not belong together.
MmaKernel make_mma_kernel(Arith&, const TiledMma& mma, const MmaKernelOptions& options);
// A stage of shared memory has rank 2, or rank 3: then mode 2 is the pipeline and its size the number of stages.
GemmKernel make_gemm_kernel(Arith&, const std::array<AnyLayout, 3>& abc, const GemmCopy& copy_a, const GemmCopy& copy_b,
                            const TiledMma& mma, const MmaKernelOptions& options);

std::string print_kernel(const MmaKernel& kernel, IntegerMode mode);
std::string print_kernel(const GemmKernel& kernel, IntegerMode mode);
std::string print_kernel(const ProbeKernel& kernel, IntegerMode mode);

}  // namespace stridescope
