// Building blocks of conversion*.cpp: spaces over F2, bases of register layouts, owners of elements.
#pragma once

#include <bit>
#include <cstddef>

#include "core/base/power.h"
#include "core/conversion/conversion.h"

namespace stridescope::conversion_parts {

inline std::uint64_t unit(std::size_t bit) { return std::uint64_t{1} << bit; }

// The span of vectors over F2; also gives the added vectors whose xor is a given element.
class Span {
 public:
  // Adds a vector; false if the span already has it, and then nothing changes.
  bool add(std::uint64_t vector);
  bool has(std::uint64_t vector) const { return reduced(vector).first == 0; }
  // The added vectors, as bits in the order of addition, whose xor is `vector`. pre: has(vector).
  std::uint64_t made_of(std::uint64_t vector) const { return reduced(vector).second; }
  std::size_t dimension() const { return rows_.size(); }

 private:
  std::pair<std::uint64_t, std::uint64_t> reduced(std::uint64_t vector) const;
  struct Row {
    std::uint64_t vector;  // the rows have different highest bits
    std::uint64_t made_of;
  };
  std::vector<Row> rows_;  // by descending highest bit
};

// The element of (thread, value) is the xor of the bases of their set bits.
struct RegisterBases {
  std::vector<std::uint64_t> thread;
  std::vector<std::uint64_t> value;
};
// Empty if the layout is not linear over F2.
std::optional<RegisterBases> register_bases(const ThreadOffsets& layout);

// The pairs that hold each element, sorted by thread and then value.
class Holders {
 public:
  explicit Holders(const ThreadOffsets& layout);
  // The nearest owner: the same pair, else in the same thread, in the same warp, or any; empty without an owner.
  std::optional<TvPair> nearest(std::int64_t element, TvPair wanted) const;

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<TvPair> pairs_;
};

inline std::int64_t element_at(const ThreadOffsets& layout, std::int64_t thread, std::int64_t value) {
  return layout.offset[static_cast<std::size_t>(value * layout.threads + thread)];
}

// A mix with `parts` open parts for each thread.
RegisterMix open_mix(int parts, std::int64_t threads);

// The way with rounds of shuffles from a matrix over F2. Empty if the layouts are not linear, hold elements twice, or
// if warps exchange elements. (conversion_linear.cpp)
std::optional<Conversion> linear_shuffles(const ConversionProblem& problem);
// The way through shared memory, and the plain way. (conversion_shared.cpp)
Conversion shared_conversion(Arith&, const ConversionProblem& problem);
Conversion plain_conversion(const ConversionProblem& problem);
// Counts the selects of rounds and results, for all warps.
void count_selects(const ConversionProblem& problem, Conversion& conversion);

}  // namespace stridescope::conversion_parts
