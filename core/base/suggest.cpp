#include "core/base/suggest.h"

#include <algorithm>
#include <limits>

namespace stridescope {
namespace {

constexpr std::size_t longest = 64;  // names longer than this are compared by their beginning, and not listed

std::size_t distance(std::string_view a, std::string_view b) {
  a = a.substr(0, longest);
  b = b.substr(0, longest);
  std::size_t rows[3][longest + 1];
  for (std::size_t j = 0; j <= b.size(); ++j) rows[1][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto* before = rows[(i + 2) % 3];
    auto* last = rows[i % 3];
    auto* next = rows[(i + 1) % 3];
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({last[j] + 1, next[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
  }
  return rows[(a.size() + 1) % 3][b.size()];
}

}  // namespace

std::string_view suggest(std::string_view word, const std::vector<std::string_view>& candidates) {
  // A word may lose a third of its letters and still be meant; a single letter is too little to guess from.
  const std::size_t most = std::max<std::size_t>(1, word.size() / 3);
  std::string_view best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const std::string_view candidate : candidates) {
    const std::size_t a = std::min(word.size(), longest);
    const std::size_t b = std::min(candidate.size(), longest);
    if ((a > b ? a - b : b - a) > std::min(fewest, most)) continue;  // each letter more is an edit
    const std::size_t edits = distance(word, candidate);
    if (edits < fewest || (edits == fewest && candidate < best)) {
      fewest = edits;
      best = candidate;
    }
  }
  return word.size() > 1 && fewest <= most ? best : std::string_view();
}

std::string names_with(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string out;
  if (word.size() < 3) return out;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > longest || candidate.find(word) == std::string_view::npos) continue;
    if (out.size() >= 200) break;
    if (!out.empty()) out += ", ";
    out += candidate;
  }
  return out;
}

}  // namespace stridescope
