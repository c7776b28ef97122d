// The predicted time of one launch of a kernel on a GPU, from its plan, part by part, so that a tuner can rank kernels
// before it measures any, and can explain why one is faster than another.
//
// A bound (core/hardware/bound.h) is what no kernel beats; this is what kernels of this project reached. Its constants
// are fitted to recorded times (rates.def says to which, and on which GPUs), and tests/unit/test_tune.cpp holds
// it against all of them: within 15 %, or with the reason.
//
//   product   launch + the pipeline's filling + waves x (the norm of: tensor cores, the tiles that it reads, and the
//             turn of a stage, which is filled, multiplied and freed before it is filled again; then C)
//   copy      launch + the norm of: DRAM or sectors of L2, whichever is longer; rounds of blocks x the latency of one;
//             shared memory; rows of the copy engine
//   sum       launch + the norm of: DRAM or sectors of L2, whichever is longer; rounds x the steps of a block one after
//             the other, and what one multiprocessor can have under way; then the last block of those that share a sum
//
// A GPU that multiplies for long lowers its clock to keep within its power, so a product's rates fall with its own
// time; and multiprocessors that have no tile in the last wave leave their power to the others.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/hardware/bound.h"
#include "core/kernels/kernel_plan.h"

namespace stridescope {

// The possible bottlenecks of a launch. The order is that of TimePrediction::part_us: launch is the overhead around the
// kernel, store the writing of C, latency the wait of one block, engine the rows of the copy engine's boxes.
enum class TimeLimit : std::uint8_t { launch, dram, l2, tensor, store, shared_memory, latency, engine };
inline constexpr std::size_t time_limits = 8;
// "launch", "DRAM", "L2", "tensor cores", "storing C", "shared memory", "latency", "copy engine"
Term name_of(TimeLimit limit);

// As a fraction of it: a measured time that is no further from its prediction counts as near.
inline constexpr double near_prediction = 0.15;

// A time with its reasons, in microseconds of one launch. Parts are what each limit would take alone; since they
// overlap, they may sum to more than `us`.
struct TimePrediction {
  double us = 0;
  double part_us[time_limits] = {};     // alone, in the time of a launch; parts overlap
  TimeLimit binds = TimeLimit::launch;  // the largest part but for the launch; launch where that is over half of us
  double busy = 1;                      // of the multiprocessors, over all waves: the rest has no tile
  std::int64_t waves = 0;               // of tiles over the GPU's multiprocessors; 0: a copy or a sum
  Message doubt;                        // why it may be off by more than `near_prediction`; empty: it should not be
  double part(TimeLimit limit) const { return part_us[static_cast<std::size_t>(limit)]; }
};

// unsupported, with the reason, for kernels without measurements: probes, conversions, the peak of a tile, products
// without tensor cores or by an instruction whose rate is not recorded. Constants are those of the GPU in rates.def,
// otherwise of an H100 scaled by the ratios of the data sheets (is_fitted). No GPU is needed.
Result<TimePrediction> predict_time(const KernelPlan& plan, const Gpu& gpu);

// The facts of a product's plan that its prediction needs: a tuner ranks tilings by them before it plans. Extents and
// tiles count elements.
struct ProductFacts {
  bool wgmma = false;
  int bits = 0;                                // of an element of A and B
  double rate = 1;                             // of mma.sync: sync_rate of its instruction
  std::int64_t extents[3] = {}, tile[3] = {};  // M, N, K
  std::int64_t instruction_n = 0;              // of wgmma
  std::int64_t cluster[2] = {1, 1};
  std::int64_t split = 1;
  std::int64_t stream = 0;  // blocks that share all steps along K; 0: tiles are whole
  std::int64_t teams = 1;   // of warpgroups, that have a block's tiles in turns: one stores while the other multiplies
  int bits_c = 0;           // as it is stored
  bool boxed = false;       // C goes by the copy engine
  // from a row of A, of B, to the next: distances that are not multiples of 128 cost time
  std::int64_t row_bytes[2] = {};
  std::int64_t blocks = 1;  // on a multiprocessor at a time
  std::int64_t stages = 2;  // tiles of A and B under way
  bool adds_c = false;      // the epilogue reads C
  bool fetched = false;     // and the copy engine brings it (fetch_of)
  bool curved = false;      // and has an activation of exponentials
  bool waits = false;       // mma.sync through TMA, without registers for what is multiplied next
  bool narrow = false;      // A or B comes in accesses of less than 16 bytes
  double wavefronts = 0;    // of loads from shared memory into registers, for a tile of C
};
// The facts from the tensors, the types and the epilogue alone, whatever the tiling: bits, extents, bits_c, adds_c,
// curved.
ProductFacts facts_of(const GemmKernel& kernel);
// Blocks of a product by mma.sync that are on a multiprocessor at a time: `sums` are the registers of a thread that
// hold them.
std::int64_t product_blocks(const Gpu& gpu, std::int64_t threads, std::int64_t sums, std::int64_t shared_bytes);
// Read off a plan. unsupported, with the instruction, where the GPU does not have it, or its rate is not known.
Result<ProductFacts> facts_of(const GemmPlan& plan, const Gpu& gpu);
// Never fails. Constant cost.
TimePrediction predict_time(const ProductFacts& facts, const Gpu& gpu);

// The facts of a sum's plan that its prediction needs: a tuner ranks partitions by them before it plans.
struct SumFacts {
  std::int64_t bytes = 0;         // of the source and of the sums
  std::int64_t sectors = 0;       // of 32 bytes that its accesses read
  std::int64_t threads = 0;       // of a block
  std::int64_t words = 0;         // of 32 bits of a thread, that hold a tile's elements and sums
  std::int64_t loads = 0;         // of a thread, of a tile's elements
  std::int64_t shared_bytes = 0;  // of a block
  std::int64_t blocks = 0;
  std::int64_t steps = 0;      // tiles of the source that a block adds
  bool meets = false;          // threads that have parts of a sum meet in shared memory
  std::int64_t row_bytes = 0;  // next to each other that a block reads; the next ones are another's. 0: all are its own
  std::int64_t shares = 0;     // that each thread of the last block adds, where several share a sum; else 0
};
SumFacts facts_of(const ReducePlan& plan);
// Never fails. Constant cost.
TimePrediction predict_time(const SumFacts& facts, const Gpu& gpu);

// True if the constants were fitted on this GPU; otherwise they are those of an H100, scaled by the ratios of the data
// sheets.
bool is_fitted(const Gpu& gpu);

}  // namespace stridescope
