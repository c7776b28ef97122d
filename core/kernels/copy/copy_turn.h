// The permutation of values in a thread's registers, for transposes of elements smaller than a word.
//
// A thread reads values that are adjacent on one side, and writes values that are adjacent on the other side. For a
// block of 8 x 8 nibbles it reads 8 rows of one word each, and writes 8 columns of one word each. In between, pairs of
// words exchange pieces in 3 rounds: of 4, 8 and 16 bits.
//
// Each side defines an order: the value's index is split into binary digits (and odd factors), and the digits are
// sorted by their stride in that side's memory. A position in registers is a number of these digits, so the permutation
// is one of digits. Digits within a word are exchanged one by one; the others only rename registers.
//
// Internal to core/kernels.
#pragma once

#include "core/kernels/copy/copy_plan.h"

namespace stridescope {

// An index of values as an index of positions.
KernelIndex in_order(const KernelIndex& values, const KernelIndex& order);
KernelMap in_order(const KernelMap& map, const KernelIndex& order);

// The two sides of a thread's registers, with the edges in the partition of `load` or of the store.
struct TurnedSides {
  KernelSide* read = nullptr;
  KernelSide* written = nullptr;
  int element_bits = 0;
  std::int64_t values = 0;  // per thread
  bool load = false;
  int limit = 16;  // maximum bytes of an access
};

// Sets the orders and widths of both sides, and the permutation between them, if that makes accesses wider than in the
// order of the values; otherwise all three are unchanged. Returns the obstacle if one of the sides cannot access whole
// bytes in any order. post: position p of `written` has the value of position before(p) of `read`.
std::optional<Message> turn_values(const TurnedSides& sides, const std::vector<KernelEdge>& edges, KernelTurn& turn);

}  // namespace stridescope
