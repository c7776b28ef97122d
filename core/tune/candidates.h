// Kernels equivalent to a given one, as programs of the language: the search space of a tuner.
//
//   gemm_kernel   by wgmma: tile, warpgroups, depth, stages, pieces of C, clusters, bands, parts of
//                 K; by mma.sync: tile, warps, depth, stages
//   copy_kernel   threads, accesses of a thread, shared memory with its swizzle or padding, the copy engine, stages;
//                 blocks of elements that a thread transposes in registers
//   reduce_kernel tile, threads along and across the contiguous mode, accesses of a thread, blocks that share a sum
//
// The layouts of the tensors and the element types stay. A candidate is a text: the same text is measured, shown and
// inserted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/hardware/bound.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/mma/mma_kernel.h"
#include "core/kernels/reduce/reduce_kernel.h"
#include "core/value/value.h"

namespace stridescope {

// A kernel that may be worth measuring. `text` is the kernel; the other members tell how reliable the model is for it.
struct Candidate {
  Message label;  // "wgmma 128x256x64, 4 stages, pieces of 64"
  // The properties that the model distinguishes: the tile, and the threads that move it. Candidates of one group differ
  // in stages, order etc.
  std::string group;
  bool plain = true;    // measured first in its group; the others differ from it in one property
  bool ranked = false;  // rough_us is a prediction that distinguishes it from others of its group
  // The owner of a tile: all multiplying threads, one of two warpgroups, or several blocks (Stream-K). The last two are
  // harder to predict, so they are tried after the others.
  enum class Way : std::uint8_t { whole, turns, shares };
  Way way = Way::whole;
  bool split = false;              // adds parts of K: the model is less accurate for these than for whole tiles
  std::vector<std::string> twice;  // groups of tiles with twice its rows, or twice its columns
  // An expression of the language, of several lines, without names of the program. Its evaluation can fail.
  std::string text;
  double rough_us = 0;  // before planning: only the order of these times matters
};

// The candidates, fastest first by the properties known before planning. Some of them cannot be planned. Fails with
// unsupported and the reason for a kernel without candidates, for example a copy with more than 5 modes or without a
// contiguous mode on each side.
Result<std::vector<Candidate>> candidates_of(const Value& kernel, const Gpu& gpu);
// True for kernels of a kind that can have candidates.
bool has_candidates(const Value& value);

// The cases of candidates_of: a product (product_candidates.cpp), a copy (copy_candidates.cpp) and a sum
// (reduce_candidates.cpp).
Result<std::vector<Candidate>> product_candidates(const GemmKernel& kernel, const Gpu& gpu);
Result<std::vector<Candidate>> copy_candidates(const CopyKernel& kernel, const Gpu& gpu);
Result<std::vector<Candidate>> reduce_candidates(const ReduceKernel& kernel, const Gpu& gpu);

}  // namespace stridescope
