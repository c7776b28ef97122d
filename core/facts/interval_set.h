// A set of integers as ascending intervals: the image of a layout, its gaps, the fixed points of a permutation.
// Intervals are half-open, like ranges of C++: [0,4) is 0, 1, 2, 3.
//   image((4,2):(1,8))   [0,4) and [8,12): 2 intervals, 8 elements; its gap in [0,12) is [4,8)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stridescope {

// The integers begin, ..., end - 1; empty if both are equal. pre: begin <= end.
struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;  // excluded

  std::int64_t size() const { return end - begin; }
  bool operator==(const Interval&) const = default;
};

// A set with more intervals stores only the first ones; its size is still exact.
inline constexpr std::int64_t max_stored_intervals = 4096;

// Ascending, with as few intervals as possible: touching ones are merged. Stores only the first max_stored_intervals,
// so that a set with a million gaps stays small; the sizes count all of them. laws: interval_count >= intervals.size(),
// with equality if the set is complete(); elements is the sum of the sizes.
struct IntervalSet {
  std::vector<Interval> intervals;  // the first max_stored_intervals, ascending; no two of them touch
  Interval last;                    // the last of all intervals; {0,0} if the set is empty
  std::int64_t interval_count = 0;  // intervals of the whole set
  std::int64_t elements = 0;        // elements of the whole set

  // True if every interval is stored. Otherwise the intervals between the last stored one and `last` are only counted.
  bool complete() const { return interval_count == static_cast<std::int64_t>(intervals.size()); }
  // Appends an interval. pre: it begins at or after the end of the last one. If it touches the last one, both are
  // merged; an empty one changes nothing. Constant cost.
  void append(Interval next);
};

// The integers of `within` that are not in the set. pre: the set is inside `within`; if it is not complete, it is not
// empty. Stores the gaps that follow from the stored intervals; counts and sizes are exact. Linear in the stored
// intervals.
IntervalSet complement(const IntervalSet& set, Interval within);

// The shortest form: {0, 2, 4} up to 24 elements; otherwise intervals [0,4) ∪ [8,12) ∪ ... ∪ [56,60), of more than 8
// only three and the last; or {0, 2, 4, ..., 126} if each interval is a single integer. {} for the empty set.
std::string to_text(const IntervalSet& set);

}  // namespace stridescope
