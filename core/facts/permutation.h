// A layout that is a bijection of [0, size), as a permutation: i -> L(i).
//   (2,3):(3,1)   0 3 1 4 2 5: cycles (1 3 4 2), fixed points 0 and 5, order 4, odd
// A value that is not a bijection of [0, size) has no permutation, and the reason is given: (4,2):(1,8) is injective
// but not onto [0,8). A swizzled layout or a tensor counts as its function. Work: linear in the elements; stores all
// offsets meanwhile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/facts/interval_set.h"
#include "core/value/value.h"

namespace stridescope {

// Limit of stored elements, for all cycles together, so that a permutation of a million elements needs little memory.
// The last stored cycle is cut at the limit; all members except `cycles` count everything.
inline constexpr std::size_t max_stored_cycle_elements = 4096;

// The cycle structure of i -> L(i). Cycles of length 1 are in fixed_points and cycle_type, not in `cycles`. laws: the
// sum of length * count over cycle_type is size; order is the least common multiple of the lengths; odd is the parity
// of the number of cycles of even length.
struct Permutation {
  // The number of cycles of one length. Both are at least 1.
  struct CycleClass {
    std::int64_t length;
    std::int64_t count;
    bool operator==(const CycleClass&) const = default;
  };
  std::int64_t size = 0;
  IntervalSet fixed_points;            // L(i) = i
  std::vector<CycleClass> cycle_type;  // ascending lengths, including fixed points as length 1
  // The cycles of length above 1, ordered by their smallest elements. Each begins with its smallest element, and each
  // entry is L of the one before.
  std::vector<std::vector<std::int64_t>> cycles;
  bool all_cycles = true;  // `cycles` has all of them
  // The least k > 0 with L applied k times equal to the identity; empty if it does not fit 64 bits. 1 for the identity,
  // including the empty one.
  std::optional<std::int64_t> order;
  bool odd = false;  // an odd number of transpositions

  // Number of elements that are not fixed points, in stored and other cycles.
  std::int64_t moved() const { return size - fixed_points.elements; }
};

// A permutation, or the reason why none exists. post: exactly one of permutation and `why` is set.
struct PermutationAnalysis {
  std::optional<Permutation> permutation;
  Message why;
  // Undecided because of too many elements, with the reason in `why`. If false without a permutation, the value is
  // proved not to be one, or is not a function.
  bool unchecked = false;
};

// Analyzes a value. Never fails. Enumerates all coordinates, at most max_enumerated (function.h). The identity is
// recognized without enumeration at any size, even as a layout of several modes that merge to stride 1.
PermutationAnalysis analyze_permutation(const Value& value);

// Prints (1 4 2)(3 5), without fixed points; () for the identity. At most 200 elements, then `...`.
std::string cycles_text(const Permutation& permutation);

}  // namespace stridescope
