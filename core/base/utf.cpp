#include "core/base/utf.h"

#include <algorithm>

namespace stridescope {

std::size_t utf8_sequence(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 && lead < 0xf5   ? 4
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                                                           : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return 0;
  }
  const auto second = static_cast<unsigned char>(text[at + 1]);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool outside = (lead == 0xed && second > 0x9f) || (lead == 0xf4 && second > 0x8f);
  return overlong || outside ? 0 : length;
}

namespace {

struct Step {
  std::uint32_t bytes;
  std::uint32_t units;
};

// One code point; a malformed byte counts as one unit, as the replacement character does.
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
