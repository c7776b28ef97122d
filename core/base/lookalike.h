// Characters that a keyboard, a paper or a word processor inserts for a character of the language.
#pragma once

#include <cstddef>
#include <string_view>

namespace stridescope {

struct Lookalike {
  std::size_t length = 0;                                             // bytes of the character; 0: not a look-alike
  char meant = 0;                                                     // the character of the language
  bool is_punctuation() const { return length > 0 && meant != '"'; }  // not a quotation mark, which needs its partner
};

// The ASCII equivalent of the character at the beginning of the text: − for -, “ for ", { for (.
Lookalike lookalike(std::string_view text);

// The number of bytes of non-ASCII letters at the beginning of a text: parts of names in other languages.
std::size_t letters_of_others(std::string_view text);

}  // namespace stridescope
