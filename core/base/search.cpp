// Words that a text must contain, and words that it must not.
#include "core/base/search.h"

#include <algorithm>

namespace stridescope {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

TextFilter::TextFilter(std::string_view words) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    std::string word = lower(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
    const bool wanted = word.size() < 2 || word[0] != '-';
    if (!wanted) word.erase(0, 1);
    if (!word.empty()) words_.emplace_back(std::move(word), wanted);
  }
}

bool TextFilter::passes(std::string_view text) const {
  if (words_.empty()) return true;
  const std::string small = lower(text);
  return std::all_of(words_.begin(), words_.end(), [&](const std::pair<std::string, bool>& word) {
    return (small.find(word.first) != std::string::npos) == word.second;
  });
}

}  // namespace stridescope
