// A layout that is a bijection of [0, size) as a permutation: i -> L(i).
//   (2,3):(3,1)   0 3 1 4 2 5: cycles (1 3 4 2), fixed points 0 and 5, order 4, odd
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/interval_set.h"
#include "core/value/value.h"

namespace stridescope {

// Of the cycles themselves only the first are stored, up to about this many elements together.
inline constexpr std::size_t max_stored_cycle_elements = 4096;

// The cycle structure. Cycles of length 1 are fixed_points and stand in cycle_type alone.
struct Permutation {
  struct CycleClass {
    std::int64_t length;
    std::int64_t count;
    bool operator==(const CycleClass&) const = default;
  };
  std::int64_t size = 0;
  IntervalSet fixed_points;                       // L(i) = i
  std::vector<CycleClass> cycle_type;             // ascending lengths, fixed points included as length 1
  std::vector<std::vector<std::int64_t>> cycles;  // of length > 1, each from its smallest element, in their order
  bool all_cycles = true;                         // `cycles` holds all of them
  std::optional<std::int64_t> order;              // least k > 0 with L^k = identity; nothing: beyond 64 bits
  bool odd = false;                               // an odd number of transpositions

  std::int64_t moved() const { return size - fixed_points.elements; }
};

// A permutation, or the reason why there is none: not a bijection of [0, size), or too large to be looked at.
struct PermutationAnalysis {
  std::optional<Permutation> permutation;
  Message why;
  bool unchecked = false;  // nothing was decided, and `why` says so  // it is none, or is not checked
};

// Looks at every coordinate, at most max_enumerated of them (function.h); the identity is known without that at any
// size.
PermutationAnalysis analyze_permutation(const Value& value);

// (1 4 2)(3 5), fixed points left out; () for the identity.
std::string cycles_text(const Permutation& permutation);

}  // namespace stridescope
