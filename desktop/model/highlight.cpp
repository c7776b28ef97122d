#include "desktop/model/highlight.h"

#include <algorithm>

namespace stridescope::desktop {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <class Classify>
std::vector<Token> split(std::string_view line, std::string_view comment, Classify&& classify) {
  std::vector<Token> out;
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    if (c == ' ' || c == '\t') {
      ++i;
      continue;
    }
    const bool slashes = line.substr(i, 2) == "//";
    if (slashes || (!comment.empty() && line.substr(i, comment.size()) == comment)) {
      out.push_back({i, line.size(), TokenKind::comment});
      return out;
    }
    std::size_t j = i + 1;
    if (c == '"') {
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

std::vector<Token> highlight(std::string_view line, const std::map<std::string, std::string, std::less<>>& functions) {
  return split(line, "#", [&](std::string_view word, char next) {
    if (is_digit(word[0])) return TokenKind::number;
    const bool fixed = word.size() > 1 && word[0] == '_' &&
                       std::all_of(word.begin() + 1, word.end(), [](char c) { return is_digit(c); });
    if (fixed || word == "_") return TokenKind::fixed;
    if (word == "o" || word == "X" || word == "Sw" || word == "tract" || word == "cute") return TokenKind::keyword;
    if ((next == '(' || next == '<') && functions.find(word) != functions.end()) return TokenKind::function;
    return TokenKind::plain;
  });
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
  return split(line, {}, [&](std::string_view word, char next) {
    if (is_digit(word[0])) return TokenKind::number;
    if (std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords)) return TokenKind::keyword;
    if (word == "threadIdx" || word == "blockIdx" || word == "blockDim") return TokenKind::fixed;
    return next == '(' ? TokenKind::function : TokenKind::plain;
  });
}

std::vector<Token> highlight_ptx(std::string_view line) {
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  bool start = true;
  return split(line, {}, [&](std::string_view word, char) {
    const bool opening = start && static_cast<std::size_t>(word.data() - line.data()) <= first + 1;
    start = false;
    if (is_digit(word[0])) return TokenKind::number;
    if (opening) return TokenKind::function;
    return word[0] == 'r' || word[0] == 'p' || word[0] == 'f' ? TokenKind::plain : TokenKind::keyword;
  });
}

}  // namespace stridescope::desktop
