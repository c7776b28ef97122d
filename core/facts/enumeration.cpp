// Derives facts from the list of all offsets in one pass. Uses a table with an entry for each integer between the
// smallest and the largest offset if that is affordable; sorts if the offsets are far apart.
#include "core/facts/enumeration.h"

#include <algorithm>
#include <bit>

namespace stridescope {
namespace {

// True if a table with one entry for each integer between the smallest and the largest offset is affordable: if it has
// many more entries than offsets exist, sorting is cheaper. At most 16 MB of counts or bits.
bool may_count(std::uint64_t span, std::size_t offsets) {
  return span <= std::min<std::uint64_t>(1 << 22, 16 * offsets + 1024);
}
bool may_mark(std::uint64_t span, std::size_t offsets) {
  return span <= std::min<std::uint64_t>(1 << 27, 128 * offsets + 4096);
}

void add_run(Hits& out, std::int64_t begin, std::int64_t end) {
  if (out.image.interval_count > 0 && out.image.last.end < begin) out.gaps.append({out.image.last.end, begin});
  out.image.append({begin, end});
}

// Reads the counts of consecutive integers, which begin at `low`.
void read_counts(Hits& out, const std::vector<std::uint32_t>& counts, std::int64_t low) {
  std::size_t at = 0;
  while (at < counts.size()) {
    while (at < counts.size() && counts[at] == 0) ++at;
    const std::size_t begin = at;
    for (; at < counts.size() && counts[at] != 0; ++at) {
      out.aliased += counts[at] > 1;
      out.max_hits = std::max<std::int64_t>(out.max_hits, counts[at]);
    }
    if (begin < at) add_run(out, low + static_cast<std::int64_t>(begin), low + static_cast<std::int64_t>(at));
  }
}

// Reads one bit for each integer from `low` on; whole words at a time if all their bits are equal.
void read_marks(Hits& out, const std::vector<std::uint64_t>& words, std::int64_t low) {
  for (std::size_t w = 0; w < words.size(); ++w) {
    const std::int64_t base = low + static_cast<std::int64_t>(w) * 64;
    std::uint64_t word = words[w];
    while (word != 0) {
      const int begin = std::countr_zero(word);
      const int length = std::countr_one(word >> begin);
      add_run(out, base + begin, base + begin + length);
      if (begin + length >= 64) break;
      word &= ~std::uint64_t{0} << (begin + length);
    }
  }
}

void read_sorted(Hits& out, const std::vector<std::int64_t>& sorted) {
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t next = i + 1;
    while (next < sorted.size() && sorted[next] == sorted[i]) ++next;
    out.aliased += next - i > 1;
    out.max_hits = std::max(out.max_hits, static_cast<std::int64_t>(next - i));
    add_run(out, sorted[i], sorted[i] + 1);
    i = next;
  }
}

// The first coordinate whose offset occurred before. pre: an offset is repeated.
Collision first_collision(const std::vector<std::int64_t>& offsets, const std::vector<std::int64_t>& sorted) {
  std::vector<std::int64_t> repeated;  // ascending, each once
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] == sorted[i - 1] && (repeated.empty() || repeated.back() != sorted[i])) repeated.push_back(sorted[i]);
  }
  std::vector<std::int64_t> first(repeated.size(), -1);
  for (std::size_t i = 0;; ++i) {
    const auto found = std::lower_bound(repeated.begin(), repeated.end(), offsets[i]);
    if (found == repeated.end() || *found != offsets[i]) continue;
    std::int64_t& at = first[static_cast<std::size_t>(found - repeated.begin())];
    if (at >= 0) return {at, static_cast<std::int64_t>(i), offsets[i]};
    at = static_cast<std::int64_t>(i);
  }
}

}  // namespace

Hits count_hits(const std::vector<std::int64_t>& offsets, bool with_collisions) {
  Hits out;
  const auto [lowest, highest] = std::minmax_element(offsets.begin(), offsets.end());
  const std::int64_t low = *lowest;
  const std::uint64_t span = static_cast<std::uint64_t>(*highest) - static_cast<std::uint64_t>(low) + 1;
  if (with_collisions && may_count(span, offsets.size())) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(span));
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      std::uint32_t& count = counts[static_cast<std::size_t>(offsets[i] - low)];
      ++count;
      if (count == 2 && !out.collision) {
        const auto first = std::find(offsets.begin(), offsets.end(), offsets[i]) - offsets.begin();
        out.collision = Collision{first, static_cast<std::int64_t>(i), offsets[i]};
      }
    }
    read_counts(out, counts, low);
  } else if (!with_collisions && may_mark(span, offsets.size())) {
    std::vector<std::uint64_t> words(static_cast<std::size_t>((span + 63) / 64));
    for (const std::int64_t x : offsets)
      words[static_cast<std::size_t>((x - low) / 64)] |= std::uint64_t{1} << ((x - low) % 64);
    read_marks(out, words, low);
  } else {
    std::vector<std::int64_t> sorted = offsets;
    std::sort(sorted.begin(), sorted.end());
    read_sorted(out, sorted);
    if (with_collisions && out.aliased > 0) out.collision = first_collision(offsets, sorted);
  }
  return out;
}

Monotone monotone_of(const std::vector<std::int64_t>& offsets) {
  bool up = false;
  bool down = false;
  bool level = false;
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    up |= offsets[i] > offsets[i - 1];
    down |= offsets[i] < offsets[i - 1];
    level |= offsets[i] == offsets[i - 1];
  }
  if (up && down) return Monotone::neither;
  if (up) return level ? Monotone::increasing : Monotone::strictly_increasing;
  if (down) return level ? Monotone::decreasing : Monotone::strictly_decreasing;
  return Monotone::constant;
}

}  // namespace stridescope
