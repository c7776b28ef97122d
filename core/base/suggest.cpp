// The nearest known name by edit distance. Candidates that differ too much are dropped before the quadratic comparison:
// by length, by the set of their letters, and by the letter counts. An unknown name is compared with some 500 names, a
// misspelled atom with 2,900.
#include "core/base/suggest.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace stridescope {
namespace {

constexpr std::size_t longest = 64;  // names longer than this are compared by their beginning, and not listed

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

// A bit for each letter of the word; four characters share one bit.
std::uint64_t letters(std::string_view word) {
  std::uint64_t out = 0;
  for (const char c : word) out |= std::uint64_t{1} << (static_cast<unsigned char>(c) & 63);
  return out;
}

// The number of letters of one word that the other lacks, with multiplicity: each needs its own edit.
std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::int8_t counts[256] = {};  // no word is longer than `longest`
  for (const char c : a) ++counts[static_cast<unsigned char>(c)];
  std::size_t beyond = 0;
  for (const char c : b) {
    if (--counts[static_cast<unsigned char>(c)] < 0) ++beyond;
  }
  return std::max(beyond, a.size() + beyond - b.size());
}

// The number of edits, or any number above `most` when there are more.
std::size_t distance(std::string_view a, std::string_view b, std::size_t most) {
  if (letters_apart(a, b) > most) return most + 1;
  std::size_t rows[3][longest + 1];
  for (std::size_t j = 0; j <= b.size(); ++j) rows[1][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto* before = rows[(i + 2) % 3];
    auto* last = rows[i % 3];
    auto* next = rows[(i + 1) % 3];
    next[0] = i;
    std::size_t fewest = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min(std::min(last[j], next[j - 1]) + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
      fewest = std::min(fewest, next[j]);
    }
    if (fewest > most) return fewest;  // later rows do not fall below: each edit adds at most one
  }
  return rows[(a.size() + 1) % 3][b.size()];
}

}  // namespace

std::string_view suggest(std::string_view word, const std::vector<std::string_view>& candidates) {
  // The same word in another case is the nearest.
  const auto same = std::find_if(candidates.begin(), candidates.end(),
                                 [&](std::string_view candidate) { return same_letters(candidate, word); });
  if (same != candidates.end()) return *same;
  if (word.size() < 2) return {};  // a single letter has only this suggestion
  // A word can lack a third of its letters and still be recognized.
  std::size_t most = std::max<std::size_t>(1, word.size() / 3);
  const std::string_view asked = word.substr(0, longest);
  const std::uint64_t has = letters(asked);
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    const std::string_view start = candidate.substr(0, longest);
    const std::size_t longer = std::max(asked.size(), start.size()) - std::min(asked.size(), start.size());
    if (longer > most) continue;
    // A replacement removes one letter and adds one.
    const std::uint64_t other = letters(start);
    if (static_cast<std::size_t>(std::max(std::popcount(has & ~other), std::popcount(other & ~has))) > most) continue;
    const std::size_t edits = distance(asked, start, most);
    if (edits > most || (edits == most && !best.empty() && best <= candidate)) continue;
    // From here on, only candidates that are as near qualify.
    most = edits;
    best = candidate;
  }
  return best;
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
