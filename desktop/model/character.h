// Characters of a text with their widths in bytes, and the line breaks allowed between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "core/base/utf.h"

namespace stridescope::desktop {

struct Character {
  std::uint32_t code;
  std::size_t length;
};

// An invalid byte of UTF-8 counts as a character.
inline Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])); };
  switch (utf8_sequence(text, at)) {
    case 2:
      return {(byte(0) & 0x1f) << 6 | (byte(1) & 0x3f), 2};
    case 3:
      return {(byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f), 3};
    case 4:
      return {(byte(0) & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f), 4};
    default:
      return {byte(0), 1};
  }
}

// True for Chinese and similar scripts: written without blanks, so lines may break next to them.
constexpr bool is_wide(std::uint32_t code) { return (code >= 0x2e80 && code <= 0xffef) || code > 0xffff; }
// True for marks that must not begin a line: ， 。 、 ； ： ？ ！ ） 」 』 》 】 ” ’ … ％
constexpr bool closes(std::uint32_t code) {
  constexpr std::uint32_t marks[] = {0xff0c, 0x3002, 0x3001, 0xff1b, 0xff1a, 0xff1f, 0xff01, 0xff09,
                                     0x300d, 0x300f, 0x300b, 0x3011, 0x201d, 0x2019, 0x2026, 0xff05,
                                     ',',    '.',    ';',    ':',    ')',    '?',    '!'};
  return std::find(std::begin(marks), std::end(marks), code) != std::end(marks);
}
// True for marks that must not end a line: （ 「 『 《 【 “ ‘
constexpr bool opens(std::uint32_t code) {
  constexpr std::uint32_t marks[] = {0xff08, 0x300c, 0x300e, 0x300a, 0x3010, 0x201c, 0x2018, '('};
  return std::find(std::begin(marks), std::end(marks), code) != std::end(marks);
}

}  // namespace stridescope::desktop
