// How fast a GPU multiplies by an mma.sync: a property of the instruction's types and of the GPU, read off one table
// (sync_rates.def), which says of each row where it comes from.
#pragma once

#include "core/hardware/bound.h"
#include "core/tiled/atom.h"

namespace stridescope {

// Whether the GPU has the instruction: mma.sync and the scalar ones of its own and of older architectures, wgmma only
// where the architecture is the instruction's own, since no other one has it.
bool has_instruction(const Gpu& gpu, const MmaAtom& atom);

// The peak of an mma.sync on the GPU, as a part of tensor_tflops_e1: 1 of half_t into float on an A100, 0.6 on an H100,
// whose data sheet gives the rate of wgmma; 2 of 8-bit integers on an A100. Decided by the bits of the elements and of
// the sums, and by what single bits are combined with. 0: the GPU does not have it, or no document says how fast it is.
double sync_rate(const MmaAtom& atom, const Gpu& gpu);

}  // namespace stridescope
