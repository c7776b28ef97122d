// Functions of a pasted program that return one expression, or one of several by `if`, after statements that bind
// names: lambdas, `auto f(int m) { auto n = ...; return ...; }`, `def f(m): ... return ...`. A call is replaced by the
// returned expression, with the arguments in place of the parameters.
#include <algorithm>
#include <optional>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"
#include "core/lang/token.h"

namespace stridescope {
namespace {

constexpr int max_calls_within = 4;  // the limit for a function that calls itself
constexpr std::size_t max_functions = 64;
constexpr std::size_t max_locals = 64;
constexpr std::size_t max_choices = 8;
constexpr std::size_t max_header = 1 << 12;

// `int m, auto const& n, auto... rest` or, in Python, `m, n: int, *rest`; false if a parameter has no name, has a
// default, or follows a pack.
bool read_parameters(std::string_view text, bool python, PastedFunction& out) {
  if (trimmed(text).empty()) return true;
  for (std::string_view part : split_outside(text, ',', {.angles = true})) {
    PastedParameter one;
    const std::size_t dots = part.find("...");
    one.pack = python ? part.starts_with('*') : dots != std::string_view::npos;
    if (one.pack && python) part = trimmed(part.substr(1));
    if (part.empty() || (!out.parameters.empty() && out.parameters.back().pack)) return false;
    if (part.find_first_of("=*") != std::string_view::npos || (part.find('.') != dots)) return false;
    if (python) {
      one.name = trimmed(part.substr(0, part.find(':')));
    } else {
      const std::size_t name = word_begin(part, part.size());
      one.name = part.substr(name);
      std::string_view type = trimmed(part.substr(0, name));
      if (one.pack) type = trimmed(part.substr(0, dots));
      if (type.empty()) return false;
      one.integer = is_integer_type(type.substr(0, type.find_first_of(" &"))) ||
                    (type.starts_with("const ") && is_integer_type(trimmed(type.substr(6))));
    }
    const bool is_name =
        !one.name.empty() && std::all_of(one.name.begin(), one.name.end(), is_word) && !is_digit(one.name[0]);
    if (!is_name || out.parameters.size() == 16) return false;
    out.parameters.push_back(one);
  }
  return true;
}

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || !is_word(text[word.size()]));
}

// True if a statement binds one name, `auto x = f(y)`, `using T = ...`; in Python `x = f(y)`. A name that it rebinds, x
// += 1 or, in C++, x = 1, can have several meanings.
bool binds_one_name(std::string_view text, bool python) {
  const std::vector<std::string_view> sides = split_outside(text, '=', {.angles = true});
  if (sides.size() < 2 || sides[1].empty()) return false;
  const std::string_view left = sides[0];
  if (!python && left.starts_with("auto") && left.ends_with(']')) return left.find('[') != std::string_view::npos;
  const std::size_t name = word_begin(left, left.size());
  if (name == left.size() || is_digit(left[name])) return false;
  const std::string_view type = trimmed(left.substr(0, name));
  if (python) return type.empty();
  if (type.empty() || type.ends_with("->")) return false;
  return is_word(type.back()) || type.back() == '>' || type.back() == '&';
}

// `return value;`, also in braces, at `at`: the value; `at` moves to the text after it.
std::optional<Span> returned(std::string_view text, std::size_t& at) {
  at = skip_blanks(text, std::min(at, text.size()));
  const bool braces = at < text.size() && text[at] == '{';
  if (braces) at = skip_blanks(text, at + 1);
  if (!begins_with_word(text.substr(std::min(at, text.size())), "return")) return std::nullopt;
  std::size_t looked_at = 0;
  const std::size_t first = skip_blanks(text, at + 6);
  const std::size_t end = code_end(text, first, looked_at);
  if (end >= text.size() || text[end] != ';' || first == end) return std::nullopt;
  at = skip_blanks(text, end + 1);
  if (braces) {
    if (at >= text.size() || text[at] != '}') return std::nullopt;
    at = skip_blanks(text, at + 1);
  }
  return Span{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)};
}

