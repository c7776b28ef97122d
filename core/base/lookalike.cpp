// The table of look-alikes; full-width forms follow from their Unicode code points.
#include "core/base/lookalike.h"

#include "core/base/utf.h"

namespace stridescope {

Lookalike lookalike(std::string_view text) {
  struct Row {
    std::string_view character;
    char meant;
  };
  static constexpr Row rows[] = {{"{", '('},  {"}", ')'},  {"【", '('}, {"】", ')'}, {"〔", '('}, {"〕", ')'},
                                 {"〈", '<'}, {"〉", '>'}, {"⟨", '<'},  {"⟩", '>'},  {"、", ','}, {"∶", ':'},
                                 {"꞉", ':'},  {"−", '-'},  {"–", '-'},  {"—", '-'},  {"‐", '-'},  {"∗", '*'},
                                 {"←", '='},  {"≔", '='},  {"'", '"'},  {"`", '"'},  {"“", '"'},  {"”", '"'},
                                 {"„", '"'},  {"«", '"'},  {"»", '"'},  {"‘", '"'},  {"’", '"'},  {"。", ';'}};
  for (const Row& row : rows) {
    if (text.starts_with(row.character)) return {row.character.size(), row.meant};
  }
  // U+FF01 to U+FF5E are the printable ASCII characters, `!` to `~`, in order.
  if (text.size() < 3 || text[0] != '\xEF') return {};
  const unsigned high = static_cast<unsigned char>(text[1]);
  const unsigned low = static_cast<unsigned char>(text[2]);
  if ((high != 0xBC && high != 0xBD) || (low & 0xC0) != 0x80) return {};
  const unsigned place = (high - 0xBC) * 64 + (low - 0x80);
  if (place < 1 || place > 0x5E) return {};
  const char plain = static_cast<char>('!' + place - 1);
  const Lookalike again = lookalike(std::string_view(&plain, 1));
  return {3, again.length > 0 ? again.meant : plain};
}

std::size_t letters_of_others(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_sequence(text, at);
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    // Latin, Greek and Cyrillic letters of two bytes; kana, Chinese characters and Hangul of three.
    const bool of_two =
        length == 2 && byte(0) >= 0xC3 && byte(0) <= 0xD4 && !(byte(0) == 0xC3 && (byte(1) == 0x97 || byte(1) == 0xB7));
    const bool of_three = length == 3 && ((byte(0) == 0xE3 && byte(1) >= 0x81) || (byte(0) >= 0xE4 && byte(0) <= 0xED));
    if (!of_two && !of_three) break;
    at += length;
  }
  return at;
}

}  // namespace stridescope
