// Treats all bracket kinds as one: the input is foreign text, and a mismatched pair is as bad as a missing one.
#include "core/base/brackets.h"

#include <algorithm>

#include "core/base/characters.h"

namespace stridescope {
namespace {

// The mark that closes the quotation beginning at `at`; npos without one.
std::size_t closing_quote(std::string_view text, std::size_t at, bool of_line) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') return at;
    if (of_line && text[at] == '\n') return at;
    if (text[at] == '\\' && !(of_line && text.substr(at + 1).starts_with('\n'))) ++at;
  }
  return of_line ? text.size() - 1 : std::string_view::npos;
}

}  // namespace

std::size_t past_bracket(std::string_view text, std::size_t open, const BracketRule& rule) {
  const std::size_t limit =
      rule.longest < text.size() - std::min(open, text.size()) ? open + rule.longest : text.size();
  int depth = 0;
  for (std::size_t i = open; i < limit; ++i) {
    const char c = text[i];
    if (c == '"' && rule.quotes != Quotes::none) {
      i = closing_quote(text, i, rule.quotes == Quotes::of_line);
      if (i == std::string_view::npos) break;
      continue;
    }
    const bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
    if (c == '(' || c == '[' || (rule.braces && c == '{') || (rule.angles && c == '<')) ++depth;
    const bool closes = c == ')' || c == ']' || (rule.braces && c == '}') || (rule.angles && c == '>' && !arrow);
    if (closes && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> split_outside(std::string_view text, char separator, const BracketRule& rule) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (c == '"' && rule.quotes != Quotes::none) {
      i = std::min(closing_quote(text, i, rule.quotes == Quotes::of_line), text.size() - 1);
    } else if (c == '(' || c == '[' || (rule.braces && c == '{') || (rule.angles && c == '<')) {
      i = std::min(past_bracket(text, i, rule), text.size()) - 1;
    } else if (c == separator) {
      out.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  return out;
}

}  // namespace stridescope
