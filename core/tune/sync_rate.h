// The rate of an mma.sync on a GPU, by the instruction's types and the GPU, from one table (sync_rates.def), which
// gives the source of each row.
#pragma once

#include "core/hardware/bound.h"
#include "core/tiled/atom.h"

namespace stridescope {

// True if the GPU has the instruction: mma.sync and scalar instructions of its own or an older architecture; wgmma only
// on the instruction's own architecture, since no other one has it.
bool has_instruction(const Gpu& gpu, const MmaAtom& atom);

// The peak of an mma.sync on the GPU, relative to tensor_tflops_e1: 1 for half_t into float on an A100; 0.6 on an H100,
// whose data sheet gives the rate of wgmma; 2 for 8-bit integers on an A100. Depends on the bits of the elements and of
// the sums, and for single bits on the operation. 0: the GPU does not have it, or its rate is not documented.
double sync_rate(const MmaAtom& atom, const Gpu& gpu);

}  // namespace stridescope
