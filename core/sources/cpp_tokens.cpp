// Splits a source in C++ or Python into tokens, and finds the ends of brackets, angles and parts.
#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/sources/cpp_outline.h"

namespace stridescope::sources {
namespace {

constexpr std::size_t most_tokens = 1 << 17;
constexpr std::uint32_t longest_angles = 4096;

using Kind = CppToken::Kind;

std::size_t past_text(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

std::size_t past_number(std::string_view text, std::size_t at) {
  while (at < text.size() &&
         (is_word(text[at]) || text[at] == '.' || (text[at] == '\'' && at + 1 < text.size() && is_word(text[at + 1]))))
    ++at;
  return at;
}

}  // namespace

std::vector<CppToken> tokens_of(std::string_view text) {
  static constexpr std::array<std::string_view, 16> marks = {"...", "::", "->", "<=", ">=", "==", "!=", "&&",
                                                             "||",  "++", "--", "+=", "-=", "*=", "/=", "%="};
  std::vector<CppToken> out;
  std::vector<std::uint32_t> open;
  for (std::size_t at = 0; at < text.size() && out.size() < most_tokens;) {
    const char c = text[at];
    if (is_blank(c) || c == '\n' || c == '\r' || c == '\\') {
      ++at;
      continue;
    }
    CppToken token;
    token.begin = static_cast<std::uint32_t>(at);
    std::size_t end = at + 1;
    if (is_digit(c)) {
      token.kind = Kind::number;
      end = past_number(text, at);
    } else if (is_word(c)) {
      token.kind = Kind::word;
      while (end < text.size() && is_word(text[end])) ++end;
    } else if (c == '"' || c == '\'') {
      token.kind = Kind::text;
      end = past_text(text, at);
    } else {
      for (const std::string_view mark : marks) {
        if (!text.substr(at).starts_with(mark)) continue;
        end = at + mark.size();
        break;
      }
    }
    token.end = static_cast<std::uint32_t>(end);
    const auto index = static_cast<std::uint32_t>(out.size());
    if (c == '(' || c == '[' || c == '{') open.push_back(index);
    if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
      token.pair = open.back();
      out[open.back()].pair = index;
      open.pop_back();
    }
    out.push_back(token);
    at = end;
  }
  return out;
}

std::uint32_t CppOutline::past_angles(std::uint32_t at, std::uint32_t end) const {
  if (is_python) return at;
  int levels = 0;
  const std::uint32_t last = std::min(end, at + longest_angles);
  for (std::uint32_t i = at; i < last; ++i) {
    const std::string_view one = word(i);
    if (tokens[i].pair > i) {
      i = tokens[i].pair;
    } else if (one == "<") {
      ++levels;
    } else if (one == ">") {
      if (--levels == 0) return i + 1;
    } else if (one == ";" || tokens[i].pair > 0) {
      return at;
    }
  }
  return at;
}

std::vector<Part> CppOutline::split(Part part, std::string_view separator) const {
  std::vector<Part> out;
  std::uint32_t begin = part.begin;
  for (std::uint32_t i = part.begin; i < part.end; ++i) {
    const std::string_view one = word(i);
    if (one == "<" && i > part.begin && is_word(i - 1)) {
      const std::uint32_t behind = past_angles(i, part.end);
      if (behind > i) i = behind - 1;
    } else if (tokens[i].pair > i && tokens[i].pair < part.end) {
      i = tokens[i].pair;
    } else if (one == separator) {
      out.push_back({begin, i});
      begin = i + 1;
    }
  }
  if (begin < part.end || !out.empty()) out.push_back({begin, part.end});
  return out;
}

}  // namespace stridescope::sources
