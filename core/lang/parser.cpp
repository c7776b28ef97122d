// Recursive descent over the grammar of ast.h. A bad statement is a single error, and the other statements keep their
// values; the ForeignReader tries a statement before it becomes an error. Every cycle passes primary(), which counts
// depth.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/lang/atom_name.h"
#include "core/lang/program_parser.h"

namespace stridescope {

void ProgramParser::run() {
  ForeignReader* const foreign = trial_ ? nullptr : foreign_;
  tree_.nodes.reserve(tokens_.size());  // at most one node per token
  while (!at(TokenKind::end)) {
    if (at(TokenKind::newline)) {
      const bool blank = next_ > 0 && tokens_[next_ - 1].kind == TokenKind::newline && !tokens_[next_ - 1].forced;
      if (blank && foreign != nullptr) foreign->blank_line(*this);
      ++next_;
      continue;
    }
    statement();
  }
  if (foreign != nullptr) foreign->blank_line(*this);
  report_lexical(static_cast<std::uint32_t>(text_.size()), true);
  if (foreign != nullptr) foreign->finish(*this);
}

const Token& ProgramParser::peek_in_brackets() {
  while (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced && !statement_follows()) ++next_;
  return tokens_[next_];
}

const Token& ProgramParser::advance() {
  const Token& token = peek();
  if (token.kind != TokenKind::end) ++next_;
  return token;
}

bool ProgramParser::statement_follows() const {
  // An option of a call: `f(A,` and dtype="half_t" on the next line.
  const bool entry =
      next_ > 0 && (tokens_[next_ - 1].kind == TokenKind::comma || tokens_[next_ - 1].kind == TokenKind::open_paren);
  if (entry && !in_tuple_) return false;
  return tokens_[next_ + 1].kind == TokenKind::name && tokens_[next_ + 2].kind == TokenKind::equals;
}

void ProgramParser::statement() {
  failed_ = false;
  settled_ = false;
  nesting_ = 0;
  in_tuple_ = false;
  Statement out;
  const std::size_t first = next_;
  const std::size_t errors_before = errors_.size();
  const std::uint32_t begin = tokens_[next_].span.begin;
  if (at(TokenKind::name) && tokens_[next_ + 1].kind == TokenKind::equals) {
    out.name_span = advance().span;
    out.name = spelling(out.name_span);
    advance();
    skip_newlines();
  } else if (at(TokenKind::compose) && tokens_[next_ + 1].kind == TokenKind::equals) {
    error(tokens_[next_].span, say("'o' is the composition operator and cannot be a name"), say("choose another name"));
  }
  const std::size_t nodes_before = tree_.nodes.size();
  expression_begin_ = tokens_[next_].span.begin;
  const Index root = failed_ ? Index{} : expression();
  if (root && !failed_ && !at(TokenKind::newline) && !at(TokenKind::end)) after_statement(peek());
  if (root && !failed_) {
    out.root = *root;
    out.span = {begin, tree_.nodes[*root].span.end};
    if (foreign_ != nullptr && !trial_) {
      foreign_->keep(*this, std::move(out));
    } else {
      tree_.statements.push_back(std::move(out));
    }
  } else if (!settled_ && !trial_ && foreign_ != nullptr && foreign_->read(*this, first, errors_before, nodes_before)) {
    next_ = std::max(next_, first + 1);  // the next statement may be on the same line
    return;
  } else if (!out.name.empty()) {
    tree_.failed_names.emplace_back(out.name, out.name_span);
  }
  nesting_ = 0;
  while (!at(TokenKind::end) && !at(TokenKind::newline)) ++next_;
  if ((!root || failed_) && next_ > first) tree_.failed.push_back({begin, tokens_[next_ - 1].span.end});
  if (next_lexical_ < lexical_.size()) report_lexical(tokens_[next_].span.begin, true);
}

void ProgramParser::report_lexical(std::uint32_t end, bool report) {
  for (; next_lexical_ < lexical_.size() && (lexical_[next_lexical_].span.begin < end || end == text_.size());
       ++next_lexical_) {
    if (report) errors_.push_back(std::move(lexical_[next_lexical_]));
  }
}

ProgramParser::Index ProgramParser::expression() {
  Index first = ratio();
  if (!first || !at(TokenKind::compose)) return first;
  SyntaxNode node = {.kind = Syntax::chain, .span = {}, .children = {*first}};
  while (at(TokenKind::compose)) {
    advance();
    skip_newlines();
    const Index operand = ratio();
    if (!operand) return {};
    node.children.push_back(*operand);
  }
  node.span = span_of(node.children.front(), node.children.back());
  return add(std::move(node));
}

ProgramParser::Index ProgramParser::left_to_right(const Operand& operand, TokenKind a, TokenKind b, TokenKind c) {
  Index left = (this->*operand)();
  for (int operators = 0; left; ++operators) {
    const TokenKind kind = peek().kind;
    if (kind != a && kind != b && kind != c) break;
    if (operators == max_expression_depth) {
      error(peek().span, say("more than {} operators in a row", max_expression_depth),
            say("give the inner parts names"));
      return {};
    }
    const TokenKind op = advance().kind;
    skip_newlines();
    const Index right = (this->*operand)();
    if (!right) return {};
    left = add({.kind = Syntax::infix, .span = span_of(*left, *right), .op = op, .children = {*left, *right}});
  }
  return left;
}

ProgramParser::Index ProgramParser::ratio() {
  return left_to_right(&ProgramParser::pair, TokenKind::divide, TokenKind::multiply, TokenKind::multiply);
}

ProgramParser::Index ProgramParser::sum() {
  return left_to_right(&ProgramParser::term, TokenKind::plus, TokenKind::minus, TokenKind::minus);
}

ProgramParser::Index ProgramParser::term() {
  return left_to_right(&ProgramParser::signed_value, TokenKind::star, TokenKind::slash, TokenKind::percent);
}

ProgramParser::Index ProgramParser::signed_value() {
  std::optional<Span> minus;
  for (; at(TokenKind::plus) || at(TokenKind::minus); skip_newlines()) {
    const Token sign = advance();
    if (sign.kind == TokenKind::minus) minus = minus ? std::nullopt : std::optional<Span>(sign.span);
  }
  const Index value = morphism();
  if (!value || !minus) return value;
  const Span span = {minus->begin, tree_.nodes[*value].span.end};
  return add({.kind = Syntax::infix, .span = span, .op = TokenKind::minus, .children = {*value}});
}

ProgramParser::Index ProgramParser::pair() {
  const Index shape = sum();
  if (!shape || !at(TokenKind::colon)) return shape;
  advance();
  skip_newlines();
  const Index stride = sum();
  if (!stride) return {};
  return add({.kind = Syntax::pair, .span = span_of(*shape, *stride), .children = {*shape, *stride}});
}

std::uint32_t ProgramParser::call(std::string_view function, std::vector<std::uint32_t> children, Span span,
                                  std::optional<Span> name) {
  return add({.kind = Syntax::call,
              .span = span,
              .name_span = name.value_or(span),
              .text = function,
              .has_arguments = true,
              .children = std::move(children)});
}

ProgramParser::Index ProgramParser::morphism() {
  const Index domain = primary();
  if (!domain || !at(TokenKind::dashes)) return domain;
  advance();
  skip_newlines();
  const Index map = primary();
  if (!map) return {};
  if (!at(TokenKind::arrow)) {
    error(peek().span, say("expected '-->' before {}", describe(peek())),
          say("a morphism is written (4,5)--(1,3)-->(4,7,5)"));
    return {};
  }
  advance();
  skip_newlines();
  const Index codomain = primary();
  if (!codomain) return {};
  return call("tract.make_morphism", {*domain, *codomain, *map}, span_of(*domain, *codomain));
}

ProgramParser::Index ProgramParser::with_profile(std::uint32_t values) {
  const Token& token = tokens_[next_];
  if (token.span.begin != tree_.nodes[values].span.end) return values;
  const std::string_view word = spelling(token.span);
  const bool named = token.kind == TokenKind::name && word.size() > 1 && word[0] == '_';
  const bool nested = token.kind == TokenKind::any && word == "_" && tokens_[next_ + 1].kind == TokenKind::open_paren &&
                      tokens_[next_ + 1].span.begin == token.span.end;
  if (!named && !nested) return values;
  ++next_;
  const Span name = {token.span.begin + 1, token.span.end};
  const Index profile =
      named ? Index(add({.kind = Syntax::name, .span = name, .name_span = name, .text = word.substr(1)})) : primary();
  if (!profile) return {};
  return call("tract.substitute", {*profile, values}, span_of(values, *profile));
}

// Every cycle of the grammar passes here.
ProgramParser::Index ProgramParser::primary() {
  const Token& token = peek();
  const Deeper level(depth_);
  if (!level.ok()) return too_deep(token.span);
  switch (token.kind) {
    case TokenKind::integer:
      advance();
      return add({.kind = Syntax::integer, .span = token.span, .integer = known_integer(token.integer)});
    case TokenKind::mixed_bits: {
      advance();
      SyntaxNode node = {.kind = Syntax::mixed_bits, .span = token.span};
      std::copy(std::begin(token.mixed), std::end(token.mixed), std::begin(node.mixed));
      return add(std::move(node));
    }
    case TokenKind::any:
      advance();
      return add({.kind = Syntax::any, .span = token.span});
    case TokenKind::string:
      advance();
      return add(
          {.kind = Syntax::string, .span = token.span, .text = spelling({token.span.begin + 1, token.span.end - 1})});
    case TokenKind::open_paren:
      if (const Index values = sequence(Syntax::tuple, TokenKind::close_paren, ')')) {
        const SyntaxNode& n = tree_.nodes[*values];
        if (constants() && n.children.size() == 1 && !n.trailing_comma) return n.children[0];
        return with_profile(*values);
      }
      return {};
    case TokenKind::open_angle:
      if (token.after_name) break;
      return sequence(Syntax::tiler, TokenKind::close_angle, '>');
    case TokenKind::name:
      return name();
    case TokenKind::bad:
      failed_ = true;
      return {};
    default:
      break;
  }
  no_value(token);
  return {};
}

ProgramParser::Index ProgramParser::sequence(Syntax kind, TokenKind close, char closer) {
  const Span open = advance().span;
  ++nesting_;
  const bool was_in_tuple = std::exchange(in_tuple_, true);
  SyntaxNode node = {.kind = kind, .span = open};
  while (!at(close)) {
    if (at(TokenKind::newline) && !peek().forced) return unclosed(open, closer);
    const Index entry = expression();
    if (!entry) return unclosed(open, closer);
    node.children.push_back(*entry);
    node.trailing_comma = at(TokenKind::comma);
    if (node.trailing_comma) {
      advance();
    } else if (!at(close)) {
      return unclosed(open, closer);
    }
  }
  --nesting_;  // before reading the closing bracket: the line break after it counts again
  in_tuple_ = was_in_tuple;
  node.span.end = advance().span.end;
  return add(std::move(node));
}

ProgramParser::Index ProgramParser::name() {
  const Token token = advance();
  const std::string_view word = spelling(token.span);
  const bool opens = tokens_[next_].kind == TokenKind::open_paren && tokens_[next_].span.begin == token.span.end;
  const bool templated = tokens_[next_].kind == TokenKind::open_angle && tokens_[next_].after_name;
  if (foreign_ != nullptr && is_foreign_name(word, opens, templated)) {
    error(token.span, say("'{}' is not part of this language", word));
    return {};
  }
  SyntaxNode node = {.kind = Syntax::name, .span = token.span, .name_span = token.span, .text = word};
  if (foreign_ != nullptr && !trial_) {
    if (const auto printed = foreign_->printed_value(*this, node)) return *printed;
  }
  if (is_atom_name(node.text)) return atom(node);
  if (templated) {
    node.kind = Syntax::call;
    if (!template_arguments(node)) return {};
  }
  if (tokens_[next_].kind == TokenKind::open_paren && tokens_[next_].span.begin == node.span.end) {
    node.kind = Syntax::call;
    node.has_arguments = true;
    if (!arguments(node)) return {};
  }
  return add(std::move(node));
}

bool ProgramParser::template_arguments(SyntaxNode& node) {
  const Span open = advance().span;
  ++nesting_;
  while (!at(TokenKind::close_angle)) {
    if (at(TokenKind::end) || at(TokenKind::newline)) {
      unclosed(open, '>');
      return false;
    }
    if (!template_argument(node)) return false;
    if (at(TokenKind::comma)) {
      advance();
    } else if (!at(TokenKind::close_angle)) {
      unclosed(open, '>');
      return false;
    }
  }
  --nesting_;
  node.span.end = advance().span.end;
  return true;
}

bool ProgramParser::is_foreign_name(std::string_view word, bool called, bool templated) {
  const bool printed_negative = (word == "ArithTuple_" || word == "ArithTuple") && at(TokenKind::minus);
  return printed_negative || foreign_->is_foreign(word, called, templated, trial_);
}

bool ProgramParser::takes_integers(std::string_view name) const {
  return foreign_ != nullptr ? foreign_->takes_integers(name) : environment_.function(name) != nullptr || name == "Sw";
}

// An integer or, for names that take only integers, an expression for one: get<N - 1>. Names that take types are
// foreign text.
bool ProgramParser::template_argument(SyntaxNode& node) {
  const Token token = peek();
  const TokenKind behind = tokens_[next_ + 1].kind;
  const bool literal = token.kind == TokenKind::integer && token.integer.is_plain() && !token.integer.is_static &&
                       (behind == TokenKind::comma || behind == TokenKind::close_angle);
  if (literal && node.template_nodes.empty()) {
    node.template_args.push_back(advance().integer.value);
    return true;
  }
  const bool sum = token.kind == TokenKind::integer && behind != TokenKind::comma && behind != TokenKind::close_angle;
  const bool named = token.kind == TokenKind::name && !environment_.type(spelling(token.span));
  if (!literal && !(takes_integers(node.text) &&
                    (sum || named || token.kind == TokenKind::open_paren || token.kind == TokenKind::minus))) {
    no_template_argument(node, token);
    return false;
  }
  for (const std::int64_t before : node.template_args)
    node.template_nodes.push_back(add({.kind = Syntax::integer, .span = node.span, .integer = dynamic_int(before)}));
  node.template_args.clear();
  const Index argument = expression();
  if (argument) node.template_nodes.push_back(*argument);
  return argument.has_value();
}

// The verbatim name and its template arguments; the Environment defines their meaning.
ProgramParser::Index ProgramParser::atom(SyntaxNode& node) {
  node.kind = Syntax::type;
  int depth = 0;
  if (tokens_[next_].kind == TokenKind::open_angle && tokens_[next_].after_name) {
    do {
      const TokenKind kind = tokens_[next_].kind;
      if (kind == TokenKind::end || (kind == TokenKind::newline && tokens_[next_].forced) ||
          node.span.end - node.span.begin > max_atom_text) {
        return unclosed(node.name_span, '>');
      }
      // UniversalCopy<uint_byte_t<2 * kN>>, sizeof(T): C++'s expressions are read as C++.
      if (kind == TokenKind::open_paren || kind == TokenKind::star || kind == TokenKind::plus ||
          kind == TokenKind::minus || kind == TokenKind::slash) {
        error(node.name_span, say("'{}' is not part of this language", node.text));
        return {};
      }
      depth += kind == TokenKind::open_angle ? 1 : kind == TokenKind::close_angle ? -1 : 0;
      node.span.end = tokens_[next_++].span.end;
    } while (depth > 0);
  }
  node.text = spelling(node.span);
  if (foreign_ != nullptr) foreign_->after_atom(*this);
  return add(std::move(node));
}

ProgramParser::Index ProgramParser::named(Span key, std::uint32_t value) {
  const std::uint32_t text = add({.kind = Syntax::string, .span = key, .text = spelling(key)});
  return call("option", {text, value}, {key.begin, tree_.nodes[value].span.end}, key);
}

bool ProgramParser::arguments(SyntaxNode& node) {
  const Span open = advance().span;
  ++nesting_;
  const bool was_in_tuple = std::exchange(in_tuple_, false);
  while (!at(TokenKind::close_paren)) {
    std::optional<Token> option;
    if (at(TokenKind::name) && tokens_[next_ + 1].kind == TokenKind::equals) {
      if (const Builtin* function = environment_.function(node.text); function != nullptr && !function->roles.options) {
        if (begins_statement(node.text)) {
          while (tokens_[next_ - 1].kind == TokenKind::newline) --next_;
          nesting_ = 0;
          unclosed(open, ')');
        } else {
          no_option(node.text, peek().span);
        }
        return false;
      }
      option = advance();
      advance();
    }
    const std::size_t begin = next_;
    Index argument = expression();
    if (!argument && next_ == begin && at(TokenKind::end)) tell_signature(node.text);
    if (argument && option) argument = named(option->span, *argument);
    if (!argument) {
      unclosed(open, ')');
      return false;
    }
    node.children.push_back(*argument);
    if (at(TokenKind::comma)) {
      advance();
    } else if (!at(TokenKind::close_paren)) {
      unclosed(open, ')');
      return false;
    }
  }
  --nesting_;
  in_tuple_ = was_in_tuple;
  node.span.end = advance().span.end;
  return true;
}

bool is_too_long(std::string_view program, std::vector<Error>& errors) {
  if (program.size() <= max_program_bytes) return false;
  const Span all = {0, 1};
  errors.push_back({ErrorCode::too_large,
                    say("the program is longer than the limit of {} bytes", max_program_bytes),
                    say("split it"),
                    all,
                    {}});
  return true;
}

SyntaxTree parse(std::string_view program, const Environment& environment, std::vector<Error>& errors) {
  SyntaxTree tree;
  if (!is_too_long(program, errors)) ProgramParser(program, environment, nullptr, tree, errors).run();
  return tree;
}

}  // namespace stridescope
