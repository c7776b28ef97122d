// The recursive descent over the grammar of ast.h. One bad statement is one error and costs no other its value; what is
// not ours is offered to paste.cpp before it is called wrong. Every cycle passes primary(), where depth is counted.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/paste/paste_code.h"
#include "core/functions/builtin.h"
#include "core/functions/signature_words.h"
#include "core/lang/program_parser.h"
#include "core/tiled/atom.h"

namespace stridescope {

SyntaxTree ProgramParser::run() {
  tree_.nodes.reserve(tokens_.size());  // a node or none a token
  while (!at(TokenKind::end)) {
    if (at(TokenKind::newline)) {
      if (next_ > 0 && tokens_[next_ - 1].kind == TokenKind::newline && !tokens_[next_ - 1].forced && !message_.empty())
        end_message();  // a blank line
      ++next_;
      continue;
    }
    statement();
  }
  end_message();
  fit_of_printed_tma(text_, tree_);
  answer_message(text_, tree_);
  const Span message = explain_assertion(text_, tree_);
  // What a function returns stands where it is called.
  std::erase_if(tree_.statements, [this](const Statement& s) {
    return std::any_of(paste_work_.functions.begin(), paste_work_.functions.end(), [&](const PastedFunction& f) {
      const std::uint32_t body = f.locals.empty() ? f.begin : f.locals.front().begin;
      return f.called && (s.span.begin < f.end && s.span.end > body) && s.span.end <= f.end;
    });
  });
  report_lexical(static_cast<std::uint32_t>(text_.size()), true);
  std::erase_if(errors_,
                [&](const Error& one) { return one.span.begin >= message.begin && one.span.begin < message.end; });
  for (Error& found : tree_.findings) errors_.push_back(std::move(found));
  return std::move(tree_);
}

const Token& ProgramParser::peek() {
  while (nesting_ > 0 && tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced && !statement_follows())
    ++next_;
  return tokens_[next_];
}

const Token& ProgramParser::advance() {
  const Token& token = peek();
  if (token.kind != TokenKind::end) ++next_;
  return token;
}

bool ProgramParser::statement_follows() const {
  if (next_ > 0 && (tokens_[next_ - 1].kind == TokenKind::comma || tokens_[next_ - 1].kind == TokenKind::open_paren))
    return false;
  return tokens_[next_ + 1].kind == TokenKind::name && tokens_[next_ + 2].kind == TokenKind::equals;
}

void ProgramParser::statement() {
  failed_ = false;
  printed_ = false;
  nesting_ = 0;
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
    if (out.name.empty()) label(out);
    out.source = paste_work_.kind != SourceKind::own;
    // In C++ a line of our own, which its reader wrote, ends with no `;`.
    const bool theirs =
        paste_work_.kind == SourceKind::python || text_.substr(skip_blanks(text_, out.span.end)).starts_with(';');
    out.other = out.source && theirs && !is_about_layouts(text_.substr(begin, out.span.end - begin));
    keep_statement(text_, tree_, std::move(out), paste_work_);
    if (!message_.empty()) end_message();
  } else if (!printed_ && !trial_ && foreign_statement(first, errors_before, nodes_before)) {
    next_ = std::max(next_, first + 1);  // the next statement may stand on the same line
    return;
  } else if (!out.name.empty()) {
    tree_.failed_names.emplace_back(out.name, out.name_span);
  }
  nesting_ = 0;
  while (!at(TokenKind::end) && !at(TokenKind::newline)) ++next_;
  if (next_lexical_ < lexical_.size()) report_lexical(tokens_[next_].span.begin, true);
}

