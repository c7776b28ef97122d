// A layout that is a bijection of [0, size) as a permutation: i -> L(i).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/interval_set.h"
#include "core/value/value.h"

namespace stridescope {

// Of the cycles themselves only the first are stored, up to about this many elements together.
inline constexpr std::size_t max_stored_cycle_elements = 4096;

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

struct PermutationAnalysis {
  std::optional<Permutation> permutation;
  std::string why;  // it is none, or is not checked
};

PermutationAnalysis analyze_permutation(const Value& value);

// (1 4 2)(3 5), fixed points left out; () for the identity.
std::string cycles_text(const Permutation& permutation);

}  // namespace stridescope
