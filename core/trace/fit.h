// The smallest layout of one mode that has given values: what layouts are
// recovered with, one index at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/budget.h"

namespace stridescope {

// One mode: `extent` indices, `stride` apart.
struct FitMode {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  bool operator==(const FitMode&) const = default;
};

// base + the strides of an index, first mode fastest. The last mode can reach
// past the existing indices, and unknown indices have whatever the modes give.
struct Fit {
  std::int64_t base = 0;
  std::vector<FitMode> modes;  // no two adjacent modes that are one; none of extent 1

  std::int64_t at(std::int64_t index) const;
  std::int64_t size() const;
};

// A value that is not known.
inline constexpr std::int64_t unknown_value = INT64_MIN;

// The fit with the fewest modes that has all known values; empty if none
// exists, or if the budget is exhausted. post: at(i) = values[i] for every
// known one. Values are within 2^60. If too few are known to see steps, a more
// expensive search can still find a layout of prime extents.
enum class SparseSearch : bool { no, yes };
std::optional<Fit> fit_values(const std::vector<std::int64_t>& values, Budget& budget,
                              SparseSearch sparse = SparseSearch::yes);

// The fit of as many values from the first on as there is one for: at(i) =
// values[i] below the number that is returned with it.
struct PartialFit {
  Fit fit;
  std::int64_t agreeing = 0;
};
PartialFit fit_first_values(const std::vector<std::int64_t>& values, Budget& budget);

// The active indices: in every mode those from `begin` up to `end`. law: if
// set, index i is active exactly if each of its digits, first mode fastest, is
// within.
struct FitBound {
  std::int64_t extent = 1;
  std::int64_t begin = 0;
  std::int64_t end = 1;
  bool operator==(const FitBound&) const = default;
};
std::optional<std::vector<FitBound>> fit_mask(const std::vector<bool>& active);

// Neighbours that are one mode become one, extents of 1 go.
void join_modes(std::vector<FitMode>& modes);

}  // namespace stridescope