// `if constexpr (condition) return ...; else ...` at `at`: true, with the text after it, if both sides return.
bool read_choices(std::string_view text, std::size_t& at, PastedFunction& out) {
  while (out.choices.size() < max_choices) {
    at = skip_blanks(text, at + 2);
    if (begins_with_word(text.substr(std::min(at, text.size())), "constexpr")) at = skip_blanks(text, at + 9);
    if (at >= text.size() || text[at] != '(') return false;
    const std::size_t close = past_bracket(text, at, {.longest = max_paste});
    if (close == std::string_view::npos) return false;
    PastedFunction::Choice choice = {{static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(close - 1)}, {}};
    at = close;
    const auto value = returned(text, at);
    if (!value) return false;
    choice.value = *value;
    out.choices.push_back(choice);
    if (begins_with_word(text.substr(std::min(at, text.size())), "else")) {
      at = skip_blanks(text, at + 4);
      if (begins_with_word(text.substr(std::min(at, text.size())), "if")) continue;
    }
    const auto other = returned(text, at);
    if (!other) return false;
    out.begin = other->begin;
    out.end = other->end;
    return true;
  }
  return false;
}

// Reads a body from `begin` on: its statements up to `return expression;`, and the position of the next `}`. 0 for any
// other body.
std::size_t straight_line(std::string_view text, std::size_t begin, PastedFunction& out) {
  for (std::size_t statements = 0; statements <= max_locals; ++statements) {
    begin = skip_blanks(text, std::min(begin, text.size()));  // the text can end with the header
    const std::string_view rest = text.substr(begin);
    const bool returns = begins_with_word(rest, "return");
    std::size_t looked_at = 0;
    if (begins_with_word(rest, "if")) {
      if (!read_choices(text, begin, out)) return 0;
      return begin < text.size() && text[begin] == '}' ? begin : 0;
    }
    const std::size_t end = code_end(text, returns ? begin + 6 : begin, looked_at);
    if (end >= text.size() || text[end] != ';') return 0;
    if (returns) {
      const std::size_t brace = skip_blanks(text, end + 1);
      if (brace >= text.size() || text[brace] != '}') return 0;
      out.begin = static_cast<std::uint32_t>(skip_blanks(text, begin + 6));
      out.end = static_cast<std::uint32_t>(end);
      return out.begin < out.end ? brace : 0;
    }
    const bool checks = begins_with_word(rest, "static_assert") || rest.starts_with("CUTE_STATIC_ASSERT");
    if (!checks && !binds_one_name(text.substr(begin, end - begin), false)) return 0;
    if (!checks) out.locals.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    begin = end + 1;
  }
  return 0;
}

// The same for Python, from after the colon of its header, in lines with equal indentation.
bool straight_lines(std::string_view text, std::size_t begin, PastedFunction& out) {
  const auto column = [&](std::size_t at) { return at - (text.rfind('\n', at) + 1); };  // npos + 1 is 0
  std::size_t at = skip_blanks(text, begin);
  const std::size_t indent = at < text.size() ? column(at) : 0;
  for (std::size_t statements = 0; statements <= max_locals && at < text.size(); ++statements) {
    if (statements > 0 && column(at) != indent) return false;
    std::size_t looked_at = 0;
    const std::size_t end = code_end(text, at, looked_at);
    const std::string_view statement = text.substr(at, end - at);
    if (begins_with_word(statement, "return")) {
      out.begin = static_cast<std::uint32_t>(skip_blanks(text, at + 6));
      out.end = static_cast<std::uint32_t>(end);
      return out.begin < out.end;
    }
    if (!binds_one_name(statement, true)) return false;
    out.locals.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
    at = skip_blanks(text, std::min(end + 1, text.size()));
  }
  return false;
}

// The names in the `template <int N, class T = half_t>` before a function's header.
std::vector<std::string_view> template_parameters(std::string_view text, std::size_t begin) {
  std::size_t close = begin;
  for (;;) {  // skips words between, CUTE_HOST_DEVICE constexpr
    while (close > 0 && is_blank(text[close - 1])) --close;
    if (close == 0 || !is_word(text[close - 1])) break;
    const std::size_t word = word_begin(text, close);
    if (!is_mark(text.substr(word, close - word))) return {};
    close = word;
  }
  if (close == 0 || text[close - 1] != '>') return {};
  const std::size_t limit = close > max_header ? close - max_header : 0;
  std::size_t open = close;
  for (int depth = 0; open > limit;) {
    --open;
    depth += text[open] == '>' ? 1 : text[open] == '<' ? -1 : 0;
    if (depth == 0) break;
  }
  if (!trimmed(text.substr(0, open)).ends_with("template")) return {};
  std::vector<std::string_view> out;
  constexpr BracketRule rule = {.angles = true};
  for (const std::string_view one : split_outside(text.substr(open + 1, close - open - 2), ',', rule)) {
    const std::string_view declared = split_outside(one, '=', rule).front();
    out.push_back(declared.substr(word_begin(declared, declared.size())));
  }
  return out;
}

