// The tables of other_words.def, and their search by word.
#include "core/functions/other_words.h"

#include <string>

namespace stridescope {

std::optional<Major> other_order(std::string_view word) {
  struct Row {
    std::string_view word;
    Major order;
  };
  static constexpr Row rows[] = {
#define OTHER_WORD(name, instead)
#define OTHER_KEYWORD(name, instead)
#define OTHER_ORDER(name, order) {#name, Major::order},
#include "core/functions/other_words.def"
  };
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const Row& row : rows) {
    if (row.word == lower) return row.order;
  }
  return std::nullopt;
}

Message other_word(std::string_view word, bool only_keyword) {
  struct Row {
    std::string_view word;
    bool is_keyword;
    Term instead;
  };
  static constexpr Row rows[] = {
#define OTHER_WORD(name, instead) {#name, false, term(instead)},
#define OTHER_KEYWORD(name, instead) {#name, true, term(instead)},
#define OTHER_ORDER(name, order)
#include "core/functions/other_words.def"
  };
  for (const Row& row : rows) {
    if (row.word == word && (row.is_keyword || !only_keyword)) return row.instead;
  }
  return {};
}

}  // namespace stridescope
