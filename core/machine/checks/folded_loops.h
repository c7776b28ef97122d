// A search of all orders in which loops by a counter are folded: a warp may leave such a loop at each of its ends, so
// that the states do not depend on how often it turns. For kernels whose warps do not meet in their loops.
//
// Registers that decide neither branches nor addresses nor synchronization are zeros here, the counters among them.
// Each real order is one of the orders of this search. If one of those hangs or fails, nothing is known; otherwise no
// real order hangs: an order that hangs has left its counted loops, which turn a fixed number of times, so that its
// last states are here too, and as hopeless.
#pragma once

#include <optional>

#include "core/machine/checks/interleavings.h"

namespace stridescope::machine {

// The number of states, if no order hangs or fails; otherwise that is not known. pre: the usual order ends.
std::optional<std::uint64_t> folded_states(const Program& program, const Function& kernel, Launch launch,
                                           const InterleavingLimits& limits);

}  // namespace stridescope::machine
