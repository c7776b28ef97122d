// The predicted time of one launch of a kernel on a GPU, from its plan, part by part. A tuner uses it to rank kernels
// before any measurement, and to explain why one is faster than another.
//
// A bound (core/hardware/bound.h) limits every kernel; this model gives the times that kernels of this project reached.
// Its constants are fitted to recorded times (rates.def names the data and the GPUs), and tests/unit/test_tune.cpp
// compares it with all of them: within 15 %, or with a reason.
//
//   product   launch + filling of the pipeline + waves x (the norm of: tensor cores, the tiles that it reads, and
//             the cycle of a stage, which is filled, multiplied and freed before the next filling; then C)
//   copy      launch + the norm of: DRAM or sectors of L2, whichever is longer; rounds of blocks x the latency of one;
//             shared memory; rows of the copy engine
//   sum       launch + the norm of: DRAM or sectors of L2, whichever is longer; rounds x the consecutive steps of a
//             block, and the loads in flight of one multiprocessor; then the last block of those that share a sum
//
// During a long product the GPU lowers its clock to stay within its power limit, so the rates depend on the product's
// time. Multiprocessors without a tile in the last wave leave their power to the others.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/hardware/bound.h"
#include "core/kernels/kernel_plan.h"

namespace stridescope {

// The possible bottlenecks of a launch, in the order of TimePrediction::part_us. launch: the overhead around the
// kernel. store: writing C. latency: the wait of one block. engine: the rows of the copy engine's boxes.
enum class TimeLimit : std::uint8_t { launch, dram, l2, tensor, store, shared_memory, latency, engine };
inline constexpr std::size_t time_limits = 8;
// "launch", "DRAM", "L2", "tensor cores", "storing C", "shared memory", "latency", "copy engine"
Term name_of(TimeLimit limit);

// Limit of |measured / predicted - 1| for a good prediction.
inline constexpr double near_prediction = 0.15;

// A predicted time with its parts, in microseconds of one launch. A part is the time that its limit alone would take;
// since the parts overlap, their sum can exceed `us`.
struct TimePrediction {
  double us = 0;
  double part_us[time_limits] = {};     // each part alone, per launch; parts overlap
  TimeLimit binds = TimeLimit::launch;  // the largest part other than launch; launch if that is over half of us
  double busy = 1;                      // fraction of busy multiprocessors over all waves: the others have no tile
  std::int64_t waves = 0;               // waves of tiles over the GPU's multiprocessors; 0: a copy or a sum
  Message doubt;                        // the reason why the error can exceed `near_prediction`; otherwise empty
  double part(TimeLimit limit) const { return part_us[static_cast<std::size_t>(limit)]; }
};

// Predicts the time of a plan. Fails with unsupported and the reason for kernels without measurements: probes,
// conversions, the peak of a tile, products without tensor cores or with an instruction without a recorded rate. Uses
// the constants of the GPU in rates.def, otherwise those of an H100, scaled by the ratios of the data sheets
// (is_fitted). Needs no GPU.
Result<TimePrediction> predict_time(const KernelPlan& plan, const Gpu& gpu);

// The properties of a product's plan that its prediction uses: with them a tuner ranks tilings before it plans. Extents
// and tiles count elements.
struct ProductFacts {
  bool wgmma = false;
  int bits = 0;                                // per element of A and B
  double rate = 1;                             // for mma.sync: sync_rate of its instruction
  std::int64_t extents[3] = {}, tile[3] = {};  // M, N, K
  std::int64_t instruction_n = 0;              // for wgmma
  std::int64_t cluster[2] = {1, 1};
  std::int64_t split = 1;
  std::int64_t stream = 0;  // blocks that share all steps along K; 0: whole tiles
  // warpgroups that alternate between the tiles of a block: one stores while another multiplies
  std::int64_t teams = 1;
  int bits_c = 0;      // per stored element
  bool boxed = false;  // the copy engine stores C
  // Bytes from one row of A, of B, to the next: distances that are not multiples of 128 cost time.
  std::int64_t row_bytes[2] = {};
  std::int64_t blocks = 1;  // per multiprocessor at a time
  std::int64_t stages = 2;  // tiles of A and B in flight
  bool adds_c = false;      // the epilogue reads C
  bool fetched = false;     // the copy engine loads C (fetch_of)
  bool curved = false;      // the epilogue has an activation with exponentials
  bool waits = false;       // mma.sync through TMA, without registers for the next operands
  bool narrow = false;      // some accesses of A or B are narrower than 16 bytes
  double wavefronts = 0;    // for loads from shared memory to registers, per tile of C
};
// The properties that do not depend on the tiling, from the tensors, the types and the epilogue: bits, extents, bits_c,
// adds_c, curved.
ProductFacts facts_of(const GemmKernel& kernel);
// Number of blocks of an mma.sync product that run on a multiprocessor at a time; `sums`: registers per thread for the
// sums.
std::int64_t product_blocks(const Gpu& gpu, std::int64_t threads, std::int64_t sums, std::int64_t shared_bytes);
// From a plan. Fails with unsupported and the instruction if the GPU does not have it, or its rate is unknown.
Result<ProductFacts> facts_of(const GemmPlan& plan, const Gpu& gpu);
// Never fails. Constant cost.
TimePrediction predict_time(const ProductFacts& facts, const Gpu& gpu);

// The properties of a sum's plan that its prediction uses: with them a tuner ranks partitions before it plans.
struct SumFacts {
  std::int64_t bytes = 0;         // bytes of the source and of the sums
  std::int64_t sectors = 0;       // sectors of 32 bytes, read by its accesses
  std::int64_t threads = 0;       // threads of a block
  std::int64_t words = 0;         // words of 32 bits, per thread, for a tile's elements and sums
  std::int64_t loads = 0;         // per thread, for a tile's elements
  std::int64_t shared_bytes = 0;  // shared bytes of a block
  std::int64_t blocks = 0;
  std::int64_t steps = 0;      // tiles of the source that a block adds
  bool meets = false;          // threads with parts of a sum add in shared memory
  std::int64_t row_bytes = 0;  // contiguous bytes that a block reads before those of another block; 0: all are its own
  std::int64_t shares = 0;     // per thread of the last block, if several blocks share a sum; otherwise 0
};
SumFacts facts_of(const ReducePlan& plan);
// Never fails. Constant cost.
TimePrediction predict_time(const SumFacts& facts, const Gpu& gpu);

// True if the constants were fitted on this GPU; otherwise they are those of an H100, scaled by the ratios of the data
// sheets.
bool is_fitted(const Gpu& gpu);

}  // namespace stridescope