bool ProgramParser::foreign_statement(std::size_t first, std::size_t errors_before, std::size_t nodes_before) {
  const std::uint32_t begin = tokens_[first].span.begin;
  const auto drop_own = [&](std::uint32_t end) {
    errors_.resize(errors_before);
    report_lexical(end, false);
    nesting_ = 0;
    next_ = first;
    while (tokens_[next_].kind != TokenKind::end && tokens_[next_].span.begin < end) ++next_;
  };
  tree_.nodes.erase(tree_.nodes.begin() + static_cast<std::ptrdiff_t>(nodes_before), tree_.nodes.end());
  if (const std::uint32_t end = grid_below(first); end != 0) {
    drop_own(end);
    return true;
  }
  Paste paste = read_paste(text_, begin, tree_, paste_work_);
  if (paste.read) {
    drop_own(paste.end);
    if (paste.text) {
      if (message_.empty()) message_.begin = errors_before;
      message_.has_types = message_.active = true;
    } else if (!message_.empty()) {
      end_message();
    }
    return true;
  }
  if (const Span grid = free_grid(text_, line_begin(first)); grid.end > begin) {
    drop_own(grid.end);
    read_free_grid({begin, grid.end}, grid);
    return true;
  }
  const bool binds = tokens_[first + 1].kind == TokenKind::equals;
  if (paste.foreign) {
    drop_own(paste.end);
    errors_.push_back(std::move(paste.error));
    failed_ = true;
    if (!paste.name.empty()) tree_.failed_names.emplace_back(paste.name, Span{begin, begin + 1});
  }
  if (binds) {  // surely meant for us
    std::vector<Error> own(std::make_move_iterator(errors_.begin() + static_cast<std::ptrdiff_t>(errors_before)),
                           std::make_move_iterator(errors_.end()));
    errors_.resize(errors_before);
    end_message();
    errors_.insert(errors_.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  } else {
    if (message_.empty()) message_.begin = errors_before;
    message_.active = true;
    ++(is_words(first) && !paste.foreign ? message_.words : message_.others);
  }
  return false;
}

bool ProgramParser::is_words(std::size_t token) const {
  for (; tokens_[token].kind != TokenKind::newline && tokens_[token].kind != TokenKind::end; ++token) {
    const Token& next = tokens_[token + 1];
    const bool apart = next.span.begin > tokens_[token].span.end;
    if (tokens_[token].kind == TokenKind::name && apart &&
        (next.kind == TokenKind::name || next.kind == TokenKind::integer || next.kind == TokenKind::open_paren ||
         next.kind == TokenKind::bad))
      return true;
  }
  return false;
}

// A grid by itself is the layout that it shows, called grid1, grid2, ...: what was pasted has no name for it.
void ProgramParser::read_free_grid(Span span, Span grid) {
  constexpr std::uint64_t most_work = 8'000'000;
  Budget budget(most_work, 1 << 16);
  Arith arith(&budget);
  Value value = static_int(0);
  if (paste_work_.take(grid.end - grid.begin)) {
    value = layout_of_grid(arith, text_, grid);
  } else {
    arith.fail(ErrorCode::too_large, say("more pasted text than the cap allows"));
  }
  if (arith.failed()) {
    Error why = std::move(arith.error().value());
    errors_.push_back({why.code,
                       say("a grid without its layout: {}", why.message),
                       say("paste the line above it, too, which print_layout begins with"),
                       span,
                       {}});
    return;
  }
  const auto taken = [&](std::string_view name) {
    return std::any_of(tree_.statements.begin(), tree_.statements.end(),
                       [&](const Statement& s) { return s.name == name; });
  };
  std::string name;
  while (name.empty() || taken(name)) name = cat("grid", next_grid_++);
  tree_.texts.push_back(std::make_unique<std::string>(std::move(name)));
  tree_.literals.push_back(std::move(value));
  Statement out;
  out.name = *tree_.texts.back();
  out.name_span = {span.begin, span.begin};
  out.span = span;
  out.root = tree_.add({.kind = Syntax::literal,
                        .span = span,
                        .integer = static_int(static_cast<std::int64_t>(tree_.literals.size() - 1))});
  out.pasted = true;
  out.grid = grid;
  tree_.statements.push_back(std::move(out));
}

std::uint32_t ProgramParser::line_begin(std::size_t token) const {
  std::uint32_t begin = tokens_[token].span.begin;
  while (begin > 0 && text_[begin - 1] == ' ') --begin;
  return begin;
}

std::uint32_t ProgramParser::grid_below(std::size_t first) {
  if (tree_.statements.empty()) return 0;
  const std::uint32_t line = line_begin(first);
  const std::uint32_t end = grid_end(text_, line, false);
  if (end <= line) return 0;
  // A header of one column is an expression of ours: the 0 above the rule.
  const Statement& header = tree_.statements.back();
  const SyntaxNode& n = tree_.nodes[header.root];
  if (tree_.statements.size() > 1 && header.name.empty() && n.kind == Syntax::integer && n.integer == dynamic_int(0))
    tree_.statements.pop_back();
  Statement& layout = tree_.statements.back();
  if (!layout.grid.empty()) return 0;
  layout.grid = {line, end};
  return end;
}

void ProgramParser::end_message() {
  if (message_.has_types) errors_.resize(std::min(errors_.size(), message_.begin));
  // A dump, a message without a type: one error tells as much as one for each line.
  constexpr std::size_t few = 3;
  if (!message_.has_types && message_.words >= few && message_.others == 0 && errors_.size() > message_.begin) {
    Error& first = errors_[message_.begin];
    first.message = say("{} {line|lines} of words, and nothing in them is a layout or a statement", message_.words);
    first.hint = say("paste the layout or the type that they tell of; a name is bound by name = expression");
    first.replacement.clear();
    errors_.resize(message_.begin + 1);
  }
  message_ = {};
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

ProgramParser::Index ProgramParser::left_to_right(Index (ProgramParser::*operand)(), TokenKind a, TokenKind b,
                                                  TokenKind c) {
  Index left = (this->*operand)();
  for (int operators = 0; left && (at(a) || at(b) || at(c)); ++operators) {
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

std::uint32_t ProgramParser::call(std::string_view function, std::vector<std::uint32_t> children, Span span) {
  return add({.kind = Syntax::call,
              .span = span,
              .name_span = span,
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

// Every cycle of the grammar goes through here.
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
        if (paste_work_.kind == SourceKind::python && n.children.size() == 1 && !n.trailing_comma) return n.children[0];
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
  SyntaxNode node = {.kind = kind, .span = open};
  while (!at(close)) {
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
  --nesting_;  // before the closer is taken: the line break after it counts again
  node.span.end = advance().span.end;
  return add(std::move(node));
}

ProgramParser::Index ProgramParser::name() {
  const Token token = advance();
  const std::string_view word = spelling(token.span);
  const bool opens = tokens_[next_].kind == TokenKind::open_paren && tokens_[next_].span.begin == token.span.end;
  const bool templated = tokens_[next_].kind == TokenKind::open_angle && tokens_[next_].after_name;
  // S<3,4,3> o 0 o (8,64):(64,1) is what CuTe DSL prints: its integers are constants.
  const bool type = templated && (word == "S" || is_foreign_template(word));
  const bool printed_negative = (word == "ArithTuple_" || word == "ArithTuple") && at(TokenKind::minus);
  const bool pasted = opens && !paste_work_.functions.empty() && paste_work_.function(word) != nullptr;
  if (printed_negative || type || (pasted && find_builtin(word) == nullptr) ||
      (word[0] == '_' && word.starts_with("_Z")) ||
      (opens ? is_foreign_call(word) : word.size() >= shortest_foreign_word && is_foreign_word(word))) {
    error(token.span, say("'{}' is not of this language", word));
    return {};
  }
  SyntaxNode node = {.kind = Syntax::name, .span = token.span, .name_span = token.span, .text = word};
  if (const PrintedForm* form = printed_form(node.text)) return printed(node, *form);
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

// An integer, or for what takes integers alone what evaluates to one: get<N - 1>. What takes types is foreign text.
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
  const bool named = token.kind == TokenKind::name && !type_named(spelling(token.span));
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

ProgramParser::Index ProgramParser::named(Span key, std::uint32_t value) {
  const Index text = add({.kind = Syntax::string, .span = key, .text = spelling(key)});
  if (!text) return text;
  return add({.kind = Syntax::call,
              .span = {key.begin, tree_.nodes[value].span.end},
              .name_span = key,
              .text = "option",
              .has_arguments = true,
              .children = {*text, value}});
}

bool ProgramParser::arguments(SyntaxNode& node) {
  const Span open = advance().span;
  ++nesting_;
  while (!at(TokenKind::close_paren)) {
    std::optional<Token> option;
    if (at(TokenKind::name) && tokens_[next_ + 1].kind == TokenKind::equals) {
      if (const Builtin* function = find_builtin(node.text); function != nullptr && !function->roles.options) {
        no_option(node.text, peek().span);
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
  node.span.end = advance().span.end;
  return true;
}

}  // namespace stridescope
