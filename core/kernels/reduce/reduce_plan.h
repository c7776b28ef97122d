// The plan of a reduction, number by number: how a tile of the source is read (that of a copy,
// core/kernels/copy/copy_plan.h), which values of a thread go to the same sum, which threads have parts of one, and
// where sums are stored. Its text, the reference device, the run on a GPU and the predicted counts are made from it.
//
//   extern "C" __global__ void stridescope_reduce(const Element* src, Sum* dst[, Sum* parts, unsigned* arrived])
//
// A block has the sums of one tile of dst, `sums_of_block` of them, and goes through the tiles of src that they are
// made of: all of them, or every `parts`-th, and then the last block to arrive adds what the others left in `parts`.
// `arrived` counts them, a number for each tile of dst; it is 0 before a launch and after it. Nothing depends on which
// block is the last: the sums are those of the same additions each time.
#pragma once

#include <string>
#include <vector>

#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/kernel.h"
#include "core/kernels/kernel_work.h"
#include "core/kernels/reduce/reduce_kernel.h"

namespace stridescope {

// The last block of a sum that several share: it adds what each has left of its sums.
struct LastBlock {
  std::int64_t sums = 0, threads = 0;  // of a block
  std::int64_t parts = 1;              // blocks that share them
  // The number of sums that it adds at a time, and of threads that share the parts of each.
  std::int64_t at_once() const { return sums < threads ? sums : threads; }
  std::int64_t team() const {
    std::int64_t out = 1;
    while (2 * out <= threads / at_once() && 2 * out <= parts) out *= 2;
    return out;
  }
  // The elements that one of its threads adds, one after the other.
  std::int64_t shares_of_thread() const { return (sums + at_once() - 1) / at_once() * ((parts + team() - 1) / team()); }
};

struct ReducePlan {
  ReduceKernel kernel;
  CopyPlan load;             // of a tile of src
  KernelMap keep;            // (thread, value, tile) -> offset of its sum in dst
  std::vector<bool> summed;  // the modes of src
  bool integers = false;     // sums are of int, else of float
  std::int64_t threads = 0;  // of a block
  std::int64_t values = 0;   // of a thread, in a tile
  std::int64_t sums = 0;     // that a thread has parts of
  std::int64_t sums_of_block = 0;
  std::int64_t steps = 0;  // tiles of src that a tile of dst is made of
  std::int64_t dst_tiles = 0;
  std::int64_t parts = 1;   // blocks that share them
  std::vector<int> lanes;   // by which shuffles add, the farthest first
  std::int64_t groups = 1;  // threads that have parts of one sum after that
  std::int64_t shared_bytes = 0;
  std::int64_t summands = 0;             // of a sum
  std::int64_t results = 0;              // sums in all
  std::int64_t lowest = 0, highest = 0;  // offsets in dst

  KernelIndex sum_of_value;     // value -> which sum of its thread
  KernelIndex first_of_thread;  // thread -> which sum of its block its first one is
  KernelIndex next_of_sum;      // sum of a thread -> how far behind that
  KernelIndex group_of_thread;
  KernelIndex offset_of_sum;  // sum of a block -> offset in dst, from that of the tile on
  // Threads whose sums are stored: those at the start of these digits.
  std::vector<KernelDigit> combined;
  // Coordinates for a proof: result -> 1-D coordinate in src of its first summand, summand -> how far behind that.
  KernelIndex first_summand, summand;

  bool split() const { return parts > 1; }
  std::int64_t blocks() const { return dst_tiles * parts; }
  LastBlock last_block() const { return {sums_of_block, threads, parts}; }
  std::int64_t parts_bytes() const { return split() ? results * parts * 4 : 0; }
  std::int64_t arrived_bytes() const { return split() ? dst_tiles * 4 : 0; }
  std::int64_t bytes_moved() const { return load.bytes_of(load.elements) + results * 4; }
  // For block b: its tile's coordinates along the modes of the grid, at its step.
  void tile_coordinates(std::int64_t b, std::int64_t step, std::int64_t* out) const;
};

// The refusals of plan_copy for reading src; unsupported: types without a sum, swizzled destinations, a partition that
// has an element of the tile never or twice; shape_divisibility: a tile that exceeds dst.
Result<ReducePlan> plan_reduce(const ReduceKernel& kernel);

KernelText cuda_text(const ReducePlan& plan);
// fill, poison and check, to be compiled with the kernel.
std::string check_text(const ReducePlan& plan);
std::string standalone_text(const ReducePlan& plan);
// The positions of the sums by dst's own layout, for 1-D coordinates of src; requires coordinate 0 along summed modes.
TensorIndex sums_index(const ReducePlan& plan);
// The initial value of element x of memory: integers around 0, so small that sums in any order are exact. From a code
// of x the upper bits.
inline constexpr int summand_shift = 8;
inline constexpr int summand_kinds = 9;
std::int64_t summand_value(std::uint64_t x, std::uint32_t seed);
CopyPrediction predict(const ReducePlan& plan);
KernelWork work_of(const ReducePlan& plan);

}  // namespace stridescope
