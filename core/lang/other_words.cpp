// The table that other_words.def becomes.
#include "core/lang/other_words.h"

namespace stridescope {

std::optional<Term> other_word(std::string_view word) {
#define OTHER_WORD(name, instead) \
  if (word == #name) return term(instead);
#include "core/lang/other_words.def"
#undef OTHER_WORD
  return std::nullopt;
}

}  // namespace stridescope
