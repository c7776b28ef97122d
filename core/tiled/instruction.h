// The unit that executes an atom, and the first GPUs that have it. The rules of the families set both next to the other
// facts, so that plans and writers of kernels compare enumerations and integers and never parse a name.
#pragma once

#include <cstdint>
#include <string>

namespace stridescope {

// The multiplying instruction. `fma` is a scalar multiply-add (UniversalFMA), `dot` dp4a, `mma_sync` an instruction of
// a warp, `wgmma` of a warpgroup. `other`: not a single instruction, or one without generated kernels, such as
// tcgen05.mma.
enum class MmaInstruction : std::uint8_t { other, fma, dot, mma_sync, wgmma };
// The moving instruction. `other`: not a single instruction, or one without generated kernels.
enum class CopyInstruction : std::uint8_t {
  other,
  any_width,  // loads and stores as wide as the layouts allow
  universal,  // a load and a store of one element
  // sm80: from global into shared memory, past the registers, waited for in groups
  cp_async,
  // 8x8 matrices of 16-bit elements from shared memory into a warp's registers; stmatrix is the way back
  ldmatrix,
  stmatrix,
  // transposes such a matrix within a warp's registers
  movmatrix,
  bulk,           // the copy engine of sm90, on contiguous memory
  tma,            // by a descriptor
  tma_image,      // by that of an image
  prefetch,       // the copy engine again, into L2, where no program sees it
  tensor_memory,  // between registers and tensor memory
  tensor_copy,    // from shared into tensor memory, by a descriptor
};

// A copy instruction with the variants that its text and its counts depend on. Each flag is false where the
// instruction has no such variant.
struct CopyOperation {
  CopyInstruction instruction = CopyInstruction::other;
  bool transposed = false;  // ldmatrix and stmatrix: the matrices are
  bool past_l1 = false;     // cp.async: it leaves L1 out
  // cp.async: what it does not read is zero, by a predicate of each thread
  bool zero_fill = false;
  // The copy engine, by the first mnemonic:
  // A barrier (mbarrier) learns of it, as of loads into shared memory; stores are waited for in groups.
  bool completes = false;
  // Into the same place of several blocks of a cluster, by a mask.
  bool multicast = false;
  bool reduces = false;     // it adds to what is there
  bool cache_hint = false;  // it takes an eviction policy of L2
};

// An architecture's name: 80 is "sm80", 0 "any", for what needs no instruction of its own. From 1000 on it is another
// maker's, the family in the hundreds, its generation in the rest: 1003 "cdna3", 1104 "rdna4", 1201 "xe", 1307
// "apple7". pre: not negative.
std::string architecture_name(int arch);

}  // namespace stridescope
