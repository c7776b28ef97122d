// Splits one line of text into pieces by kind, to color it: the program's language, by the words of
// core/data/tokens.def and the same rules as in the page's editor (tests/web/tokens.json tests both), and CUDA C++.
#pragma once

#include <string_view>
#include <vector>

namespace stridescope::app {

enum class TokenKind {
  plain,
  comment,
  number,
  fixed,  // a static integer
  basis,  // @0
  operation,
  function,  // a name before its arguments
  definition,
  name,
  keyword,
  text,
  punctuation,
};

struct Token {
  std::size_t begin;
  std::size_t end;
  TokenKind kind;
};

// White space belongs to no token; text that is not of the language is `plain`. `in_comment`: does the line begin, and
// afterwards, does it end, within a comment of several lines?
std::vector<Token> highlight(std::string_view line, bool& in_comment);
std::vector<Token> highlight_cuda(std::string_view line);
std::vector<Token> highlight_ptx(std::string_view line);

}  // namespace stridescope::app
