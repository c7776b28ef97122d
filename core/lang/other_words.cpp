// The tables of other_words.def, and their search by word.
#include "core/lang/other_words.h"

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
#include "core/lang/other_words.def"
  };
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const Row& row : rows) {
    if (row.word == lower) return row.order;
  }
  return std::nullopt;
}

std::optional<Term> other_word(std::string_view word) {
#define OTHER_WORD(name, instead) \
  if (word == #name) return term(instead);
#define OTHER_KEYWORD(name, instead)
#define OTHER_ORDER(name, order)
#include "core/lang/other_words.def"
  return other_keyword(word);
}

std::optional<Term> other_keyword(std::string_view word) {
#define OTHER_WORD(name, instead)
#define OTHER_KEYWORD(name, instead) \
  if (word == #name) return term(instead);
#define OTHER_ORDER(name, order)
#include "core/lang/other_words.def"
  return std::nullopt;
}

}  // namespace stridescope
