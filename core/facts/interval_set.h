// A set of integers as ascending intervals: the image of a layout, its gaps, the fixed points of a permutation.
// Intervals are half-open, as ranges of C++ are: [0,4) is 0, 1, 2, 3.
//   image((4,2):(1,8))   [0,4) and [8,12): 2 intervals, 8 elements; its gap in [0,12) is [4,8)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stridescope {

// The integers begin, ..., end - 1; pre: begin <= end. Empty where they are equal.
struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;  // not in it

  std::int64_t size() const { return end - begin; }
  bool operator==(const Interval&) const = default;
};

// A set with more intervals stores only the first ones; its size is known nevertheless.
inline constexpr std::int64_t max_stored_intervals = 4096;

// Ascending and as few intervals as can be: touching ones are one. Only the first max_stored_intervals are kept, so a
// set of a million gaps costs no memory; sizes count all of them.
// laws: interval_count >= intervals.size(), with equality where the set is complete(); elements is the sum of the
// sizes.
struct IntervalSet {
  std::vector<Interval> intervals;  // the first max_stored_intervals, ascending, no two touching
  Interval last;                    // of all; {0,0} if the set is empty
  std::int64_t interval_count = 0;  // of the whole set
  std::int64_t elements = 0;        // of the whole set

  // True if every interval is stored. Otherwise those between the last stored one and `last` are counted, but unknown.
  bool complete() const { return interval_count == static_cast<std::int64_t>(intervals.size()); }
  // Appends an interval. pre: it begins at or beyond the end of the last one. One that touches the last becomes part
  // of it; an empty one changes nothing. Constant cost.
  void append(Interval next);
};

// The integers of `within` that are not in the set. pre: the set is inside `within`; one that is not complete is not
// empty. Stores what the stored intervals allow; counts and sizes are right for all. Linear in the stored intervals.
IntervalSet complement(const IntervalSet& set, Interval within);

// The shortest form: {0, 2, 4} up to 24 elements, otherwise intervals [0,4) ∪ [8,12) ∪ ... ∪ [56,60), of which more
// than 8 are cut to three and the last, or {0, 2, 4, ..., 126} if each is a single integer. {} for the empty set.
std::string to_text(const IntervalSet& set);

}  // namespace stridescope
