// Expands macros and alias templates like the preprocessor and the compiler: arguments first, then the names in the
// body in turn; no name within its own body. Parameters of a template have the values that the program gives them.
// Every step takes from a budget, because few names can expand to long text.
#include "core/foreign/cpp/macros.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/brackets.h"
#include "core/base/budget.h"
#include "core/base/characters.h"
#include "core/base/depth.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"
#include "core/lang/ast.h"
#include "core/lang/atom_name.h"
#include "core/lang/token.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

constexpr int max_nested_names = 24;
constexpr std::size_t max_header = 1 << 12;                       // of a struct or function, up to its name
constexpr std::uint64_t expansion_work = 16 * max_program_bytes;  // bytes examined in addition to the program

// True if a macro's body is part of an expression and so can replace its name.
bool is_expression(std::string_view body) {
  static constexpr std::string_view others[] = {"do",   "while",  "if",   "for",     "return", "asm",         "goto",
                                                "else", "switch", "case", "typedef", "struct", "__VA_ARGS__", "extern"};
  int depth = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (c == ';' || c == '#' || c == '"' || c == '\\' || c == '\'') return false;
    if (c == '{' && skip_blanks(body, i + 1) < body.size() && body[skip_blanks(body, i + 1)] != '}') return false;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth < 0) return false;
    if (!is_word(c) || (i > 0 && is_word(body[i - 1]))) continue;
    const std::string_view word = body.substr(i, word_end(body, i) - i);
    if (std::find(std::begin(others), std::end(others), word) != std::end(others)) return false;
  }
  return depth == 0;
}

// True if two adjacent texts would be read as one word or one sign.
bool would_join(char left, char right) {
  if (is_word(left) && is_word(right)) return true;
  return left == right && std::string_view("+-<>=&|:").find(left) != std::string_view::npos;
}

struct Formal {
  std::string_view name;
  bool is_value = false;           // int N: its argument is an operand
  std::string_view standard = {};  // its default value
};

// The definition of a name.
struct Definition {
  char open = '\0';  // the bracket before its arguments: none, ( or <
  std::vector<Formal> formals = {};
  std::string_view body = {};
};

// The entries of a list, from after its opening bracket; `end` is the position after the closing one. Empty if it is
// not closed; `end` is then the end of the search.
std::optional<std::vector<std::string_view>> entries(std::string_view text, std::size_t begin, char close,
                                                     std::size_t& end) {
  std::vector<std::string_view> out;
  const bool angles = close == '>';
  int depth = 0;
  std::size_t entry = begin;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    end = i + 1;
    if (c == ';') return std::nullopt;
    if (depth == 0 && (c == close || c == ',')) {
      const std::string_view one = trimmed(text.substr(entry, i - entry));
      if (c == ',' || !out.empty() || !one.empty()) out.push_back(one);
      entry = i + 1;
      if (c == close) return out;
      continue;
    }
    if (c == '(' || c == '[' || c == '{' || (angles && c == '<')) ++depth;
    if ((c == ')' || c == ']' || c == '}' || (angles && c == '>' && text[i - 1] != '-')) && --depth < 0)
      return std::nullopt;
  }
  return std::nullopt;
}

// int N = 4, class T; empty for packs and templates of templates.
std::optional<Formal> formal_of(std::string_view text) {
  Formal out;
  const std::string_view declared = split_outside(text, '=', {.angles = true}).front();
  const std::size_t equals = text.find('=', static_cast<std::size_t>(declared.data() + declared.size() - text.data()));
  if (equals != std::string_view::npos) out.standard = trimmed(text.substr(equals + 1));
  const std::string_view type = declared.substr(0, word_end(declared, 0));
  if (type.empty() || type == "template" || declared.find("...") != std::string_view::npos) return std::nullopt;
  const std::size_t name = word_begin(declared, declared.size());
  out.is_value = type != "class" && type != "typename";
  if (name > 0) out.name = declared.substr(name);
  return out;
}

}  // namespace

void Expansion::put(std::string_view text, Span origin) {
  const auto begin = static_cast<std::uint32_t>(text_.size());
  text_.append(text);
  pieces_.push_back({begin, static_cast<std::uint32_t>(text_.size()), origin});
}

const Expansion::Piece* Expansion::piece_before(std::uint32_t at) const {
  const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), at,
                                       [](std::uint32_t p, const Piece& piece) { return p < piece.begin; });
  return behind == pieces_.begin() ? nullptr : &*std::prev(behind);
}

