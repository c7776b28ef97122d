// The permutation of values in a thread's registers: used by a transpose whose elements are smaller than a word.
//
// A thread reads its values next to each other as one side has them, and writes them next to each other as the other
// side has them. Of a block of 8 x 8 nibbles it reads 8 rows of a word, and writes 8 columns of a word; in between the
// words exchange pieces, pair by pair, in 3 rounds: first of 4 bits, then of 8, then of 16.
//
// The order of each side is its own rule: the value's index is taken apart into digits of 2 (and what is odd), and the
// digits are sorted by how far they step in that side's memory. A place in registers is a number of these digits, so
// that the turn is a permutation of digits: those that lie within a word are exchanged one by one, the others are only
// names of registers.
//
// Internal to core/kernels.
#pragma once

#include "core/kernels/copy/copy_plan.h"

namespace stridescope {

// An index of values as one of places.
KernelIndex in_order(const KernelIndex& values, const KernelIndex& order);
KernelMap in_order(const KernelMap& map, const KernelIndex& order);

// The two sides of a thread's registers, with edges as a partition of `load` or store sees them.
struct TurnedSides {
  KernelSide* read = nullptr;
  KernelSide* written = nullptr;
  int element_bits = 0;
  std::int64_t values = 0;  // of one thread
  bool load = false;
  int limit = 16;  // bytes of an access
};

// Sets orders and widths of both sides, where accesses become wider than those in the order of the values, and the turn
// between them; where none helps all three stay as they are. Returns what is in the way of accesses of whole bytes on
// one of the sides, in whatever order. post: place p of `written` has the value that place before(p) of `read` has.
std::optional<Message> turn_values(const TurnedSides& sides, const std::vector<KernelEdge>& edges, KernelTurn& turn);

}  // namespace stridescope
