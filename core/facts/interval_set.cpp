// Sets of integers as intervals, appended in ascending order, and their text: a list, a progression, or intervals with
// an omission in the middle, whichever is the shortest.
#include "core/facts/interval_set.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_listed_elements = 24;
constexpr std::size_t max_listed_intervals = 8;

}  // namespace

void IntervalSet::append(Interval next) {
  if (next.begin == next.end) return;
  elements += next.size();
  if (interval_count > 0 && last.end == next.begin) {
    if (complete()) intervals.back().end = next.end;
    last.end = next.end;
    return;
  }
  if (complete() && interval_count < max_stored_intervals) intervals.push_back(next);
  last = next;
  ++interval_count;
}

IntervalSet complement(const IntervalSet& set, Interval within) {
  IntervalSet out;
  std::int64_t from = within.begin;
  for (const Interval& i : set.intervals) {
    out.append({from, i.begin});
    from = i.end;
  }
  if (set.complete()) {
    out.append({from, within.end});
    return out;
  }
  // One gap lies between two adjacent intervals, so their number gives that of the gaps, even of intervals that are not
  // stored.
  const bool at_begin = set.intervals.front().begin == within.begin;
  const bool at_end = set.last.end == within.end;
  out.interval_count = set.interval_count + 1 - at_begin - at_end;
  out.elements = within.size() - set.elements;
  // The start of the last gap is known only after the last interval.
  if (!at_end) out.last = {set.last.end, within.end};
  return out;
}

std::string to_text(const IntervalSet& set) {
  if (set.elements == 0) return "{}";
  if (set.elements <= max_listed_elements && set.complete()) {
    std::string out;
    for (const Interval& i : set.intervals) {
      for (std::int64_t x = i.begin; x < i.end; ++x) append_all(out, out.empty() ? "{" : ", ", x);
    }
    return out + "}";
  }
  const bool known_last = set.last.end > set.intervals.back().begin;
  const std::size_t shown = std::min(
      set.intervals.size(), set.complete() && set.intervals.size() <= max_listed_intervals ? set.intervals.size() : 3);
  const bool singles = set.elements == set.interval_count;
  std::string out = singles ? "{" : "";
  for (std::size_t i = 0; i < shown; ++i) {
    const Interval& at = set.intervals[i];
    if (i > 0) out.append(singles ? ", " : " ∪ ");
    if (singles) {
      append_all(out, at.begin);
    } else {
      append_all(out, '[', at.begin, ',', at.end, ')');
    }
  }
  if (static_cast<std::int64_t>(shown) < set.interval_count) {
    append_all(out, singles ? ", ..." : " ∪ ...");
    if (known_last && singles) append_all(out, ", ", set.last.begin);
    if (known_last && !singles) append_all(out, " ∪ [", set.last.begin, ',', set.last.end, ')');
  }
  if (singles) out.push_back('}');
  return out;
}

}  // namespace stridescope
