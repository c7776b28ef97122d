// Inside conversion*.cpp: spaces over F2, bases of register layouts, owners of elements.
#pragma once

#include <bit>
#include <cstddef>

#include "core/base/power.h"
#include "core/conversion/conversion.h"

namespace stridescope::conversion_parts {

inline std::uint64_t unit(std::size_t bit) { return std::uint64_t{1} << bit; }

// The span of vectors, and the vectors that generate any of its elements.
class Span {
 public:
  // False, and nothing changes, when it is in the span already.
  bool add(std::uint64_t vector);
  bool has(std::uint64_t vector) const { return reduced(vector).first == 0; }
  // The added vectors, in the order of their adding, that generate it. pre: has(vector).
  std::uint64_t made_of(std::uint64_t vector) const { return reduced(vector).second; }
  std::size_t dimension() const { return rows_.size(); }

 private:
  std::pair<std::uint64_t, std::uint64_t> reduced(std::uint64_t vector) const;
  struct Row {
    std::uint64_t vector;  // its highest bit is in no other row's above it
    std::uint64_t made_of;
  };
  std::vector<Row> rows_;  // the highest bits descending
};

// The element of (thread, value) is the xor of the bases of their bits.
struct RegisterBases {
  std::vector<std::uint64_t> thread;
  std::vector<std::uint64_t> value;
};
// Nothing where the layout is not linear over F2.
std::optional<RegisterBases> register_bases(const ThreadOffsets& layout);

// The pairs that hold each element, by thread and then value.
class Holders {
 public:
  explicit Holders(const ThreadOffsets& layout);
  // The nearest: the same pair, the same thread, the same warp, any; empty without an owner.
  std::optional<TvPair> nearest(std::int64_t element, TvPair wanted) const;

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<TvPair> pairs_;
};

inline std::int64_t element_at(const ThreadOffsets& layout, std::int64_t thread, std::int64_t value) {
  return layout.offset[static_cast<std::size_t>(value * layout.threads + thread)];
}

// A mix of `parts` parts for each thread, all of them open.
RegisterMix open_mix(int parts, std::int64_t threads);

// By rounds of shuffles that a matrix over F2 gives. Nothing where the layouts are not linear, hold elements twice, or
// warps exchange elements. (conversion_linear.cpp)
std::optional<Conversion> linear_shuffles(const ConversionProblem& problem);
// Through shared memory, and plainly. (conversion_shared.cpp)
Conversion shared_conversion(Arith&, const ConversionProblem& problem);
Conversion plain_conversion(const ConversionProblem& problem);
// The cost of rounds and results in all warps.
void count_selects(const ConversionProblem& problem, Conversion& conversion);

}  // namespace stridescope::conversion_parts