Span Expansion::origin(Span part) const {
  const Piece* first = piece_before(part.begin);
  Span out = part;
  if (first != nullptr)
    out.begin = part.begin < first->end ? first->origin.begin : first->origin.end + (part.begin - first->end);
  if (part.empty()) return {out.begin, out.begin};
  const Piece* last = piece_before(part.end - 1);
  if (last != nullptr) out.end = part.end <= last->end ? last->origin.end : last->origin.end + (part.end - last->end);
  return out;
}

std::vector<Span> Expansion::removed() const {
  std::vector<Span> out;
  for (const Piece& piece : pieces_) {
    const std::string_view text = std::string_view(text_).substr(piece.begin, piece.end - piece.begin);
    if (trimmed(text).empty()) out.push_back(piece.origin);
  }
  return out;
}

bool Expansion::is_written_out(Span part) const {
  const Piece* last = part.empty() ? nullptr : piece_before(part.end - 1);
  return last != nullptr && part.begin < last->end;
}

class Expander {
 public:
  Expander(std::string_view program, const std::vector<Macro>& macros, std::vector<Error>& errors)
      : program_(program), macros_(macros), errors_(errors) {}

  // aliases: also expands alias templates; otherwise each is read at its definition.
  Expansion run(bool aliases) {
    with_aliases_ = aliases;
    written_out(program_, true);
    return std::move(out_);
  }
  bool uses_alias() const { return uses_alias_; }

 private:
  struct Replacement {
    std::size_t end;  // position after the name and its arguments
    std::string text;
  };

  bool take(std::uint64_t steps, std::uint64_t bytes = 0) {
    if (budget_.take(steps, bytes)) return true;
    if (!spent_)
      errors_.push_back({ErrorCode::too_large,
                         say("with its macros and aliases expanded the program is longer than the limit of {} bytes",
                             max_program_bytes),
                         say("give their values only if a layout needs them"),
                         at_,
                         {}});
    spent_ = true;
    return false;
  }

