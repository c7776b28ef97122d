// Statements of foreign code by their brackets, quotation marks and words.
#include "core/foreign/paste/paste_code.h"

#include <algorithm>
#include <cctype>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"
#include "core/lang/atom_name.h"
#include "core/lang/token.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

// Shape <_2,_4>, a spelling with a blank
bool behind_template(std::string_view text, std::size_t begin, std::size_t at) {
  while (at > begin && text[at - 1] == ' ') --at;
  const std::size_t end = at;
  at = word_begin(text, at, begin);
  return end > at && find_head(text.substr(at, end - at)) != Head::none;
}

// `name` in `type name = ...`, `type name(...)`, `type name;`, and Python's `name = ...`; empty if absent.
Span declared_name(std::string_view text, std::size_t begin, std::size_t end, SourceKind kind) {
  const std::string_view all = text.substr(begin, end - begin);
  const std::size_t changed = all.find_first_not_of("+- \n\t");  // ++k, k++, k += 2
  const std::size_t word = word_end(all, std::min(changed, all.size()));
  std::size_t behind = word;
  while (behind < all.size() && all[behind] == ' ') ++behind;
  const std::string_view op = all.substr(behind, 2);
  const bool before_it = all.starts_with("++") || all.starts_with("--");
  if (word > changed && (before_it || op == "++" || op == "--" || op == "+=" || op == "-=" || op == "*=" ||
                         op == "/=" || op == "%=" || op == "^=" || op == "|=" || op == "&="))
    return {static_cast<std::uint32_t>(begin + changed), static_cast<std::uint32_t>(begin + word)};
  std::size_t at = std::min(all.find_first_of("=({;["), all.size());
  while (at > 0 && (all[at - 1] == ' ' || all[at - 1] == '\n' || all[at - 1] == '\t')) --at;
  const std::size_t last = at;
  at = word_begin(all, at);
  if (at == last || is_digit(all[at])) return {};
  if (at >= 5 && all.substr(at - 5, 5) == "self.") {
    const bool assigns = all.substr(last).find_first_not_of(' ') == all.substr(last).find('=');
    return assigns ? Span{static_cast<std::uint32_t>(begin + at), static_cast<std::uint32_t>(begin + last)} : Span{};
  }
  // A call and an assignment to a member have no type before the name.
  std::size_t before = at;
  while (before > 0 && (all[before - 1] == ' ' || all[before - 1] == '\n')) --before;
  const bool typed = before > 0 && (is_word(all[before - 1]) || all[before - 1] == '>' || all[before - 1] == '&' ||
                                    all[before - 1] == '*');
  const bool assigned = at == 0 && all.find('=') != std::string_view::npos &&
                        all.substr(last).find_first_not_of(' ') == all.substr(last).find('=');
  if (!(kind == SourceKind::python ? assigned : typed || assigned)) return {};
  return {static_cast<std::uint32_t>(begin + at), static_cast<std::uint32_t>(begin + last)};
}

// `a` and `b` in a = b = ..., and `a` in a: type = ...
std::vector<Span> python_targets(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<Span> out;
  for (std::size_t at = begin; at < end;) {
    const std::size_t word = text.find_first_not_of(" \t\n", at);
    std::size_t last = std::min(word, end);
    if (text.substr(last).starts_with("self.")) last += 5;
    const std::size_t first = last;
    last = word_end(text, last, end);
    const std::size_t next = std::min(text.find_first_not_of(" \t", last), end);
    if (last == first || next == end) break;
    const std::size_t equals = text[next] == ':' ? std::min(text.find('=', next), end) : next;
    if (equals == end || text[equals] != '=' || text.substr(equals + 1).starts_with('=')) break;
    out.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)});
    at = equals + 1;
  }
  return out;
}

// True if a type and a name precede the brace: typename Kernel::Params params {
bool initialises(std::string_view before) {
  before = trimmed(before);
  if (before.empty() || !is_word(before.back()) || before.find('(') != std::string_view::npos) return false;
  const std::size_t name = word_begin(before, before.size());
  const std::string_view type = trimmed(before.substr(0, name));
  return !type.empty() && (is_word(type.back()) || type.back() == '>') && type != "else" && type != "do" &&
         type != "extern";
}

}  // namespace

