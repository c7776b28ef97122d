// Functions of a pasted program that return one expression: lambdas, `auto f(int m) { return ...; }`, `def f(m): return
// ...`. A call of one is read as what it returns, with the arguments in the places of the parameters.
#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/lang/paste_code.h"
#include "core/lang/paste_parser.h"
#include "core/lang/token.h"

namespace stridescope {
namespace {

constexpr int max_calls_within = 4;  // a function that calls itself ends there
constexpr std::size_t max_functions = 64;

// `int m, auto const& n` or, in Python, `m, n: int`; false where one has no name, a default, or stands for several.
bool read_parameters(std::string_view text, bool python, PastedFunction& out) {
  int depth = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c != ',' || depth > 0) continue;
    std::string_view part = trimmed(text.substr(first, i - first));
    first = i + 1;
    if (part.empty() && i == text.size() && out.parameters.empty()) return true;
    if (part.empty() || part.find_first_of("=*.") != std::string_view::npos) return false;
    PastedParameter one;
    if (python) {
      one.name = trimmed(part.substr(0, part.find(':')));
    } else {
      std::size_t name = part.size();
      while (name > 0 && is_word(part[name - 1])) --name;
      one.name = part.substr(name);
      const std::string_view type = trimmed(part.substr(0, name));
      if (type.empty()) return false;
      one.integer = is_integer_type(type.substr(0, type.find_first_of(" &"))) ||
                    (type.starts_with("const ") && is_integer_type(trimmed(type.substr(6))));
    }
    const bool is_name = !one.name.empty() && std::all_of(one.name.begin(), one.name.end(), is_word) &&
                         !(one.name[0] >= '0' && one.name[0] <= '9');
    if (!is_name || out.parameters.size() == 16) return false;
    out.parameters.push_back(one);
  }
  return true;
}

// `return expression;` and `}` behind it: where that brace is, and what is returned.
std::size_t one_return(std::string_view text, std::size_t begin, PastedFunction& out) {
  begin = skip_blanks(text, begin);
  if (!text.substr(begin).starts_with("return") || begin + 6 >= text.size() || is_word(text[begin + 6])) return 0;
  std::size_t looked_at = 0;
  const std::size_t end = code_end(text, begin + 6, looked_at);
  if (end >= text.size() || text[end] != ';') return 0;
  const std::size_t brace = skip_blanks(text, end + 1);
  if (brace >= text.size() || text[brace] != '}') return 0;
  out.begin = static_cast<std::uint32_t>(skip_blanks(text, begin + 6));
  out.end = static_cast<std::uint32_t>(end);
  return out.begin < out.end ? brace : 0;
}

// [&](auto m) { return ...; } at `begin`: behind its brace, 0 where it is none that returns one expression.
std::size_t lambda_of_cpp(std::string_view text, std::size_t begin, PastedFunction& out) {
  const std::size_t open = past_bracket(text, begin);
  if (open == std::string_view::npos || open >= text.size() || text[open] != '(') return 0;
  const std::size_t close = past_bracket(text, open);
  if (close == std::string_view::npos || !read_parameters(text.substr(open + 1, close - open - 2), false, out))
    return 0;
  const std::size_t brace = skip_blanks(text, close);
  if (brace >= text.size() || text[brace] != '{') return 0;
  const std::size_t end = one_return(text, brace + 1, out);
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
  // Each looks for the end of what it returns, which may be that of the program.
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
  std::size_t name = open;
  while (name > 0 && is_word(header[name - 1])) --name;
  out.name = header.substr(name, open - name);
  if (out.name.empty()) return;
  bool returns = read_parameters(header.substr(open + 1, close - open - 1), python, out);
  if (python) {
    const std::size_t body = skip_blanks(program, frame);
    std::size_t looked_at = 0;
    out.begin = static_cast<std::uint32_t>(skip_blanks(program, std::min(body + 6, program.size())));
    out.end = static_cast<std::uint32_t>(code_end(program, body, looked_at));
    returns = returns && program.substr(body).starts_with("return ") && out.begin < out.end;
  } else {
    returns = one_return(program, frame, out) > 0 && returns;
  }
  // Of a source only what is about layouts, as with its statements.
  if (!returns || !calls_layouts(program.substr(out.begin, out.end - out.begin))) out.begin = out.end = 0;
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
  std::size_t name = left.size();
  while (name > 0 && is_word(left[name - 1])) --name;
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

// A lambda that is called where it stands, at its first bracket; nothing is read where that is none.
PasteParser::Index PasteParser::called_lambda(std::uint32_t begin) {
  if (functions_ == nullptr) return {};
  PastedFunction function;
  std::size_t behind = 0;
  if (at(TokenKind::open_bracket)) {
    behind = lambda_of_cpp(text_, begin, function);
  } else if (at_word("lambda", 1)) {
    const std::size_t close = past_bracket(text_, begin);
    if (close != std::string_view::npos && lambda_of_python(text_, peek(1).span.begin, close - 1, function))
      behind = close;
  }
  if (behind == 0 || behind >= text_.size() || text_[behind] != '(' || behind >= tokens_.back().span.begin) return {};
  foreign_ = true;
  skip_to_byte(static_cast<std::uint32_t>(behind));
  const Span open = advance().span;
  auto arguments = list(TokenKind::close_paren, ')', open);
  function.name = "lambda";
  return arguments ? inlined(function, std::move(*arguments), begin) : Index{};
}

// The node with what is below it, once more; nothing when that is more than the program may cost.
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

// The argument of that parameter, where a function is read at its call.
PasteParser::Index PasteParser::argument_named(std::string_view name) {
  for (const auto& [parameter, argument] : arguments_) {
    if (parameter != name) continue;
    if (const Index copy = copied(argument)) return copy;
    return error(tokens_[next_ - 1].span, say("this call is more than may be written out"),
                 say("give the inner parts names"));
  }
  return {};
}

PasteParser::Index PasteParser::inlined(const PastedFunction& function, std::vector<std::uint32_t> arguments,
                                        std::uint32_t begin) {
  const Span span = {begin, position()};
  if (arguments.size() != function.parameters.size())
    return error(span,
                 say("{} takes {} arguments, not {}", function.name, function.parameters.size(), arguments.size()));
  if (calls_within_ == max_calls_within || !functions_->take(2 * std::size_t{function.end - function.begin}))
    return error(span, say("this call is more than may be written out"), say("give the inner parts names"));
  PasteParser inner(text_, function.begin, function.end, tree_, strict_);
  inner.functions_ = functions_;
  inner.calls_within_ = calls_within_ + 1;
  inner.depth_ = depth_;
  inner.constants_ = constants_;
  inner.arithmetic_ = arithmetic_;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::uint32_t value = arguments[i];
    if (function.parameters[i].integer)  // Int<3>{} is a plain int from there on
      value = add_call("add", {value, add_integer(dynamic_int(0), begin)}, begin);
    inner.arguments_.emplace_back(function.parameters[i].name, value);
  }
  const Index out = inner.expression();
  if (out && inner.at_end()) {
    foreign_ = true;
    return out;
  }
  if (!inner.failed_) inner.unexpected(say("the end of what {} returns", function.name));
  error_ = std::move(inner.error_);
  failed_ = foreign_ = true;
  return {};
}

}  // namespace stridescope