// The position after the lambda [&](auto m) { return ...; } at `begin`; 0 if it is not a lambda that returns one
// expression.
std::size_t lambda_of_cpp(std::string_view text, std::size_t begin, PastedFunction& out) {
  std::size_t at = past_bracket(text, begin, {.longest = max_paste});
  if (at == std::string_view::npos || at >= text.size()) return 0;
  at = skip_blanks(text, at);
  if (at < text.size() && text[at] == '(') {
    const std::size_t close = past_bracket(text, at, {.longest = max_paste});
    if (close == std::string_view::npos || !read_parameters(text.substr(at + 1, close - at - 2), false, out)) return 0;
    at = close;
  }
  // mutable, CUTLASS_LAMBDA
  std::size_t brace = skip_blanks(text, at);
  for (std::size_t word = brace; brace < text.size() && is_word(text[brace]); word = brace) {
    brace = word_end(text, brace);
    if (is_digit(text[word])) return 0;
    brace = skip_blanks(text, brace);
  }
  if (brace >= text.size() || text[brace] != '{') return 0;
  const std::size_t end = straight_line(text, brace + 1, out);
  return end == 0 ? 0 : end + 1;
}

// lambda m, n: ... at `begin`, up to `end`.
bool lambda_of_python(std::string_view text, std::size_t begin, std::size_t end, PastedFunction& out) {
  const std::size_t colon = text.find(':', begin);
  if (colon == std::string_view::npos || colon >= end) return false;
  out.begin = static_cast<std::uint32_t>(skip_blanks(text, colon + 1));
  out.end = static_cast<std::uint32_t>(end);
  return out.begin < out.end && read_parameters(text.substr(begin + 6, colon - begin - 6), true, out);
}

void keep(PastedFunction function, PasteWork& work) {
  if (work.functions.size() < max_functions) work.functions.push_back(std::move(function));
}

}  // namespace

void record_function(std::string_view program, std::size_t begin, std::size_t frame, PasteWork& work) {
  // Each search for the end of a returned expression can reach the end of the program.
  if (work.functions.size() >= max_functions) return;
  const std::string_view header = program.substr(begin, frame - begin);
  const bool python = header.starts_with("def ");
  const std::size_t close = header.rfind(')');
  std::size_t open = close;
  for (int depth = 0; open != std::string_view::npos; --open) {
    depth += header[open] == ')' ? 1 : header[open] == '(' ? -1 : 0;
    if (depth == 0) break;
    if (open == 0) return;
  }
  if (open == std::string_view::npos || (!python && !header.ends_with('{'))) return;
  PastedFunction out;
  const std::size_t name = word_begin(header, open);
  out.name = header.substr(name, open - name);
  if (out.name.empty()) return;
  bool returns = read_parameters(header.substr(open + 1, close - open - 1), python, out);
  if (python) {
    returns = straight_lines(program, frame, out) && returns;
  } else {
    returns = straight_line(program, frame, out) > 0 && returns;
    out.template_parameters = template_parameters(program, begin);
  }
  // From a source only functions about layouts, like its statements.
  const std::size_t body = out.locals.empty() ? out.begin : out.locals.front().begin;
  if (!returns || !calls_layouts(program.substr(body, out.end - body))) {
    out.begin = out.end = 0;
    out.locals.clear();
    out.choices.clear();
  }
  keep(std::move(out), work);
}

std::size_t named_lambda(std::string_view program, std::size_t begin, std::size_t end, PasteWork& work) {
  const std::string_view statement = program.substr(begin, end - begin);
  const std::size_t equals = statement.find('=');
  if (equals == std::string_view::npos) return 0;
  const std::size_t value = skip_blanks(program, begin + equals + 1);
  const bool python = program.substr(value).starts_with("lambda ");
  if (value >= end || (!python && program[value] != '[')) return 0;
  PastedFunction out;
  const std::string_view left = trimmed(statement.substr(0, equals));
  const std::size_t name = word_begin(left, left.size());
  out.name = left.substr(name);
  const std::string_view type = left.substr(0, name);
  if (out.name.empty() || (python ? !type.empty() : type.find("auto") == std::string_view::npos)) return 0;
  if (python) {
    if (!lambda_of_python(program, value, end, out)) return 0;
  } else {
    const std::size_t behind = lambda_of_cpp(program, value, out);
    if (behind == 0 || skip_blanks(program, behind) < end) return 0;
  }
  const bool of_layouts = calls_layouts(program.substr(out.begin, out.end - out.begin));
  if (work.kind != SourceKind::own && !of_layouts) return 0;
  keep(std::move(out), work);
  return end;
}