std::size_t code_end(std::string_view text, std::size_t begin, std::size_t& looked_at) {
  const std::size_t limit = std::min(text.size(), begin + max_paste);
  int brackets = 0;
  int angles = 0;
  char last = '\0';  // last character that is not a blank
  std::size_t last_at = begin;
  bool only_word = true;                        // only one word so far
  std::size_t inside = std::string_view::npos;  // the first `;` between brackets: probably a bracket is missing
  for (std::size_t i = begin; i < limit; ++i) {
    const char c = text[i];
    looked_at = i - begin;
    if (c == '#' || text.substr(i, 2) == "//") {
      i = line_end(text, i) - 1;
      continue;
    }
    if (c == '"') {
      const std::size_t close = end_of_string(text, i);
      if (close < text.size() && text[close] == '"') i = close;
    } else if (c == '(' || c == '[' || c == '{') {
      ++brackets;
    } else if (c == ')' || c == ']' || c == '}') {
      --brackets;
    } else if (c == '<' && i > begin && (is_word(text[i - 1]) || behind_template(text, begin, i))) {
      ++angles;
    } else if (c == '>' && angles > 0 && text[i - 1] != '-') {
      --angles;
    } else if (c == ';' && brackets <= 0) {
      return i;
    } else if (c == ';') {
      inside = std::min(inside, i);
    } else if (c == '\n' && brackets <= 0 && angles == 0) {
      const bool goes_on = last == '=' || last == ',' || (last == ':' && only_word) ||
                           (last == 'o' && last_at > begin && text[last_at - 1] == ' ');
      if (!goes_on) return i;
    }
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
      only_word = only_word && (is_word(c) || c == ':');
      last = c;
      last_at = i;
    }
  }
  if (brackets <= 0 && angles == 0 && limit == text.size()) return limit;
  const std::size_t line = line_end(text, begin);
  // A continuation on the next line is the same statement, unless it binds a name.
  const bool goes_on = inside > line && inside < limit && text.substr(line, inside - line).find('=') == text.npos;
  return goes_on ? inside : line;
}

std::size_t cpp_end(std::string_view text, std::size_t begin, std::size_t& looked_at) {
  const std::size_t limit = std::min(text.size(), begin + max_paste);
  int depth = 0;
  bool assigns = false;
  for (std::size_t i = begin; i < limit; ++i) {
    const char c = text[i];
    looked_at = i - begin;
    if (c == '"') {
      const std::size_t close = end_of_string(text, i);
      if (close < text.size() && text[close] == '"') i = close;
      continue;
    }
    // The brace of a value, Params p = {, Params p {, not of a function, loop or struct.
    const bool brace = c == '{' && (depth > 0 || assigns || initialises(text.substr(begin, i - begin)));
    if (c == '(' || c == '[' || brace) {
      ++depth;
    } else if (c == ')' || c == ']' || (c == '}' && depth > 0)) {
      --depth;
    } else if (c == ';' && depth <= 0) {
      return i;
    } else if ((c == '{' || c == '}') && depth <= 0) {
      return i;
    } else if (c == '=' && depth == 0) {
      assigns = true;
    }
  }
  return line_end(text, begin);
}

MemoryDump memory_dump(std::string_view text, std::size_t begin, std::size_t& looked_at) {
  MemoryDump out;
  std::size_t words = 0;
  std::size_t at = begin;
  while (at < std::min(text.size(), begin + max_paste)) {
    at = text.find_first_not_of(" \t\r\n,", at);
    if (at == std::string_view::npos || !text.substr(at).starts_with("0x")) break;
    std::size_t end = at + 2;
    while (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    const std::size_t digits = end - at - 2;
    const bool apart = end == text.size() || std::string_view(" \t\r\n,").find(text[end]) != std::string_view::npos;
    if (!apart || (digits != 2 && digits != 4 && digits != 8 && digits != 16)) break;
    ++words;
    out.bytes += digits / 2;
    out.end = at = end;
  }
  looked_at = std::min(at, text.size()) - begin;
  const bool line =
      out.end == text.size() ||
      (out.end < text.size() && text.substr(out.end).find_first_not_of(" \t\r,") == text.substr(out.end).find('\n'));
  return words >= 4 && line ? out : MemoryDump();
}

bool calls_layouts(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = word_end(text, i);
    if (end == i) {
      i = text[i] == '"' ? std::min(end_of_string(text, i) + 1, text.size()) : i + 1;
      continue;
    }
    const char next = end < text.size() ? text[end] : ' ';
    if ((next == '(' || next == '<' || next == '{') && is_layout_word(text.substr(i, end - i))) return true;
    i = end;
  }
  return false;
}

