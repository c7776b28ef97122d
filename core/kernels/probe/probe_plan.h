// A probe runs one instruction and recovers its layouts from what it does.
//
// MMA: A is one-hot, element (m,k) at a time (for a sparse A the metadata of its four elements along K mark it as
// stored, and everywhere else the first two); every element of B contains its own number n + N k, digit by digit, in
// numbers that its type holds exactly. Then row m of D must contain the numbers of column k of B, and every other row
// 0: if D differs, some register of A, B or D holds another element than in the table. All (m,k) with all (n,k)
// determine the three layouts up to a renaming of rows, columns and ks that no product can distinguish.
//
// Copy: every 16 or 8 bits of the source contain their element number of the reference; the destination must have them
// at the places of the table.
#pragma once

#include <optional>
#include <string>

#include "core/kernels/kernel.h"
#include "core/kernels/mma/mma_plan.h"

namespace stridescope {

inline constexpr int max_probe_listed = 16;  // mismatches that are reported
// Bytes at the begin of a probe's memory for its messages; what is behind them is for its own use.
inline constexpr int probe_memory_offset = 8 * (4 * max_probe_listed + 2);

// Exactly one of mma and copy is there, or not_runnable says why none is.
struct ProbePlan {
  std::string name;             // of the atom
  Message not_runnable;         // why no probe of it is generated; empty when one is
  bool names_function = false;  // not_runnable begins with probe_kernel, as the error of a tile does
  std::string needs;
  std::optional<MmaPlan> mma;
  std::optional<CopyAtom> copy;
  // Additional data for the copy engine: the descriptor of 256 x 32 bits after the messages, or of an image of 8 pixels
  // of 32 channels.
  enum class Map { none, tiled, im2col };
  bool bulk = false;  // the copy engine
  Map map = Map::none;
  int digit_bits = 0;  // of a number at a time
  int digits = 0;
  std::int64_t checks = 0;  // values that are compared
};

// Never refused: an atom without a probe has the reason in not_runnable, for example a prefetch, whose effect no
// program can observe.
ProbePlan plan_probe(const ProbeKernel& kernel);

// extern "C" __global__ void stridescope_probe(unsigned long long* wrong[, TensorMap map])
// wrong[0] counts the values that are not what the table says; from wrong[1] on, for the first of them, what was
// probed, where it was met (thread + 2^32 value), what was there and what the table says.
KernelText cuda_text(const ProbePlan& plan);
std::string standalone_text(const ProbePlan& plan);

}  // namespace stridescope