// A lambda that is called in place, at its first bracket; reads nothing if absent.
PasteParser::Index PasteParser::called_lambda(std::uint32_t begin) {
  if (functions_ == nullptr) return {};
  PastedFunction function;
  std::size_t behind = 0;
  if (at(TokenKind::open_bracket)) {
    behind = lambda_of_cpp(text_, begin, function);
  } else if (at_word("lambda", 1)) {
    const std::size_t close = past_bracket(text_, begin, {.longest = max_paste});
    if (close != std::string_view::npos && lambda_of_python(text_, peek(1).span.begin, close - 1, function))
      behind = close;
  }
  if (behind == 0 || behind >= text_.size() || text_[behind] != '(' || behind >= tokens_.back().span.begin) return {};
  foreign_ = true;
  skip_to_byte(static_cast<std::uint32_t>(behind));
  const Span open = advance().span;
  auto arguments = list(TokenKind::close_paren, ')', open);
  function.name = "lambda";
  return arguments ? inlined(function, {}, *arguments, begin) : Index{};
}

// A copy of the node with its children; empty if it exceeds the limits of the program.
PasteParser::Index PasteParser::copied(std::uint32_t index) {
  if (!functions_->take(1)) return {};
  SyntaxNode out = node(index);
  for (auto* children : {&out.children, &out.template_nodes}) {
    for (std::uint32_t& child : *children) {
      const Index copy = copied(child);
      if (!copy) return {};
      child = *copy;
    }
  }
  return tree_.add(std::move(out));
}

// The argument of that parameter while a function is expanded at its call.
PasteParser::Index PasteParser::argument_named(std::string_view name) {
  for (const auto& [parameter, argument] : arguments_) {
    if (parameter != name) continue;
    if (const Index copy = copied(argument)) return copy;
    return error(tokens_[next_ - 1].span, say("the expansion of this call is too long"),
                 say("give the inner parts names"));
  }
  return {};
}

