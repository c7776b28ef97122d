// The table of look-alikes; full-width forms follow from their places in Unicode.
#include "core/lang/lookalike.h"

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
  // U+FF01 to U+FF5E are the printable characters of ASCII, `!` to `~`, in their order.
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

}  // namespace stridescope
