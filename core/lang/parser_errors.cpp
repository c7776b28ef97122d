// Reports a statement that does not continue as the grammar requires, and suggests another spelling. The suggestion was
// tried: with it the statement parses.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/lang/atom_name.h"
#include "core/lang/program_parser.h"

namespace stridescope {
namespace {

constexpr std::size_t longest_trial = 200;  // maximum bytes of a statement for a trial

bool begins_value(TokenKind kind) {
  return kind == TokenKind::integer || kind == TokenKind::name || kind == TokenKind::any || kind == TokenKind::string ||
         kind == TokenKind::open_paren;
}

bool has_commas(std::string_view text) { return split_outside(text, ',', {.angles = true}).size() > 1; }

// 4,8:8,1 as (4,8):(8,1): puts the two sides of a layout, or all of it, in brackets.
std::string with_brackets(std::string_view text) {
  const auto sides = split_outside(text, ':', {.angles = true});
  if (sides.size() != 2) return cat('(', text, ')');
  std::string out;
  for (const std::string_view side : sides) {
    const bool tuple = has_commas(side);
    append_all(out, out.empty() ? "" : ":", tuple ? "(" : "", side, tuple ? ")" : "");
  }
  return out;
}

// (4,8:(8,1) as (4,8):(8,1), and ((4,8):(8,1) as ((4,8):(8,1)): closes a tuple before the ':' that follows its entries,
// everything else at the end.
std::string closed(std::string_view text, char closer, bool called) {
  const auto sides = split_outside(text.substr(1), ':', {.angles = true});
  if (!called && sides.size() == 2 && has_commas(sides[0])) return cat(text[0], sides[0], closer, ':', sides[1]);
  return cat(text, closer);
}

}  // namespace

Message ProgramParser::describe(const Token& token) const {
  if (token.kind == TokenKind::end) return say("the end of the program");
  if (token.kind == TokenKind::newline) return token.forced ? Message::verbatim("';'") : say("the end of the line");
  return Message::verbatim(cat("'", spelling(token.span), "'"));
}

void ProgramParser::error(Span span, Message message, Message hint, std::string_view replacement) {
  if (failed_) return;  // one syntax error per statement: later ones are guesses
  failed_ = true;
  if (errors_.size() < max_syntax_errors)
    errors_.push_back({ErrorCode::syntax, std::move(message), std::move(hint), span, std::string(replacement)});
}

std::nullopt_t ProgramParser::too_deep(Span span) {
  error(span, say("nesting deeper than {} levels", max_expression_depth), say("give the inner parts names"));
  return std::nullopt;
}

bool ProgramParser::parses(std::string_view expression) const {
  if (trial_ || expression.size() > longest_trial) return false;
  std::vector<Error> errors;
  SyntaxTree tree;
  ProgramParser trial(expression, environment_, foreign_, tree, errors);
  trial.trial_ = true;
  trial.run();
  return tree.statements.size() == 1 && errors.empty();
}

std::uint32_t ProgramParser::end_of_statement() const {
  std::size_t token = next_;
  while (tokens_[token].kind != TokenKind::end && tokens_[token].kind != TokenKind::newline) ++token;
  return token > 0 ? tokens_[token - 1].span.end : 0;
}

bool ProgramParser::is_callable(std::string_view name) const {
  return environment_.function(name) != nullptr || std::any_of(tree_.statements.begin(), tree_.statements.end(),
                                                               [&](const Statement& s) { return s.name == name; });
}

bool ProgramParser::after_keyword(const Token& token) {
  const Token& before = tokens_[next_ - 1];
  for (const Token* one : {&token, &before}) {
    if (one->kind != TokenKind::name) continue;
    if (Message instead = environment_.other_word(spelling(one->span), true); !instead.empty()) {
      error(one->span, say("unknown name '{}'", spelling(one->span)), std::move(instead));
      return true;
    }
  }
  return false;
}

bool ProgramParser::fix_statement(const Token& token) {
  const Span span = {expression_begin_, end_of_statement()};
  const std::string_view text = spelling(span);
  const Token& before = tokens_[next_ - 1];
  if (token.kind == TokenKind::comma) {
    const std::string meant = with_brackets(text);
    // Words separated by commas are a text, not a tuple of names.
    if (text.find_first_of("0123456789") == std::string_view::npos || !parses(meant)) return false;
    error(span, say("a tuple must be in brackets"), say("write {}", meant), meant);
    return true;
  }
  const std::string_view name = spelling(before.span);
  if (before.kind != TokenKind::name || !begins_value(token.kind) || !is_callable(name)) return false;
  const std::string meant = cat(text_.substr(span.begin, before.span.end - span.begin), '(',
                                text_.substr(token.span.begin, span.end - token.span.begin), ')');
  if (!parses(meant)) return false;
  error(span, say("the arguments of {} must be in brackets", name), say("write {}", meant), meant);
  return true;
}

void ProgramParser::after_statement(const Token& token) {
  if (token.kind == TokenKind::bad) {
    failed_ = true;  // reported by the lexer
  } else if (token.kind == TokenKind::close_paren || token.kind == TokenKind::close_angle) {
    error(token.span, say("{} does not close a bracket", describe(token)), say("remove it"), " ");
  } else if (token.kind == TokenKind::colon) {
    error(token.span, say("a layout must have one ':' between its shape and its stride"),
          say("put nested layouts in a tuple on both sides: ((2,2),3):((1,2),4)"));
  } else if (token.kind == TokenKind::equals) {
    error(token.span, say("'=' binds one name: expected a single name on the left"), say("write name = expression"));
  } else if (!after_keyword(token) && !fix_statement(token)) {
    error(token.span, say("expected the end of the statement before {}", describe(token)),
          say("separate statements by a line break or ';', entries by ','"));
  }
}

std::size_t ProgramParser::first_of_statement() const {
  std::size_t first = next_;
  while (first > 0 && tokens_[first - 1].span.begin >= expression_begin_) --first;
  return first;
}

bool ProgramParser::fix_semicolons() {
  std::string meant;
  std::size_t token = first_of_statement();
  std::uint32_t written = expression_begin_;
  std::uint32_t end = written;
  for (int depth = 0; tokens_[token].kind != TokenKind::end; ++token) {
    const Token& one = tokens_[token];
    depth += one.kind == TokenKind::open_paren ? 1 : one.kind == TokenKind::close_paren ? -1 : 0;
    if (one.kind != TokenKind::newline) {
      end = one.span.end;
      continue;
    }
    if (!one.forced || depth <= 0) break;
    append_all(meant, text_.substr(written, one.span.begin - written), ',');
    written = one.span.end;
  }
  if (end < written) return false;  // the last one ends it
  meant += text_.substr(written, end - written);
  if (!parses(meant)) return false;
  error({expression_begin_, end}, say("entries are separated by ','"), say("write {}", meant), meant);
  next_ = token;
  return true;
}

bool ProgramParser::fix_update(const Token& equals) {
  const std::size_t first = first_of_statement();
  if (first + 2 != next_ || tokens_[first].kind != TokenKind::name) return false;
  const std::string_view name = spelling(tokens_[first].span);
  const std::string_view operation = spelling(tokens_[first + 1].span);
  const std::uint32_t end = end_of_statement();
  const std::string meant = cat(name, ' ', operation, ' ', text_.substr(equals.span.end, end - equals.span.end));
  if (!parses(meant)) return false;
  const std::string whole =
      cat(name, " = ", name, ' ', operation, text_.substr(equals.span.end, end - equals.span.end));
  error({expression_begin_, end}, say("'{}=' is not an operator", operation), say("write {}", whole), whole);
  return true;
}

std::string ProgramParser::outer_closers(Span open) const {
  std::string out;
  for (std::size_t token = first_of_statement(); tokens_[token].span.begin < open.begin; ++token) {
    const TokenKind kind = tokens_[token].kind;
    if (kind == TokenKind::open_paren || kind == TokenKind::open_angle)
      out.insert(out.begin(), kind == TokenKind::open_paren ? ')' : '>');
    else if ((kind == TokenKind::close_paren || kind == TokenKind::close_angle) && !out.empty())
      out.erase(out.begin());
  }
  return out;
}

ProgramParser::Index ProgramParser::unclosed(Span open, char closer) {
  if (failed_) return {};
  const Token& token = peek();
  std::size_t before = next_;
  while (before > 0 && tokens_[before - 1].kind == TokenKind::newline) --before;
  const bool line_ends = before < next_ || token.kind == TokenKind::end || token.kind == TokenKind::newline;
  if (token.kind == TokenKind::bad) {
    if (!fix_fraction(token)) failed_ = true;
  } else if (token.forced && fix_semicolons()) {
    return {};
  } else if (line_ends && before > 0) {
    const std::uint32_t end = tokens_[before - 1].span.end;
    const bool called = open.begin > expression_begin_ && is_word(text_[open.begin - 1]);
    std::string_view inside = spelling({open.begin, end});
    if (inside.ends_with(',')) inside.remove_suffix(1);
    const std::string outer = outer_closers(open);
    std::string meant = cat(closed(inside, closer, called), outer);
    const std::string whole = cat(spelling({expression_begin_, open.begin}), meant);
    const bool one = !token.forced && parses(whole);
    if (!outer.empty()) meant = whole;
    error(one ? Span{outer.empty() ? open.begin : expression_begin_, end} : open,
          say("'{}' is never closed", spelling(open)), one ? say("write {}", meant) : say("add a '{}'", closer),
          one ? meant : std::string());
  } else {
    error(token.span, say("expected ',' or '{}' before {}", closer, describe(token)),
          say("entries are separated by ','"),
          begins_value(token.kind) ? cat(',', spelling(token.span)) : std::string());
  }
  return {};
}

bool ProgramParser::fix_fraction(const Token& point) {
  const std::size_t first = next_ >= 3 ? next_ - 3 : 0;
  const auto kind = [&](std::size_t token) { return tokens_[token].kind; };
  if (next_ < 3 || spelling(point.span) != "." || kind(first) != TokenKind::name ||
      kind(first + 1) != TokenKind::equals || kind(first + 2) != TokenKind::integer ||
      kind(next_ + 1) != TokenKind::integer)
    return false;
  const Span span = {tokens_[first].span.begin, tokens_[next_ + 1].span.end};
  const std::string meant =
      cat(spelling(tokens_[first].span), "=\"", spelling({tokens_[first + 2].span.begin, span.end}), '"');
  drop_lexical();
  error(span, say("a number with a decimal point must be in quotes"), say("write {}", meant), meant);
  return true;
}

void ProgramParser::drop_lexical() {
  const std::uint32_t end = end_of_statement();
  std::size_t behind = next_lexical_;
  while (behind < lexical_.size() && lexical_[behind].span.begin < end) ++behind;
  lexical_.erase(lexical_.begin() + static_cast<std::ptrdiff_t>(next_lexical_),
                 lexical_.begin() + static_cast<std::ptrdiff_t>(behind));
}

void ProgramParser::no_template_argument(const SyntaxNode& node, const Token& token) {
  const std::string of_gmma = cat("GMMA::", node.text);
  const std::size_t end = text_.find('>', token.span.begin);
  if (is_atom_name(of_gmma) && end < end_of_statement()) {
    drop_lexical();
    return error(
        node.name_span, say("unknown name '{}'", node.text),
        say("did you mean '{}'?", cat("GMMA::", spelling({node.name_span.begin, static_cast<std::uint32_t>(end + 1)}))),
        of_gmma);
  }
  error(token.span, say("template arguments must be integers, not {}", describe(token)),
        say("for example {}<0>(...)", node.text));
}

void ProgramParser::no_value(const Token& token) {
  const TokenKind next = tokens_[std::min(next_ + 1, tokens_.size() - 1)].kind;
  if (token.kind == TokenKind::colon && nesting_ > 0 && (next == TokenKind::comma || next == TokenKind::close_paren))
    return error(token.span, say("to keep all of a mode, write '_', not ':'"), say("write _"), "_");
  if (token.kind == TokenKind::equals && fix_update(token)) return;
  error(token.span, say("expected a value, found {}", describe(token)),
        say("a value is an integer, a tuple (a,b), a layout shape:stride, a name or a call"));
}

bool ProgramParser::begins_statement(std::string_view function) const {
  const auto options = environment_.options(function);
  const std::vector<std::string_view> names(options.begin(), options.end());
  const std::string_view name = spelling(tokens_[next_].span);
  return tokens_[next_ - 1].kind == TokenKind::newline && std::find(names.begin(), names.end(), name) == names.end() &&
         suggest(name, names).empty();
}

void ProgramParser::no_option(std::string_view function, Span option) {
  const auto names = environment_.options(function);
  const std::string_view near = suggest(spelling(option), {names.begin(), names.end()});
  std::string all;
  for (const std::string_view name : names) append_all(all, all.empty() ? "" : ", ", name);
  if (std::find(names.begin(), names.end(), spelling(option)) != names.end())
    return error(option, say("{} has argument '{}' twice, by its position and by its name", function, spelling(option)),
                 say("keep one of them"));
  error(option, say("{} does not have option '{}'", function, spelling(option)),
        !near.empty()  ? say("did you mean '{}'?", near)
        : !all.empty() ? say("the options of {} are {}", function, all)
                       : say("give the arguments in order"),
        near);
}

void ProgramParser::tell_signature(std::string_view function) {
  const Builtin* known = environment_.function(function);
  if (known != nullptr && !errors_.empty()) errors_.back().hint = say("write {}", environment_.signature(*known));
}

}  // namespace stridescope
