// Tokens of the language. The grammar is in ast.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/value/int.h"

namespace stridescope {

// Errors that are kept while reading a program; further ones are dropped, since only 100 are displayed.
inline constexpr std::size_t max_syntax_errors = 4096;

enum class TokenKind {
  integer,     // 4, _4, -4, _-4, with a basis path: _1@0, 2@1@0
  mixed_bits,  // M_0|(32&32)=32
  name,        // also `o`; a single `_` is `any`
  string,      // "sm90"
  any,         // _
  open_paren,
  close_paren,
  open_angle,
  close_angle,
  comma,
  colon,
  equals,
  compose,   // o
  slash,     // /
  percent,   // %
  divide,    // ⊘
  multiply,  // ⊗
  dashes,    // --
  arrow,     // -->
  newline,   // a line break or `;`
  plus,
  minus,
  star,  // `*` after an operand; elsewhere it is `any`
  // Only in foreign text (paste.h):
  hole,  // ?
  open_brace,
  close_brace,
  open_bracket,
  close_bracket,
  scope,  // ::
  dot,
  other,  // anything else: quotation marks, &, !, ...
  end,
  bad,  // already reported by the lexer
};

// True if it joins two values into one.
constexpr bool joins_values(TokenKind kind) {
  switch (kind) {
    case TokenKind::compose:
    case TokenKind::plus:
    case TokenKind::minus:
    case TokenKind::star:
    case TokenKind::slash:
    case TokenKind::percent:
    case TokenKind::divide:
    case TokenKind::multiply:
    case TokenKind::dashes:
    case TokenKind::arrow:
      return true;
    default:
      return false;
  }
}

// A piece of the program with its position. Tokens cover the program except for blanks and comments.
struct Token {
  TokenKind kind = TokenKind::end;
  Span span = {};
  bool after_name = false;             // `<` directly after a name: template arguments
  bool forced = false;                 // a `;`: ends a statement even inside brackets
  Int integer = {};                    // integer: the value as written; `_` makes it static
  std::uint32_t mixed[3] = {0, 0, 0};  // mixed_bits: static bits, dynamic bits, flags
};

// own: the language of ast.h. foreign: also C++ and Python, with their integers (0x80, 1'000, 4ULL); no character is an
// error.
enum class Dialect { own, foreign };

// Splits program[begin, end); lexical errors go to `errors` and leave a `bad` token. The last token is `end`.
std::vector<Token> tokenize(std::string_view program, std::vector<Error>& errors, Dialect dialect = Dialect::own,
                            std::size_t begin = 0, std::size_t end = std::string_view::npos);

// The end of the text literal that `"` opens at `begin`: at its closing quote, at the end of its line, or at
// text.size(); for a literal that """ opens, at the last quote of the next """.
std::size_t end_of_string(std::string_view text, std::size_t begin);
// The text between the quotes, with \n, \", \\ as in C; any other character after a backslash keeps the backslash.
std::string unescaped(std::string_view literal);

}  // namespace stridescope
