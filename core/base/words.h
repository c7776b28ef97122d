// Words of a text, runs of characters of names (is_word), and its lines.
#pragma once

#include <algorithm>
#include <string_view>

#include "core/base/text.h"

namespace stridescope {

// Past the characters of names at and after `at`, up to `limit`.
constexpr std::size_t word_end(std::string_view text, std::size_t at, std::size_t limit = std::string_view::npos) {
  limit = std::min(limit, text.size());
  while (at < limit && is_word(text[at])) ++at;
  return at;
}

// The begin of the characters of names that end before `end`, not before `limit`.
constexpr std::size_t word_begin(std::string_view text, std::size_t end, std::size_t limit = 0) {
  while (end > limit && is_word(text[end - 1])) --end;
  return end;
}

// The text from `at` to the end of its line.
inline std::string_view line_at(std::string_view text, std::size_t at) {
  return text.substr(at, line_end(text, at) - at);
}

}  // namespace stridescope
