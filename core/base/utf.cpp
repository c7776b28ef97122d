// Walks UTF-8 one code point at a time and stores line starts, so that a position in the program is the same for the
// core (bytes), a browser (UTF-16) and a user (line and column). A malformed byte always counts as one character.
#include "core/base/utf.h"

#include <algorithm>

namespace stridescope {

static bool is_inside(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::size_t character_begin(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && is_inside(text[at])) --at;
  return at;
}

std::size_t character_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_inside(text[at])) ++at;
  return at;
}

std::size_t utf8_sequence(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 && lead < 0xf5   ? 4
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                                                           : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_inside(text[at + i])) return 0;
  }
  const auto second = static_cast<unsigned char>(text[at + 1]);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool outside = (lead == 0xed && second > 0x9f) || (lead == 0xf4 && second > 0x8f);
  return overlong || outside ? 0 : length;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::size_t wide_blank(std::string_view text, std::size_t at) {
  static constexpr std::string_view blanks[] = {
      "\u00a0", "\u0085", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007",
      "\u2008", "\u2009", "\u200a", "\u200b", "\u2028", "\u2029", "\u202f", "\u205f", "\u2060", "\u3000", "\ufeff"};
  if (static_cast<unsigned char>(text[at]) < 0x80) return 0;
  for (const std::string_view blank : blanks) {
    if (text.substr(at, blank.size()) == blank) return blank.size();
  }
  return 0;
}

std::string left_aligned(std::string text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

std::string right_aligned(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  std::string out(used < columns ? columns - used : 0, ' ');
  return out.append(text);
}

std::string printable(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence(text, at);
    const std::string_view one = text.substr(at, std::max<std::size_t>(1, length));
    const auto lead = static_cast<unsigned char>(text[at]);
    const bool control = length <= 1 && ((lead < 0x20 && lead != '\n' && lead != '\t') || lead == 0x7f || lead >= 0x80);
    const bool second = length == 2 && lead == 0xc2 && static_cast<unsigned char>(text[at + 1]) < 0xa0;
    const bool turns = (one >= std::string_view("\u202a") && one <= std::string_view("\u202e")) ||
                       (one >= std::string_view("\u2066") && one <= std::string_view("\u2069"));
    if (control || second || (turns && length == 3)) {
      for (const char c : one) {
        const auto byte = static_cast<unsigned char>(c);
        out.append("\\x");
        out.push_back(digits[byte >> 4]);
        out.push_back(digits[byte & 15]);
      }
    } else {
      out.append(one);
    }
    at += one.size();
  }
  return out;
}

namespace {

struct Step {
  std::uint32_t bytes;
  std::uint32_t units;
};

// One code point; a malformed byte counts as one unit, like the replacement character.
Step step(std::string_view text, std::size_t at) {
  const std::size_t length = utf8_sequence(text, at);
  return {static_cast<std::uint32_t>(length == 0 ? 1 : length), length == 4 ? 2U : 1U};
}

}  // namespace

TextMap::TextMap(std::string_view text) : text_(text) {
  lines_.push_back({0, 0});
  std::uint32_t utf16 = 0;
  for (std::uint32_t at = 0; at < text.size();) {
    const bool newline = text[at] == '\n';
    const Step s = step(text, at);
    at += s.bytes;
    utf16 += s.units;
    if (newline) lines_.push_back({at, utf16});
  }
}

const TextMap::Line& TextMap::line_of_byte(std::uint32_t byte) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), byte,
                                      [](std::uint32_t b, const Line& line) { return b < line.byte; });
  return *(after - 1);
}

std::uint32_t TextMap::line(std::uint32_t byte) const {
  return static_cast<std::uint32_t>(&line_of_byte(byte) - lines_.data()) + 1;
}

TextMap::Place TextMap::place(std::uint32_t byte) const {
  const Line& line = line_of_byte(byte);
  std::uint32_t column = 1;
  for (std::uint32_t at = line.byte; at < byte && at < text_.size(); ++column) at += step(text_, at).bytes;
  return {static_cast<std::uint32_t>(&line - lines_.data()) + 1, column};
}

std::string_view TextMap::line_text(std::uint32_t line) const {
  const std::uint32_t begin = lines_[line - 1].byte;
  return text_.substr(begin, text_.find('\n', begin) - begin);
}

std::uint32_t TextMap::to_utf16(std::uint32_t byte) const {
  const Line& line = line_of_byte(byte);
  std::uint32_t units = line.utf16;
  for (std::uint32_t at = line.byte; at < byte && at < text_.size();) {
    const Step s = step(text_, at);
    at += s.bytes;
    units += s.units;
  }
  return units;
}

std::uint32_t TextMap::to_byte(std::uint32_t utf16) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), utf16,
                                      [](std::uint32_t u, const Line& line) { return u < line.utf16; });
  std::uint32_t at = (after - 1)->byte;
  for (std::uint32_t units = (after - 1)->utf16; units < utf16 && at < text_.size();) {
    const Step s = step(text_, at);
    at += s.bytes;
    units += s.units;
  }
  return at;
}

}  // namespace stridescope
