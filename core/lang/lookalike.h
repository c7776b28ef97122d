// Characters that a keyboard, a paper or a word processor puts in the place of one of the language.
#pragma once

#include <cstddef>
#include <string_view>

namespace stridescope {

struct Lookalike {
  std::size_t length = 0;  // bytes of the character; 0: it is like none of the language
  char meant = 0;          // the one of the language
  bool is_punctuation() const { return length > 0 && meant != '"'; }  // and no quotation mark, which has a partner
};

// Of the character at the beginning of the text: − is like -, “ like ", { stands where ( does.
Lookalike lookalike(std::string_view text);

// How many bytes of letters that are none of ASCII a text begins with: what a name is made of elsewhere.
std::size_t letters_of_others(std::string_view text);

}  // namespace stridescope