bool is_about_layouts(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = word_end(text, i);
    const std::string_view word = text.substr(i, end - i);
    if (end > i && is_atom_name(word)) return true;
    const char next = end < text.size() ? text[end] : ' ';
    const bool constant = next == '<' && (word == "Int" || word == "C");
    const bool slices = next == '(' && (word == "get_slice" || word == "get_thread_slice");
    if (end > i && (constant || slices)) return true;
    if (end > i && (next == '(' || next == '<' || next == '{') && is_layout_word(word)) {
      if (find_head(word) != Head::none || find_builtin(word) != nullptr) return true;
      std::vector<std::string_view> ours;  // known names for a suggestion
      for (const Builtin& builtin : builtins()) ours.push_back(builtin.name);
      if (!suggest(word, ours).empty()) return true;
    }
    i = text[i] == '"' ? std::min(end_of_string(text, i) + 1, text.size()) : std::max(end, i + 1);
  }
  return false;
}

bool fills_members(std::string_view text) {
  const std::size_t brace = text.find('{');
  return brace != std::string_view::npos && brace > 0 && initialises(text.substr(0, brace)) &&
         trimmed(text).ends_with('}');
}

bool assigns_in_place(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != '=' || depth > 0) continue;
    const char before = i > 0 ? text[i - 1] : ' ';
    return std::string_view("+-*/%^|&").find(before) != std::string_view::npos;
  }
  return false;
}

std::vector<std::int64_t> integers_of(std::string_view text, std::size_t most) {
  constexpr std::int64_t largest = std::int64_t{1} << 50;
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < text.size() && out.size() < most; ++i) {
    if (!is_digit(text[i])) continue;
    std::int64_t value = 0;
    for (; i < text.size() && is_digit(text[i]); ++i) value = std::min(value * 10 + (text[i] - '0'), largest);
    out.push_back(value);
  }
  return out;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

namespace {

// Parameters in the signature of a function, not values: (float*, Layout<...>, T1)
bool are_parameters(std::string_view text) {
  const auto part_is_type = [](std::string_view part) {
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    if (part.empty()) return false;
    for (const std::string_view end : {"*", "&", ">", "const", "Params", "Arguments", "_t"}) {
      if (part.ends_with(end)) return true;
    }
    const std::size_t blank = part.rfind(' ');
    const std::string_view word = blank == std::string_view::npos ? part : part.substr(blank + 1);
    const bool numbered = word.size() > 1 && word[0] == 'T' && word.find_first_not_of("0123456789", 1) == word.npos;
    return numbered || is_integer_type(word) || word == "float" || word == "double" || word == "half";
  };
  std::size_t first = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if ((c == '>' && i > 0 && text[i - 1] != '-') || c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || depth > 0) continue;
    if (part_is_type(text.substr(first, i - first))) return true;
    first = i + 1;
  }
  return false;
}

}  // namespace

