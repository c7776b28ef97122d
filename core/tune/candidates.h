// Kernels that do the same as a given one, as programs of the language: the space that a tuner looks through.
//
//   gemm_kernel   by wgmma: tile, warpgroups, depth, stages, pieces of C, clusters, bands, parts of
//                 K; by mma.sync: tile, warps, depth, stages
//   copy_kernel   threads, accesses of a thread, shared memory with its swizzle or padding, the copy engine, stages;
//                 blocks of elements that a thread turns in registers
//   reduce_kernel tile, threads along what is contiguous and across it, accesses of a thread, blocks that share a sum
//
// The layouts of the tensors, their types and that of C stay as they are. A candidate is a text: what is measured, what
// is shown and what is inserted is the same.
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

// One kernel that may be worth measuring. `text` alone is the kernel; the rest says how far the model is to be
// trusted.
struct Candidate {
  Message label;  // "wgmma 128x256x64, 4 stages, pieces of 64"
  // Facts that a model distinguishes: the tile, and the threads that move it. Candidates of one group differ in stages,
  // order and so on.
  std::string group;
  bool plain = true;    // the first of its group to be measured; else it differs from that one in one thing
  bool ranked = false;  // rough_us is a prediction that distinguishes it from others of its group
  // The owner of a tile: all threads that multiply, one of two warpgroups, or several blocks (Stream-K). The latter are
  // harder to predict, so they are tried after the others.
  enum class Way : std::uint8_t { whole, turns, shares };
  Way way = Way::whole;
  bool split = false;              // its parts of K are added: a model that knows whole tiles well knows these less
  std::vector<std::string> twice;  // groups of tiles that have twice its rows, or twice its columns
  // An expression of the language, of several lines, in which no name is used. Evaluating it may fail.
  std::string text;
  double rough_us = 0;  // before it is planned: only the order of these counts
};

// Fastest first, by the facts known before planning. Some of them cannot be planned. unsupported: a kernel without
// candidates, with the reason: a copy of other than 1 to 5 modes or without a contiguous mode on each side, for
// example.
Result<std::vector<Candidate>> candidates_of(const Value& kernel, const Gpu& gpu);
// Is it of a kind that has any?
bool has_candidates(const Value& value);

// The parts of it: of a product (product_candidates.cpp), a copy (copy_candidates.cpp) and a sum
// (reduce_candidates.cpp).
Result<std::vector<Candidate>> product_candidates(const GemmKernel& kernel, const Gpu& gpu);
Result<std::vector<Candidate>> copy_candidates(const CopyKernel& kernel, const Gpu& gpu);
Result<std::vector<Candidate>> reduce_candidates(const ReduceKernel& kernel, const Gpu& gpu);

}  // namespace stridescope
