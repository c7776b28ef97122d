// What executes an atom, and since when GPUs have it: the one place that reads it from CUTLASS's names and mnemonics.
// What plans and writes kernels asks here, and compares enumerations and integers.
#pragma once

#include <cstdint>

#include "core/tiled/atom.h"

namespace stridescope {

// `other`: no one instruction, or one for which no kernel is generated.
enum class MmaInstruction : std::uint8_t { other, fma, dot, mma_sync, wgmma };
enum class CopyInstruction : std::uint8_t {
  other,
  any_width,  // loads and stores as wide as the layouts allow
  universal,  // a load and a store of one element
  cp_async,
  ldmatrix,
  stmatrix,
  movmatrix,
  bulk,       // the copy engine of sm90, on contiguous memory
  tma,        // by a descriptor
  tma_image,  // by that of an image
  prefetch    // the copy engine again, into L2, where no program sees it
};

// By name and mnemonics; an atom that is known by its layouts alone is `other`.
MmaInstruction instruction_of(const MmaAtom& atom);

// A copy instruction with the variants that its text and its counts depend on.
struct CopyOperation {
  CopyInstruction instruction = CopyInstruction::other;
  bool transposed = false;  // ldmatrix and stmatrix: the matrices are
  bool past_l1 = false;     // cp.async: it leaves L1 out
  bool zero_fill = false;   // cp.async: what it does not read is zero
};
CopyOperation operation_of(const CopyAtom& atom);

// The first architecture that has it, 80 of "sm80"; 0: it needs no instruction of its own.
int architecture_of(const MmaAtom& atom);
int architecture_of(const CopyAtom& atom);

}  // namespace stridescope