bool is_call(std::string_view text) {
  static constexpr std::string_view keywords[] = {"new", "return", "throw", "delete", "await", "yield", "not"};
  std::size_t at = skip_blanks(text, 0);
  bool called = false;
  bool operand = false;  // an operand precedes
  const auto operators = [&](std::string_view any) {
    while (at < text.size() && any.find(text[at]) != std::string_view::npos) at = skip_blanks(text, at + 1);
  };
  while (at < text.size() && text[at] != ';') {
    if (operand) {  // an operator and its right side, or words
      const std::size_t before = at;
      operators("+-*/%^&|=!<>,?:");
      operand = false;
      if (at == before) return false;
      continue;
    }
    operators("!-+*&~");
    const std::size_t first = at;
    at = word_end(text, at);
    const std::string_view word = text.substr(first, at - first);
    const bool keyword = std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords);
    if (keyword && at < text.size() && text[at] == ' ') {
      at = skip_blanks(text, at);
      continue;
    }
    const bool opens = at < text.size() && (text[at] == '(' || text[at] == '[');
    if (word.empty() && !opens) return false;
    bool grouped = word.empty() && text[at] == '(';  // brackets around an operand are not a call
    while (at < text.size()) {                       // calls, subscripts, initializers
      const char c = text[at];
      const bool scope = text.substr(at).starts_with("::") || text.substr(at).starts_with("->");
      if (c == '.' || scope) {
        at += scope ? 2 : 1;
        if (at == text.size() || !is_word(text[at])) return false;
        if (text.substr(at).starts_with("operator")) return false;  // the name of a function
        at = word_end(text, at);
      } else if (c == '(' || c == '<' || c == '[' || c == '{') {
        const std::size_t end = past_bracket(text, at, {.angles = true, .longest = max_paste});
        if (end == std::string_view::npos) return false;
        const std::string_view inside = text.substr(at + 1, end - at - 2);
        if (c == '(' && !grouped && are_parameters(inside) && text.substr(end).find('{') == std::string_view::npos)
          return false;
        called = called || (c == '(' && !grouped) || (c == '{' && text[at - 1] == '>');
        grouped = false;
        at = end;
      } else {
        break;
      }
      // Between a lambda's brackets and its body
      if (text[first] == '[' && text.substr(skip_blanks(text, at)).starts_with('{')) at = skip_blanks(text, at);
    }
    operand = true;
    at = skip_blanks(text, at);
  }
  return called && operand;
}

bool returns_number(std::string_view text) {
  if (!text.starts_with("return") || (text.size() > 6 && is_word(text[6])) || calls_layouts(text)) return false;
  return text.find_first_of("?<>=+*/%!&|") != std::string_view::npos;
}

bool declares_float(std::string_view text) {
  static constexpr std::string_view specifiers[] = {"auto", "const", "constexpr", "static", "inline", "volatile"};
  bool typed = false;
  bool of_float = false;
  std::size_t at = 0;
  const std::size_t name = word_end(text, 0);  // name in Python, alpha: float = 1.0
  const std::size_t colon = skip_blanks(text, name);
  if (name > 0 && text.substr(colon).starts_with(": float =")) return !calls_layouts(text);
  std::size_t end = 0;
  for (;; at = skip_blanks(text, end)) {
    for (end = at; end < text.size() && is_word(text[end]);) ++end;
    const std::string_view word = text.substr(at, end - at);
    if ((word == "cutlass" || word == "cute") && text.substr(end).starts_with("::")) {
      end += 2;
    } else if (const auto type = find_type(word); !of_float && type && type->floating) {
      typed = of_float = true;
    } else if (std::find(std::begin(specifiers), std::end(specifiers), word) != std::end(specifiers)) {
      typed = true;
    } else {
      break;
    }
  }
  if (!typed || at == end || is_digit(text[at]) || calls_layouts(text)) return false;
  const std::size_t mark = skip_blanks(text, end);
  const std::string_view value = text.substr(std::min(mark, text.size()));
  if (!(value.starts_with('{') || (value.starts_with('=') && !value.starts_with("==")))) return false;
  for (std::size_t i = 1; i < value.size() && !of_float; ++i) {
    std::size_t digits = i;
    while (is_digit(value[digits - 1])) --digits;  // the previous mark is not part of a number
    of_float = value[i] == '.' && digits < i && !is_word(value[digits - 1]);
  }
  return of_float;
}

std::vector<Span> declared_names(std::string_view text, std::size_t begin, std::size_t end, SourceKind kind) {
  if (kind == SourceKind::python) {
    if (std::vector<Span> targets = python_targets(text, begin, end); !targets.empty()) return targets;
  }
  const Span one = declared_name(text, begin, end, kind);
  if (!one.empty()) return {one};
  std::vector<Span> out;
  const std::size_t equals = std::min(text.find('=', begin), end);
  if (kind != SourceKind::python || equals == end) return out;
  for (std::size_t i = begin; i < equals;) {
    const std::size_t last = word_end(text, i, equals);
    if (last == i) {
      if (std::string_view(" ,()*_").find(text[i]) == std::string_view::npos) return {};
      ++i;
      continue;
    }
    if (text.substr(i, last - i) != "_")
      out.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(last)});
    i = last;
  }
  return out;
}

}  // namespace stridescope
