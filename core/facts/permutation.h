// A layout that is a bijection of [0, size) as a permutation: i -> L(i).
//   (2,3):(3,1)   0 3 1 4 2 5: cycles (1 3 4 2), fixed points 0 and 5, order 4, odd
// A value that is not a bijection of [0, size) gives no permutation, with the reason: (4,2):(1,8) is injective but not
// onto [0,8). A swizzled layout or a tensor counts as its function. Work: linear in the elements, whose offsets are
// kept meanwhile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/facts/interval_set.h"
#include "core/value/value.h"

namespace stridescope {

// Elements of cycles that are stored, of all cycles together, so that a permutation of a million elements costs
// little memory. The last one stored is cut where they run out; everything but `cycles` counts all.
inline constexpr std::size_t max_stored_cycle_elements = 4096;

// The cycle structure of i -> L(i). Cycles of length 1 are fixed_points and occur only in cycle_type. laws: the sum of
// length * count over cycle_type is size; order is the least common multiple of the lengths; odd is the parity of the
// number of cycles of even length.
struct Permutation {
  // The number of cycles of a length. Both are at least 1.
  struct CycleClass {
    std::int64_t length;
    std::int64_t count;
    bool operator==(const CycleClass&) const = default;
  };
  std::int64_t size = 0;
  IntervalSet fixed_points;            // L(i) = i
  std::vector<CycleClass> cycle_type;  // ascending lengths, fixed points included as length 1
  // The cycles of length above 1, ordered by their smallest elements; each begins with its own and goes on as L does:
  // each entry is L of the one before.
  std::vector<std::vector<std::int64_t>> cycles;
  bool all_cycles = true;  // `cycles` holds all of them
  // The least k > 0 for which L applied k times is the identity; nothing where it does not fit 64 bits. 1 for the
  // identity, also of no elements.
  std::optional<std::int64_t> order;
  bool odd = false;  // an odd number of transpositions

  // Elements that are not fixed points: those of all cycles, stored or not.
  std::int64_t moved() const { return size - fixed_points.elements; }
};

// A permutation, or the reason why none exists. post: exactly one of permutation and `why` is set.
struct PermutationAnalysis {
  std::optional<Permutation> permutation;
  Message why;
  // Not decided, with the reason in `why`: too many elements. If false without a permutation, the value is proved not
  // to be one, or is not a function.
  bool unchecked = false;
};

// Never fails. Looks at every coordinate, at most max_enumerated of them (function.h); the identity is known without
// that at any size, also as a layout of several modes that merge to stride 1.
PermutationAnalysis analyze_permutation(const Value& value);

// (1 4 2)(3 5), without fixed points; () for the identity. At most 200 elements are written, `...` replaces the rest.
std::string cycles_text(const Permutation& permutation);

}  // namespace stridescope
