// Characters of programs and of pasted text: ASCII, independent of the locale.
#pragma once

#include <string_view>

namespace stridescope {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
// First character of a name; is_word (core/base/text.h) also accepts digits.
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Without the blanks at both ends.
constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Removes the first line from the text and returns it without its line break.
constexpr std::string_view cut_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
  return line;
}

}  // namespace stridescope