  // top: the program itself, whose definitions count, and whose text goes to `out_`.
  std::string written_out(std::string_view text, bool top) {
    std::string out;
    std::size_t copied = 0;  // the text before this position is in `out`, or replaced
    const auto add_same = [&](std::size_t begin, std::size_t end) {
      if (top) {
        out_.copy(text, begin, end);
      } else {
        out.append(text.substr(begin, end - begin));
      }
    };
    for (std::size_t i = 0; i < text.size() && !spent_;) {
      if (top && next_told_ < told_.size() && i >= told_[next_told_].begin) {
        const Told& one = told_[next_told_++];
        if (i > one.begin) continue;  // inside replaced text
        add_same(copied, i);
        out_.put(one.text, one.origin);
        copied = i = one.end;
        continue;
      }
      if (text[i] == '"') {
        i = std::min(end_of_string(text, i) + 1, text.size());
        continue;
      }
      if (!is_word(text[i])) {
        ++i;
        continue;
      }
      if (top) define_before(i);
      const std::size_t end = word_end(text, i);
      if (top) at_ = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(end)};
      const std::string_view word = text.substr(i, end - i);
      std::optional<Replacement> replaced;
      if (top && word == "template") {
        if (with_aliases_) replaced = alias(i, end);
        if (!replaced) tell_parameters(end);
      } else if (!is_digit(word[0])) {
        replaced = replacement(text, i, end, top);
      }
      if (!replaced) {
        i = end;
        continue;
      }
      add_same(copied, i);
      const std::string_view so_far = top ? std::string_view(out_.text()) : out;
      std::string& by = replaced->text;
      if (!by.empty() && !so_far.empty() && would_join(so_far.back(), by.front())) by.insert(0, " ");
      copied = i = replaced->end;
      if (!by.empty() && i < text.size() && would_join(by.back(), text[i])) by.push_back(' ');
      if (top) {
        out_.put(by, {at_.begin, static_cast<std::uint32_t>(i)});
      } else {
        out.append(by);
      }
    }
    add_same(copied, text.size());
    return out;
  }

  // Defines the macros before that byte of the program.
  void define_before(std::size_t byte) {
    for (; next_macro_ < macros_.size() && macros_[next_macro_].from <= byte; ++next_macro_) {
      const Macro& macro = macros_[next_macro_];
      const bool open_ended = !macro.parameters.empty() && macro.parameters.back().ends_with("...");
      if (macro.undefined || open_ended || !is_expression(macro.body)) {
        definitions_.erase(macro.name);
        continue;
      }
      Definition made = {macro.is_called ? '(' : '\0', {}, macro.body};
      for (const std::string_view name : macro.parameters) made.formals.push_back({name});
      definitions_.insert_or_assign(macro.name, std::move(made));
    }
  }

  // Reads template <int N, class T = half_t> using Name = type; the name is defined from here on, and a line break
  // replaces the text. Empty if there is something else.
  std::optional<Replacement> alias(std::size_t begin, std::size_t end) {
    std::size_t at = skip_blanks(program_, end);
    if (at >= program_.size() || program_[at] != '<') return std::nullopt;
    if (spent_) return std::nullopt;
    const auto list = entries(program_, at + 1, '>', end);
    if (!take(end - begin) || !list) return std::nullopt;
    at = skip_blanks(program_, end);
    if (program_.substr(at, word_end(program_, at) - at) != "using") return std::nullopt;
    const std::size_t name = skip_blanks(program_, at + 5);
    const std::size_t name_end = word_end(program_, name);
    at = skip_blanks(program_, name_end);
    const std::size_t semicolon = program_.find(';', at);
    if (name == name_end || at >= program_.size() || program_[at] != '=' || semicolon == std::string_view::npos)
      return std::nullopt;
    if (!take(semicolon - at)) return std::nullopt;
    Definition made = {'<', {}, trimmed(program_.substr(at + 1, semicolon - at - 1))};
    if (!is_expression(made.body)) return std::nullopt;
    for (const std::string_view one : *list) {
      const auto formal = formal_of(one);
      if (!formal) return std::nullopt;
      made.formals.push_back(*formal);
    }
    definitions_.insert_or_assign(program_.substr(name, name_end - name), std::move(made));
    return Replacement{semicolon + 1, "\n"};
  }

  // --- templates of structs and functions ---

  // Sets the parameters of a template after that word to their arguments elsewhere in the program: a parameter with a
  // single value in all uses becomes `int N = 128`, as if this were its default.
  void tell_parameters(std::size_t end) {
    std::size_t at = skip_blanks(program_, end);
    if (spent_ || at >= program_.size() || program_[at] != '<') return;
    std::size_t behind = end;
    const auto list = entries(program_, at + 1, '>', behind);
    if (!take(behind - end) || !list) return;
    const std::string_view name = template_name(behind);
    if (name.empty()) return;
    std::vector<Formal> formals;
    for (const std::string_view one : *list) {
      const auto formal = formal_of(one);
      if (!formal) break;  // a pack: the parameters before it have fixed positions
      formals.push_back(*formal);
    }
    std::vector<std::string_view> values(formals.size());
    std::vector<bool> open(formals.size(), false);
    for (const std::size_t place : places_of(name)) {
      std::size_t last = place;
      const auto given = entries(program_, place + 1, '>', last);
      if (!take(last - place)) return;
      if (!given || given->size() > list->size()) continue;
      for (std::size_t i = 0; i < formals.size(); ++i) {
        const std::string_view value = i < given->size() ? (*given)[i] : formals[i].standard;
        if (value.empty()) open[i] = true;  // deduced
        if (value == formals[i].name || is_formal(value, formals)) continue;
        if (!values[i].empty() && values[i] != value) open[i] = true;
        if (!value_known(value, end)) open[i] = true;
        values[i] = value;
      }
    }
    for (std::size_t i = 0; i < formals.size(); ++i) {
      if (open[i] || values[i].empty() || formals[i].name.empty()) continue;
      const std::string_view entry = (*list)[i];
      const auto begin = static_cast<std::uint32_t>(entry.data() - program_.data());
      const auto entry_end = static_cast<std::uint32_t>(begin + entry.size());
      const std::string_view standard = formals[i].standard;
      Told one = {entry_end, entry_end, cat(" = ", values[i]), {begin, entry_end}};
      if (!standard.empty()) {
        one.begin = static_cast<std::size_t>(standard.data() - program_.data());
        one.end = one.begin + standard.size();
        one.text = std::string(values[i]);
      }
      told_.push_back(std::move(one));
    }
  }

  static bool is_formal(std::string_view value, const std::vector<Formal>& formals) {
    return std::any_of(formals.begin(), formals.end(), [&](const Formal& f) { return f.name == value; });
  }

  // The name of the struct or function after the template's header; empty for a specialization, and if neither follows.
  std::string_view template_name(std::size_t at) {
    const std::size_t limit = std::min(program_.size(), at + max_header);
    std::string_view last;
    for (bool record = false; at < limit;) {
      at = skip_blanks(program_, at);
      const std::size_t end = word_end(program_, at);
      if (end == at) {
        if (at >= limit || program_[at] == ';' || program_[at] == '{' || program_[at] == '=') return {};
        if (program_[at] == '(' && last != "__launch_bounds__" && last != "__attribute__" && last != "alignas")
          return record ? std::string_view() : last;
        ++at;
        continue;
      }
      last = program_.substr(at, end - at);
      at = end;
      if (record && last != "alignas" && last != "final") {
        const std::size_t next = skip_blanks(program_, at);
        const bool special = next < program_.size() && (program_[next] == '<' || program_[next] == '(');
        return special ? std::string_view() : last;
      }
      if (last == "using" || last == "friend" || last == "template") return {};
      record = record || last == "struct" || last == "class";
    }
    return {};
  }

  // The positions of the brackets after that name, in the whole program.
  const std::vector<std::size_t>& places_of(std::string_view name) {
    if (!counted_) {
      counted_ = true;
      for (std::size_t i = 0; i < program_.size();) {
        const std::size_t end = word_end(program_, i);
        if (end == i) {
          ++i;
          continue;
        }
        if (end < program_.size() && program_[end] == '<') places_[program_.substr(i, end - i)].push_back(end);
        i = end;
      }
    }
    return places_[name];
  }

  // True for a number, a type or a combination of those, if it is known before that byte.
  bool value_known(std::string_view value, std::size_t before) {
    for (std::size_t i = 0; i < value.size();) {
      const std::size_t end = word_end(value, i);
      if (end == i) {
        if (value[i] == '.' || value[i] == '"') return false;
        ++i;
        continue;
      }
      const std::string_view word = value.substr(i, end - i);
      i = end;
      const bool scope = value.substr(end).starts_with("::");
      const bool number = is_digit(word[0]) || (word[0] == '_' && word.size() > 1 && is_digit(word[1]));
      if (scope || number || word == "true" || word == "false" || word == "const" || type_named(word) ||
          is_atom_name(word) || find_head(word) != Head::none || find_builtin(word) != nullptr || is_integer_type(word))
        continue;
      if (!is_bound_before(word, before)) return false;
    }
    return true;
  }
  bool is_bound_before(std::string_view word, std::size_t before) {
    for (std::size_t at = program_.find(word); at < before; at = program_.find(word, at + 1)) {
      if (!take(1)) return false;
      const std::size_t end = at + word.size();
      const std::size_t equals = skip_blanks(program_, end);
      const bool whole = (at == 0 || !is_word(program_[at - 1])) && word_end(program_, end) == end;
      if (whole && program_.substr(equals).starts_with('=') && !program_.substr(equals).starts_with("==")) return true;
    }
    return false;
  }

  // The replacement of the word at text[begin, end) there; empty if it keeps its text.
  std::optional<Replacement> replacement(std::string_view text, std::size_t begin, std::size_t end, bool top) {
    const std::string_view word = text.substr(begin, end - begin);
    const auto found = definitions_.find(word);
    if (found == definitions_.end() || std::find(active_.begin(), active_.end(), word) != active_.end())
      return std::nullopt;
    const Definition definition = found->second;
    std::vector<std::string> arguments;
    if (definition.open != '\0') {
      const std::size_t open = skip_blanks(text, end);
      if (open >= text.size() || text[open] != definition.open) return std::nullopt;
      end = open + 1;
      const auto list = entries(text, open + 1, definition.open == '(' ? ')' : '>', end);
      if (!take(end - open) || !list) return std::nullopt;
      auto made = arguments_of(definition, *list, word, top);
      if (!made) return std::nullopt;
      arguments = std::move(*made);
    }
    uses_alias_ = uses_alias_ || definition.open == '<';
    const Deeper deeper(depth_);
    if (!deeper.ok()) return std::nullopt;
    const std::string body =
        definition.open == '\0' ? std::string(definition.body) : substituted(definition, definition.body, arguments);
    if (!take(body.size() + 1)) return std::nullopt;
    active_.push_back(word);
    std::string out = written_out(body, false);
    active_.pop_back();
    if (spent_ || !take(out.size(), out.size())) return std::nullopt;
    return Replacement{end, without_brackets(std::move(out), text, begin, end)};
  }

  // One text for each parameter, expanded; empty, with the error reported, if they do not fit.
  std::optional<std::vector<std::string>> arguments_of(const Definition& definition,
                                                       const std::vector<std::string_view>& given,
                                                       std::string_view word, bool top) {
    const std::size_t most = definition.formals.size();
    const auto has_standard = [](const Formal& formal) { return !formal.standard.empty(); };
    const auto first = std::find_if(definition.formals.begin(), definition.formals.end(), has_standard);
    const auto least = static_cast<std::size_t>(first - definition.formals.begin());
    if (given.size() < least || given.size() > most) {
      if (top)
        errors_.push_back({ErrorCode::arguments,
                           definition.open == '<'
                               ? say("{} takes {} template {argument|arguments}, not {}", word, most, given.size())
                               : say("{} takes {} {argument|arguments}, not {}", word, most, given.size()),
                           say("pass the arguments that its definition names"),
                           at_,
                           {}});
      return std::nullopt;
    }
    std::vector<std::string> out;
    for (std::size_t i = 0; i < most; ++i) {
      std::string text = i < given.size() ? written_out(given[i], false)
                                          : substituted(definition, definition.formals[i].standard, out);
      if (!take(text.size() + 1)) return std::nullopt;
      const bool simple = std::all_of(text.begin(), text.end(), [](char c) { return is_word(c) || c == ':'; });
      if (definition.formals[i].is_value && !simple) text = "(" + text + ")";
      out.push_back(std::move(text));
    }
    return out;
  }

  // The text with each parameter replaced by its argument.
  std::string substituted(const Definition& definition, std::string_view text, const std::vector<std::string>& by) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t end = word_end(text, i);
      if (end == i) {
        out.push_back(text[i++]);
        continue;
      }
      const std::string_view word = text.substr(i, end - i);
      const bool member = definition.open == '<' && out.ends_with("::");
      std::size_t formal = member ? by.size() : 0;
      while (formal < by.size() && definition.formals[formal].name != word) ++formal;
      if (formal == by.size()) {
        out.append(word);
      } else if (take(by[formal].size())) {
        out.append(by[formal]);
      }
      i = end;
      if (spent_) break;
    }
    return out;
  }

  // (4 + 4) alone between commas and brackets becomes 4 + 4: in our own language (4) is a tuple.
  static std::string without_brackets(std::string text, std::string_view around, std::size_t begin, std::size_t end) {
    while (begin > 0 && is_blank(around[begin - 1]) && around[begin - 1] != '\n') --begin;
    while (end < around.size() && is_blank(around[end]) && around[end] != '\n') ++end;
    const bool before = begin == 0 || std::string_view("(,<=\n;{").find(around[begin - 1]) != std::string_view::npos;
    const bool behind = end >= around.size() || std::string_view("),>\n;}").find(around[end]) != std::string_view::npos;
    while (before && behind && text.starts_with('(')) {
      std::size_t closed = 0;
      const auto list = entries(text, 1, ')', closed);
      if (!list || list->size() != 1 || closed != text.size()) break;
      text = std::string(list->front());
    }
    return text;
  }

  // A value inserted for a template parameter or its default.
  struct Told {
    std::size_t begin;
    std::size_t end;
    std::string text;
    Span origin;
  };

  std::string_view program_;
  const std::vector<Macro>& macros_;
  std::vector<Error>& errors_;
  Expansion out_;
  std::map<std::string_view, Definition> definitions_;
  std::vector<std::string_view> active_;  // names that are being expanded
  std::size_t next_macro_ = 0;
  Span at_ = {};  // the current name of the program
  Depth depth_{max_nested_names};
  Budget budget_{expansion_work, max_program_bytes};
  bool spent_ = false;
  bool with_aliases_ = true;
  bool uses_alias_ = false;
  std::vector<Told> told_;  // in the order of the program
  std::size_t next_told_ = 0;
  bool counted_ = false;
  std::map<std::string_view, std::vector<std::size_t>> places_;
};

Expansion expand(std::string_view program, const std::vector<Macro>& macros, std::vector<Error>& errors) {
  const std::size_t before = errors.size();
  Expander first(program, macros, errors);
  Expansion out = first.run(true);
  if (first.uses_alias() || errors.size() > before) return out;
  return Expander(program, macros, errors).run(false);
}

}  // namespace stridescope
