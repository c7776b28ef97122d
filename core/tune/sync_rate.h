// The rate of an mma.sync on a GPU: a property of the instruction's types and of the GPU, from one table
// (sync_rates.def), which names the source of each row.
#pragma once

#include "core/hardware/bound.h"
#include "core/tiled/atom.h"

namespace stridescope {

// True if the GPU has the instruction: mma.sync and the scalar ones of its own and of older architectures, wgmma only
// if the architecture is the instruction's own, since no other one has it.
bool has_instruction(const Gpu& gpu, const MmaAtom& atom);

// The peak of an mma.sync on the GPU, relative to tensor_tflops_e1: 1 for half_t into float on an A100, 0.6 on an H100,
// whose data sheet gives the rate of wgmma; 2 for 8-bit integers on an A100. Depends on the bits of the elements and of
// the sums, and on the operation that combines single bits. 0: the GPU does not have it, or its rate is not documented.
double sync_rate(const MmaAtom& atom, const Gpu& gpu);

}  // namespace stridescope
