// The unit that executes an atom, and its first architecture. The rules of the families set both, so that plans and
// writers of kernels compare enumerations and integers, and never parse names.
#pragma once

#include <cstdint>
#include <string>

namespace stridescope {

// The instruction of an MMA. fma: a scalar multiply-add (UniversalFMA); dot: dp4a; mma_sync: executed by a warp; wgmma:
// by a warpgroup. other: not a single instruction, or one without generated kernels, such as tcgen05.mma.
enum class MmaInstruction : std::uint8_t { other, fma, dot, mma_sync, wgmma };
// The instruction of a copy. other: not a single instruction, or one without generated kernels.
enum class CopyInstruction : std::uint8_t {
  other,
  any_width,  // loads and stores as wide as the layouts allow
  universal,  // a load and a store of one element
  // sm80: from global to shared memory without registers; waits are by groups
  cp_async,
  // 8x8 matrices of 16-bit elements from shared memory to a warp's registers; stmatrix is the reverse
  ldmatrix,
  stmatrix,
  // transposes such a matrix within a warp's registers
  movmatrix,
  bulk,           // the copy engine of sm90, contiguous memory
  tma,            // the copy engine with a descriptor
  tma_image,      // the copy engine with the descriptor of an image
  prefetch,       // the copy engine into L2, without an observable effect
  tensor_memory,  // between registers and tensor memory
  tensor_copy,    // from shared to tensor memory, with a descriptor
};

// A copy instruction with the variants that its text and counts depend on. A flag is false if the instruction has no
// such variant.
struct CopyOperation {
  CopyInstruction instruction = CopyInstruction::other;
  bool transposed = false;  // ldmatrix and stmatrix: transposed matrices
  bool past_l1 = false;     // cp.async: bypasses L1
  // cp.async: fills unread elements with zeros, by a predicate per thread
  bool zero_fill = false;
  // The copy engine, from the first mnemonic: completion signals a barrier (mbarrier), as for loads into shared memory;
  // stores are awaited in groups.
  bool completes = false;
  // Writes to the same offset in several blocks of a cluster, by a mask.
  bool multicast = false;
  bool reduces = false;     // adds to the destination
  bool cache_hint = false;  // takes an eviction policy for L2
};

// An architecture's name: 80 is "sm80"; 0 is "any", for atoms that need no special instruction. Numbers from 1000 on
// belong to other vendors: the hundreds are the family, the rest the generation: 1003 "cdna3", 1104 "rdna4", 1201 "xe",
// 1307 "apple7". pre: not negative.
std::string architecture_name(int arch);

}  // namespace stridescope
