// Positions in text: the core counts bytes of UTF-8, a JavaScript string counts UTF-16 code units, users count lines
// and columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

// Length of the well-formed UTF-8 sequence at `at`, or 0 if it is malformed.
std::size_t utf8_sequence(std::string_view text, std::size_t at);

// True if the text is well-formed UTF-8 to its end.
bool is_utf8(std::string_view text);

// The last border of a UTF-8 character at or before `at`, and the first one at or after it. Both ends are borders.
std::size_t character_begin(std::string_view text, std::size_t at);
std::size_t character_end(std::string_view text, std::size_t at);

// Length of the non-ASCII blank of Unicode at `at`, as found on web pages and keyboards: a no-break space, a byte order
// mark, an ideographic space; otherwise 0.
std::size_t wide_blank(std::string_view text, std::size_t at);

// The number of columns of the text in a monospaced font: one per character, two for Chinese.
inline std::size_t columns_of(std::string_view text) {
  std::size_t out = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) != 0x80) out += byte >= 0xe3 ? 2 : 1;
  }
  return out;
}

// Pads the text with blanks to the given number of columns, after or before it; a longer text stays unchanged.
std::string left_aligned(std::string text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);

// Escapes, in the form \x1b, each character that a terminal interprets: control characters except line breaks and tabs,
// bytes that are not UTF-8, marks that change the writing direction.
std::string printable(std::string_view text);

// Converts positions in one text; each call except line() walks from the nearest line start.
class TextMap {
 public:
  explicit TextMap(std::string_view text);

  struct Place {
    std::uint32_t line;    // from 1
    std::uint32_t column;  // from 1, in code points
  };
  Place place(std::uint32_t byte) const;
  std::uint32_t line(std::uint32_t byte) const;  // from 1
  std::string_view line_text(std::uint32_t line) const;
  std::uint32_t to_utf16(std::uint32_t byte) const;
  std::uint32_t to_byte(std::uint32_t utf16) const;

 private:
  struct Line {
    std::uint32_t byte;
    std::uint32_t utf16;
  };
  const Line& line_of_byte(std::uint32_t byte) const;

  std::string_view text_;
  std::vector<Line> lines_;  // where each line starts
};

}  // namespace stridescope
