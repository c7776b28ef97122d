// A set of integers as ascending intervals: the image of a layout, its gaps, the fixed points of a permutation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stridescope {

// The integers begin, ..., end - 1.
struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;  // not in it

  std::int64_t size() const { return end - begin; }
  bool operator==(const Interval&) const = default;
};

// Of a set with more intervals only the first are stored; its size is known all the same.
inline constexpr std::int64_t max_stored_intervals = 4096;

// Ascending and as few intervals as can be: touching ones are one. Only the first max_stored_intervals are kept, so a
// set of a million gaps costs no memory; sizes count all of them.
struct IntervalSet {
  std::vector<Interval> intervals;  // the first max_stored_intervals, ascending, no two touching
  Interval last;                    // of all; {0,0} if the set is empty
  std::int64_t interval_count = 0;  // of the whole set
  std::int64_t elements = 0;        // of the whole set

  bool complete() const { return interval_count == static_cast<std::int64_t>(intervals.size()); }
  // Appends an interval at or beyond the end of the last one; an empty one changes nothing.
  void append(Interval next);
};

// The integers of `within` that are not in the set. Requires a set inside `within`. Stores what the stored intervals
// allow.
IntervalSet complement(const IntervalSet& set, Interval within);

// {0, 2, 4} while it is short, else intervals [0,4) ∪ [8,12) ∪ ... ∪ [56,60), long progressions as {0, 2, ..., 30}.
std::string to_text(const IntervalSet& set);

}  // namespace stridescope
