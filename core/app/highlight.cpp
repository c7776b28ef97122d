// Splits a line into pieces by the rules of core/data/tokens.def; lines of CUDA C++ and PTX by rules of their own. Does
// not parse, since a line is colored while the user types it.
#include "core/app/highlight.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/characters.h"
#include "core/base/utf.h"

namespace stridescope::app {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

// Table and rules of the program's language; the page has the same ones in editor/tokens.ts.
#define STRIDESCOPE_OPERATOR(text)
#define STRIDESCOPE_PUNCTUATION(text)
#define STRIDESCOPE_KEYWORD(text) text,
constexpr std::string_view keywords_of_the_language[] = {
#include "core/data/tokens.def"
};
#undef STRIDESCOPE_KEYWORD
#define STRIDESCOPE_KEYWORD(text)
#undef STRIDESCOPE_OPERATOR
#define STRIDESCOPE_OPERATOR(text) text,
constexpr std::string_view operators[] = {
#include "core/data/tokens.def"
};
#undef STRIDESCOPE_OPERATOR
#define STRIDESCOPE_OPERATOR(text)
#undef STRIDESCOPE_PUNCTUATION
#define STRIDESCOPE_PUNCTUATION(text) text
constexpr std::string_view punctuation =
#include "core/data/tokens.def"
    ;
#undef STRIDESCOPE_KEYWORD
#undef STRIDESCOPE_OPERATOR
#undef STRIDESCOPE_PUNCTUATION

bool in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c); }

std::size_t digits_from(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// The length of a sign before digits; 0: none.
std::size_t number_length(std::string_view text, std::size_t sign) {
  const std::size_t begin = sign + (sign < text.size() && text[sign] == '-' ? 1 : 0);
  const std::size_t end = digits_from(text, begin);
  return end > begin ? end : 0;
}

TokenKind kind_of_word(std::string_view word, std::string_view after) {
  const auto* const end = std::end(keywords_of_the_language);
  if (std::find(std::begin(keywords_of_the_language), end, word) != end) return TokenKind::keyword;
  const std::size_t next = std::min(after.find_first_not_of(" \t"), after.size());
  const std::string_view sign = after.substr(next, 2);
  if (!sign.empty() && sign[0] == '=' && sign != "==") return TokenKind::definition;
  return !after.empty() && (after[0] == '<' || after[0] == '(') ? TokenKind::function : TokenKind::name;
}

// For text that does not begin with white space.
std::pair<std::size_t, TokenKind> first_token(std::string_view text) {
  if (text[0] == '#' || text.substr(0, 2) == "//") return {text.size(), TokenKind::comment};
  if (text[0] == '"') {
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    return {std::min(end + 1, text.size()), TokenKind::text};
  }
  if (text[0] == '_') {
    if (const std::size_t length = number_length(text, 1); length > 0) return {length, TokenKind::fixed};
  }
  if (const std::size_t length = number_length(text, 0); length > 0) return {length, TokenKind::number};
  if (text[0] == '@' && digits_from(text, 1) > 1) return {digits_from(text, 1), TokenKind::basis};
  for (const std::string_view one : operators) {
    if (text.substr(0, one.size()) == one) return {one.size(), TokenKind::operation};
  }
  std::size_t end = 0;
  while (end < text.size() && in_word(text[end])) ++end;
  if (end > 0) return {end, kind_of_word(text.substr(0, end), text.substr(end))};
  if (punctuation.find(text[0]) != std::string_view::npos) return {1, TokenKind::punctuation};
  return {character_end(text, 1), TokenKind::plain};
}

// CUDA C++ and PTX.
template <class Classify>
std::vector<Token> split(std::string_view line, Classify&& classify) {
  std::vector<Token> out;
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    if (c == ' ' || c == '\t') {
      ++i;
      continue;
    }
    if (line.substr(i, 2) == "//") {
      out.push_back({i, line.size(), TokenKind::comment});
      return out;
    }
    std::size_t j = i + 1;
    if (line.substr(i, 2) == "/*") {  // up to the end of the comment, or of the line
      j = std::min(std::min(line.find("*/", i + 2), line.size()) + 2, line.size());
      out.push_back({i, j, TokenKind::comment});
    } else if (c == '"') {
      while (j < line.size() && line[j] != '"') j += line[j] == '\\' ? 2 : 1;
      j = std::min(j + 1, line.size());
      out.push_back({i, j, TokenKind::text});
    } else if (is_letter(c) || is_digit(c)) {
      while (j < line.size() && (is_letter(line[j]) || is_digit(line[j]))) ++j;
      out.push_back({i, j, classify(line.substr(i, j - i), j < line.size() ? line[j] : ' ')});
    } else {
      out.push_back({i, j, TokenKind::punctuation});
    }
    i = j;
  }
  return out;
}

}  // namespace

std::vector<Token> highlight(std::string_view line, bool& in_comment) {
  std::vector<Token> out;
  for (std::size_t i = 0; i < line.size();) {
    const std::string_view rest = line.substr(i);
    if (in_comment || rest.substr(0, 2) == "/*") {
      const std::size_t end = rest.find("*/", in_comment ? 0 : 2);
      in_comment = end == std::string_view::npos;
      const std::size_t length = in_comment ? rest.size() : end + 2;
      out.push_back({i, i + length, TokenKind::comment});
      i += length;
      continue;
    }
    if (rest[0] == ' ' || rest[0] == '\t') {
      ++i;
      continue;
    }
    const auto [length, kind] = first_token(rest);
    out.push_back({i, i + length, kind});
    i += length;
  }
  return out;
}

std::vector<Token> highlight_cuda(std::string_view line) {
  static constexpr std::string_view keywords[] = {"using",
                                                  "extern",
                                                  "const",
                                                  "constexpr",
                                                  "static",
                                                  "unsigned",
                                                  "int",
                                                  "long",
                                                  "char",
                                                  "float",
                                                  "double",
                                                  "void",
                                                  "return",
                                                  "for",
                                                  "if",
                                                  "else",
                                                  "while",
                                                  "template",
                                                  "class",
                                                  "typename",
                                                  "struct",
                                                  "reinterpret_cast",
                                                  "static_cast",
                                                  "__device__",
                                                  "__global__",
                                                  "__shared__",
                                                  "__forceinline__",
                                                  "__restrict__",
                                                  "__launch_bounds__",
                                                  "__align__",
                                                  "pragma",
                                                  "unroll",
                                                  "asm",
                                                  "volatile",
                                                  "inline",
                                                  "bool",
                                                  "short",
                                                  "auto"};
  return split(line, [&](std::string_view word, char next) {
    if (is_digit(word[0])) return TokenKind::number;
    if (std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords)) return TokenKind::keyword;
    if (word == "threadIdx" || word == "blockIdx" || word == "blockDim") return TokenKind::fixed;
    return next == '(' ? TokenKind::function : TokenKind::plain;
  });
}

std::vector<Token> highlight_ptx(std::string_view line) {
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  bool start = true;
  return split(line, [&](std::string_view word, char) {
    const bool opening = start && static_cast<std::size_t>(word.data() - line.data()) <= first + 1;
    start = false;
    if (is_digit(word[0])) return TokenKind::number;
    if (opening) return TokenKind::function;
    return word[0] == 'r' || word[0] == 'p' || word[0] == 'f' ? TokenKind::plain : TokenKind::keyword;
  });
}

}  // namespace stridescope::app