// The given template arguments come first, then the arguments.
PasteParser::Index PasteParser::inlined(const PastedFunction& function, const std::vector<std::uint32_t>& types,
                                        const std::vector<std::uint32_t>& arguments, std::uint32_t begin) {
  const Span span = {begin, position()};
  const bool packs = !function.parameters.empty() && function.parameters.back().pack;
  const std::size_t single = function.parameters.size() - (packs ? 1 : 0);
  if (packs ? arguments.size() < single : arguments.size() != single)
    return error(span, say("{} takes {} {argument|arguments}, not {}", function.name, function.parameters.size(),
                           arguments.size()));
  const std::uint32_t body = !function.locals.empty()    ? function.locals.front().begin
                             : !function.choices.empty() ? function.choices.front().condition.begin
                                                         : function.begin;
  if (calls_within_ == max_calls_within || !functions_->take(2 * std::size_t{function.end - body}))
    return error(span, say("the expansion of this call is too long"), say("give the inner parts names"));
  const auto parser = [&](std::uint32_t first, std::uint32_t last) {
    PasteParser out(text_, first, last, tree_, strict_);
    out.functions_ = functions_;
    out.calls_within_ = calls_within_ + 1;
    out.depth_ = depth_;
    out.constants_ = constants_;
    out.arithmetic_ = arithmetic_;
    return out;
  };
  std::vector<std::pair<std::string_view, std::uint32_t>> known;
  for (std::size_t i = 0; i < std::min(types.size(), function.template_parameters.size()); ++i)
    known.emplace_back(function.template_parameters[i], types[i]);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    std::uint32_t value = i < single ? arguments[i] : 0;
    if (i == single) {
      std::vector<std::uint32_t> rest(arguments.begin() + static_cast<std::ptrdiff_t>(single), arguments.end());
      value = add({.kind = Syntax::tuple, .span = {}, .trailing_comma = true, .children = std::move(rest)}, begin);
    }
    if (function.parameters[i].integer)  // Int<3>{} becomes a plain int
      value = add({.kind = Syntax::to_dynamic, .span = {}, .children = {value}}, begin);
    known.emplace_back(function.parameters[i].name, value);
  }
  const auto failed = [&](PasteParser& inner, const Message& wanted) {
    if (!inner.failed_) inner.unexpected(wanted);
    error_ = std::move(inner.error_);
    failed_ = foreign_ = true;
    return Index{};
  };
  for (const Span local : function.locals) {
    PasteParser inner = parser(local.begin, local.end);
    inner.arguments_ = known;
    Statement statement;
    if (!inner.statement(statement) || !inner.at_end() || (statement.name.empty() && statement.names.empty()))
      return failed(inner, say("the end of a statement of {}", function.name));
    // The last binding of a name counts.
    if (!statement.name.empty()) known.insert(known.begin(), {statement.name, statement.root});
    for (const BoundName& one : statement.names) {  // auto [m, n] = f(x)
      const Index whole = copied(statement.root);
      if (!whole || one.path.size() != 1 || one.rest >= 0)
        return failed(inner, say("the end of a statement of {}", function.name));
      const std::uint32_t part = add({.kind = Syntax::call,
                                      .span = {},
                                      .name_span = span,
                                      .text = "get",
                                      .template_args = {static_cast<std::int64_t>(one.path[0])},
                                      .has_arguments = true,
                                      .children = {*whole}},
                                     begin);
      known.insert(known.begin(), {one.name, part});
    }
  }
  const auto read = [&](Span of) -> Index {
    PasteParser inner = parser(of.begin, of.end);
    inner.arguments_ = known;
    const Index value = inner.expression();
    if (!value || !inner.at_end()) return failed(inner, say("the end of the value that {} returns", function.name));
    return value;
  };
  Index out = read({function.begin, function.end});
  for (std::size_t i = function.choices.size(); out && i-- > 0;) {
    const Index holds = read(function.choices[i].condition);
    const Index value = holds ? read(function.choices[i].value) : Index{};
    out = value ? add({.kind = Syntax::conditional, .span = {}, .children = {*holds, *value, *out}}, begin) : Index{};
  }
  if (out) foreign_ = true;
  return out;
}

// The end of `lambda x: ...` at `begin`, an argument of a call.
static std::size_t lambda_end(std::string_view text, std::size_t begin) {
  std::size_t end = std::min(text.find(':', begin), text.size());
  while (end < text.size() && std::string_view(",)]}").find(text[end]) == std::string_view::npos)
    end = std::string_view("([{").find(text[end]) != std::string_view::npos ? past_bracket(text, end) : end + 1;
  return std::min(end, text.size());
}

// A lambda or the name of a function, up to a comma or the end of the arguments; reads nothing if absent.
bool PasteParser::function_argument(PastedFunction& out) {
  const std::uint32_t first = next_position();
  const bool python = at_word("lambda");
  if (python || at(TokenKind::open_bracket)) {
    const std::size_t end = python ? lambda_end(text_, first) : lambda_of_cpp(text_, first, out);
    if (end == 0 || (python && !lambda_of_python(text_, first, end, out))) return false;
    skip_to_byte(static_cast<std::uint32_t>(end));
    out.name = "lambda";
    return true;
  }
  std::size_t last = 0;
  while (at(TokenKind::name, last) && (at(TokenKind::dot, last + 1) || at(TokenKind::scope, last + 1))) last += 2;
  if (!at(TokenKind::name, last)) return false;
  if (last > 0 && bound(spelling(peek().span)) != nullptr) return false;  // L.shape
  const std::string_view name = spelling(peek(last).span);
  std::size_t behind = last + 1;
  if (at(TokenKind::open_brace, behind) && at(TokenKind::close_brace, behind + 1)) behind += 2;  // is_static{}
  if (bound(name) != nullptr || !(at(TokenKind::comma, behind) || at(TokenKind::close_paren, behind))) return false;
  const PastedFunction* known = functions_->function(name);
  if (known == nullptr && find_builtin(name) == nullptr && find_head(name) != Head::tuple) return false;
  if (known != nullptr) out = *known;
  out.name = name;
  next_ += behind;
  return true;
}

}  // namespace stridescope
