// One line of text in pieces of a kind, for its colours: the program's language, and CUDA C++.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::desktop {

enum class TokenKind { plain, comment, number, fixed, function, keyword, text, punctuation };

struct Token {
  std::size_t begin;
  std::size_t end;
  TokenKind kind;
};

// `fixed`: a static integer. Names in `functions` are functions. White space is in no token.
std::vector<Token> highlight(std::string_view line, const std::map<std::string, std::string, std::less<>>& functions);
std::vector<Token> highlight_cuda(std::string_view line);
std::vector<Token> highlight_ptx(std::string_view line);

}  // namespace stridescope::desktop
