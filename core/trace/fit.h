// The smallest layout of one index with given values. Recovery uses it for one index at a time.
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

// base + the strides of an index, first mode fastest. The last mode may extend past the existing indices. Unknown
// indices get the values that the modes yield.
struct Fit {
  std::int64_t base = 0;
  std::vector<FitMode> modes;  // no adjacent modes that could be merged; no extent 1

  std::int64_t at(std::int64_t index) const;
};

// A value that is not known.
inline constexpr std::int64_t unknown_value = INT64_MIN;

// The fit with the fewest modes that has all known values; empty if none exists, or if the budget is exhausted. post:
// at(i) = values[i] for every known value. Values are within 2^60. If too few values are known to see a step,
// SparseSearch::yes also searches for layouts of prime extents, which costs more.
enum class SparseSearch : bool { no, yes };
std::optional<Fit> fit_values(const std::vector<std::int64_t>& values, Budget& budget,
                              SparseSearch sparse = SparseSearch::yes);

// The fit of the longest prefix of the values that has one.
Fit fit_first_values(const std::vector<std::int64_t>& values, Budget& budget);

// One range of digits for each mode: index i is active exactly if each of its digits, first mode fastest, is at least
// `begin` and below `end`. Empty if the active indices are not such a box.
struct FitBound {
  std::int64_t extent = 1;
  std::int64_t begin = 0;
  std::int64_t end = 1;
  bool operator==(const FitBound&) const = default;
};
std::optional<std::vector<FitBound>> fit_mask(const std::vector<bool>& active);

// Merges adjacent modes that form one mode, and removes extents of 1.
void join_modes(std::vector<FitMode>& modes);

}  // namespace stridescope
