// The plan of a reduction in integers: the reads of a tile of the source (like a copy's,
// core/kernels/copy/copy_plan.h), the values of a thread that go to the same sum, the threads with partial sums of one
// element, and the positions of the sums. Text, reference device, GPU run and predicted counts are made from it.
//
//   extern "C" __global__ void stridescope_reduce(const Element* src, Sum* dst[, Sum* parts, unsigned* arrived])
//
// A block computes the sums of one tile of dst, `sums_of_block` of them, and iterates over the tiles of src that
// contribute: all of them, or every `parts`-th. In the latter case the last block to arrive adds the partial sums of
// all in `parts`. `arrived` counts the blocks, one counter per tile of dst; it is 0 before and after a launch. The
// result does not depend on which block is the last: the order of additions is fixed.
#pragma once

#include <string>
#include <vector>

#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/kernel.h"
#include "core/kernels/kernel_work.h"
#include "core/kernels/reduce/reduce_kernel.h"

namespace stridescope {

// The last block of a sum that several blocks share: it adds the partial sums of all.
struct LastBlock {
  std::int64_t sums = 0, threads = 0;  // per block
  std::int64_t parts = 1;              // blocks that share them
  // The number of sums that it adds at a time, and of threads that share the parts of each.
  std::int64_t at_once() const { return sums < threads ? sums : threads; }
  std::int64_t team() const {
    std::int64_t out = 1;
    while (2 * out <= threads / at_once() && 2 * out <= parts) out *= 2;
    return out;
  }
  // The number of elements that one of its threads adds.
  std::int64_t shares_of_thread() const { return (sums + at_once() - 1) / at_once() * ((parts + team() - 1) / team()); }
};

struct ReducePlan {
  ReduceKernel kernel;
  CopyPlan load;             // reads a tile of src
  KernelMap keep;            // (thread, value, tile) -> offset of its sum in dst
  std::vector<bool> summed;  // the modes of src
  bool integers = false;     // sums are of int, else of float
  std::int64_t threads = 0;  // per block
  std::int64_t values = 0;   // per thread and tile
  std::int64_t sums = 0;     // sums that a thread has parts of
  std::int64_t sums_of_block = 0;
  std::int64_t steps = 0;  // tiles of src per tile of dst
  std::int64_t dst_tiles = 0;
  std::int64_t parts = 1;   // blocks that share the steps
  std::vector<int> lanes;   // distances of the shuffles, largest first
  std::int64_t groups = 1;  // threads with parts of one sum after the shuffles
  std::int64_t shared_bytes = 0;
  std::int64_t summands = 0;             // per sum
  std::int64_t results = 0;              // sums in total
  std::int64_t lowest = 0, highest = 0;  // offsets in dst

  KernelIndex sum_of_value;     // value -> index of the sum in its thread
  KernelIndex first_of_thread;  // thread -> index of its first sum in the block
  KernelIndex next_of_sum;      // index of the sum in its thread -> distance from the first
  KernelIndex group_of_thread;
  KernelIndex offset_of_sum;  // index of the sum in its block -> offset in dst, from that of the tile
  // Digits of the thread index that are combined; the threads where all of them are 0 store the sums.
  std::vector<KernelDigit> combined;
  // For a proof: result -> 1-D coordinate in src of its first summand; summand -> distance from it.
  KernelIndex first_summand, summand;

  bool split() const { return parts > 1; }
  std::int64_t blocks() const { return dst_tiles * parts; }
  LastBlock last_block() const { return {sums_of_block, threads, parts}; }
  std::int64_t parts_bytes() const { return split() ? results * parts * 4 : 0; }
  std::int64_t arrived_bytes() const { return split() ? dst_tiles * 4 : 0; }
  std::int64_t bytes_moved() const { return load.bytes_of(load.elements) + results * 4; }
  // The tile coordinates of block b at that step, along the modes of the grid.
  void tile_coordinates(std::int64_t b, std::int64_t step, std::int64_t* out) const;
};

// The errors of plan_copy for reading src; unsupported: types without a sum, swizzled destinations, a partition that
// does not read every element of the tile exactly once; shape_divisibility: a tile that exceeds dst.
Result<ReducePlan> plan_reduce(const ReduceKernel& kernel);

KernelText cuda_text(const ReducePlan& plan);
// fill, poison and check, compiled with the kernel.
std::string check_text(const ReducePlan& plan);
std::string standalone_text(const ReducePlan& plan);
// The positions of the sums by dst's own layout, for 1-D coordinates of src with 0 along the summed modes.
TensorIndex sums_index(const ReducePlan& plan);
// The initial value of element x: a small integer around 0, so that sums in any order are exact. Taken from the upper
// bits of a code of x.
inline constexpr int summand_shift = 8;
inline constexpr int summand_kinds = 9;
std::int64_t summand_value(std::uint64_t x, std::uint32_t seed);
CopyPrediction predict(const ReducePlan& plan);
KernelWork work_of(const ReducePlan& plan);

}  // namespace stridescope
