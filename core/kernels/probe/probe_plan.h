// A probe runs one instruction and recovers its layouts from the results.
//
// MMA: A is one-hot, one element (m,k) at a time. (For a sparse A, the metadata marks it as stored; for all other
// groups the first two elements of four.) Every element of B contains its own number n + N k, digit by digit, in
// numbers that its type represents exactly. Row m of D must then contain the numbers of column k of B, and every other
// row 0. If D differs, a register of A, B or D holds another element than in the table. All (m,k) with all (n,k)
// determine the three layouts up to a renaming of rows, columns and ks that no product can distinguish.
//
// Copy: every 16 or 8 bits of the source contain their element number in the reference; the destination must contain
// them at the positions of the table.
#pragma once

#include <optional>
#include <string>

#include "core/kernels/kernel.h"
#include "core/kernels/mma/mma_plan.h"

namespace stridescope {

inline constexpr int max_probe_listed = 16;  // maximum number of reported mismatches
// Bytes at the start of a probe's memory for its messages; the rest is its working memory.
inline constexpr int probe_memory_offset = 8 * (4 * max_probe_listed + 2);

// Either one of mma and copy is set, or not_runnable has the reason.
struct ProbePlan {
  std::string name;             // name of the atom
  Message not_runnable;         // the reason why the atom has no probe; else empty
  bool names_function = false;  // not_runnable begins with "probe_kernel", like the error of a tile
  std::string needs;
  std::optional<MmaPlan> mma;
  std::optional<CopyAtom> copy;
  // The descriptor for the copy engine, after the messages: of 256 x 32 bits, or of an image of 8 pixels with 32
  // channels.
  enum class Map { none, tiled, im2col };
  bool bulk = false;  // the copy engine
  Map map = Map::none;
  int digit_bits = 0;  // bits of a number per round
  int digits = 0;
  std::int64_t checks = 0;  // number of compared values
};

// Never fails: for an atom without a probe, not_runnable has the reason, for example for a prefetch, whose effect is
// not observable.
ProbePlan plan_probe(const ProbeKernel& kernel);

// extern "C" __global__ void stridescope_probe(unsigned long long* wrong[, TensorMap map])
// wrong[0] counts the values that differ from the table. From wrong[1] on, for the first of them: the probed element,
// the location (thread + 2^32 value), the actual and the expected value.
KernelText cuda_text(const ProbePlan& plan);
std::string standalone_text(const ProbePlan& plan);

}  // namespace stridescope
