// Foreign text: tokens, the tree, and expressions down to brackets.
#include "core/foreign/paste/paste_parser.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/tiled/atom.h"

namespace stridescope {

PasteParser::PasteParser(std::string_view program, std::size_t begin, std::size_t end, ForeignTree& tree, bool strict)
    : text_(program), tokens_(tokenize(program, lexical_, Dialect::foreign, begin, end)), tree_(tree), strict_(strict) {
  std::erase_if(tokens_, [](const Token& token) { return token.kind == TokenKind::newline && !token.forced; });
}

void PasteParser::constant_integers(bool all) {
  constants_ = all;
  printed_ = printed_by_dsl();
  for (std::size_t i = 0; i + 2 < tokens_.size() && !constants_; ++i) {
    constants_ = tokens_[i].kind == TokenKind::name && tokens_[i + 1].kind == TokenKind::dot &&
                 tokens_[i + 2].kind == TokenKind::name && spelling(tokens_[i].span) == "cute" &&
                 (i == 0 || (tokens_[i - 1].kind != TokenKind::dot && spelling(tokens_[i - 1].span) != "!"));
  }
  tree_.python = tree_.python || constants_;
}

// --- tokens ---

std::nullopt_t PasteParser::error(Span span, Message message, Message hint) {
  if (!failed_) error_ = {ErrorCode::syntax, std::move(message), std::move(hint), span, {}};
  failed_ = true;
  return std::nullopt;
}

std::nullopt_t PasteParser::unexpected(const Message& wanted) {
  const Token& token = peek();
  if (token.kind == TokenKind::bad) {
    for (Error& e : lexical_) {
      if (e.span == token.span && !failed_) error_ = std::move(e);
    }
    failed_ = true;
    return std::nullopt;
  }
  const bool entry =
      next_ > 0 && (tokens_[next_ - 1].kind == TokenKind::comma || tokens_[next_ - 1].kind == TokenKind::open_bracket);
  if (entry && token.kind == TokenKind::colon && (at(TokenKind::comma, 1) || at(TokenKind::close_bracket, 1))) {
    error(token.span, say("to keep all of a mode, write '_', not ':'"), say("write _"));
    error_.replacement = "_";
    return std::nullopt;
  }
  if (token.kind == TokenKind::end)
    return error(token.span, say("the pasted text ends before {}", wanted), say("copy all of it"));
  return error(token.span, say("expected {} before '{}'", wanted, spelling(token.span)),
               say("paste an expression, a type or a declaration"));
}

bool PasteParser::expect(TokenKind kind, char mark, Span open) {
  if (accept(kind)) return true;
  if (at_end()) {
    error(open, say("'{}' is never closed: the pasted text is cut off", spelling(open)),
          say("copy all of it, up to the '{}'", mark));
  } else {
    unexpected(say("',' or '{}'", mark));
  }
  return false;
}

void PasteParser::skip_to_byte(std::uint32_t byte) {
  while (!at_end() && peek().span.begin < byte) ++next_;
}

bool PasteParser::skip_brackets() {
  const Token open = advance();
  int depth = 1;
  for (; depth > 0 && !at_end(); advance()) {
    const TokenKind kind = peek().kind;
    const bool opens = kind == TokenKind::open_paren || kind == TokenKind::open_brace ||
                       kind == TokenKind::open_bracket || at_template();
    const bool closes = kind == TokenKind::close_paren || kind == TokenKind::close_brace ||
                        kind == TokenKind::close_bracket ||
                        (kind == TokenKind::close_angle && open.kind == TokenKind::open_angle);
    depth += opens ? 1 : closes ? -1 : 0;
  }
  if (depth > 0)
    error(open.span, say("'{}' is never closed: the pasted text is cut off", spelling(open.span)),
          say("copy all of it"));
  return depth == 0;
}

bool PasteParser::skip_rest(TokenKind close) {
  while (!at_end() && !at(close)) {
    const TokenKind kind = peek().kind;
    if (kind == TokenKind::open_paren || kind == TokenKind::open_brace || kind == TokenKind::open_bracket ||
        at_template()) {
      if (!skip_brackets()) return false;
    } else {
      advance();
    }
  }
  if (!accept(close)) unexpected(say("a closing bracket"));
  return !failed_;
}

// --- the tree ---

std::uint32_t PasteParser::add(SyntaxNode node, std::uint32_t begin) {
  node.span = {begin, std::max(position(), begin)};
  if (node.name_span.empty()) node.name_span = node.span;
  const std::uint32_t out = tree_.add(std::move(node));
  if (tree_.nodes[out].height > max_tree_height) too_deep();
  return out;
}

std::uint32_t PasteParser::add_call(std::string_view name, std::vector<std::uint32_t> children, std::uint32_t begin) {
  return add({.kind = Syntax::call, .span = {}, .text = name, .has_arguments = true, .children = std::move(children)},
             begin);
}

std::uint32_t PasteParser::add_literal(Value value, std::uint32_t begin) {
  tree_.literals.push_back(std::move(value));
  return add({.kind = Syntax::literal,
              .span = {},
              .integer = static_int(static_cast<std::int64_t>(tree_.literals.size() - 1))},
             begin);
}

std::uint32_t PasteParser::add_integer(Int value, std::uint32_t begin) {
  return add({.kind = Syntax::integer, .span = {}, .integer = value}, begin);
}

std::uint32_t PasteParser::add_hole(std::uint32_t begin, std::int64_t divisor) {
  foreign_ = true;
  tree_.texts.push_back(std::make_unique<std::string>(cat('n', ++tree_.holes)));
  return add({.kind = Syntax::hole, .span = {}, .integer = static_int(divisor), .text = *tree_.texts.back()}, begin);
}

// --- expressions ---

PasteParser::Index PasteParser::expression() {
  const Deeper level(depth_);
  if (!level.ok()) return too_deep();
  const std::uint32_t begin = next_position();
  const std::size_t comparisons = comparisons_;
  const Index condition = constants_ ? disjunction() : comparison();
  if (failed_) return {};
  if (condition && constants_ && at_word("if")) {  // a if b else c
    advance();
    const Index decides = disjunction();
    if (!decides) return {};
    if (!at_word("else")) return unexpected(say("'else' and the other value"));
    advance();
    const Index other = expression();
    if (!other) return {};
    return add({.kind = Syntax::conditional, .span = {}, .children = {*decides, *condition, *other}}, begin);
  }
  const bool chooses = has_arithmetic() || comparisons_ > comparisons;
  if (!condition || !chooses || !at(TokenKind::hole)) return condition;
  advance();
  const bool outer = conditional_;
  conditional_ = true;
  const Index chosen = expression();
  conditional_ = outer;
  if (!chosen) return {};
  if (!accept(TokenKind::colon)) return unexpected(say("':' and the other value"));
  const Index other = expression();
  if (!other) return {};
  return add({.kind = Syntax::conditional, .span = {}, .children = {*condition, *chosen, *other}}, begin);
}

std::nullopt_t PasteParser::too_deep() {
  return error(peek().span, say("nesting deeper than {} levels", max_expression_depth),
               say("give the inner parts names"));
}

PasteParser::Index PasteParser::chain() {
  const std::uint32_t begin = next_position();
  const Index first = bits();
  if (!first || !at(TokenKind::compose)) return first;
  std::vector<std::uint32_t> parts = {*first};
  while (accept(TokenKind::compose)) {
    const Index operand = bits();
    if (!operand) return {};
    parts.push_back(*operand);
  }
  return add({.kind = Syntax::chain, .span = {}, .children = std::move(parts)}, begin);
}

// The bit operator here, and its precedence; empty at `&&`, `a<b` or a bracket.
std::optional<PasteParser::BitOperator> PasteParser::bit_operator() const {
  const bool twice = peek().kind == peek(1).kind && peek().span.end == peek(1).span.begin;
  if (at(TokenKind::open_angle)) return twice ? std::optional(BitOperator{"shiftl", 2, 1}) : std::nullopt;
  if (at(TokenKind::close_angle))
    return twice && in_template_ == 0 ? std::optional(BitOperator{"shiftr", 2, 1}) : std::nullopt;
  if (!at(TokenKind::other) || twice) return std::nullopt;
  return at_mark("&")   ? std::optional(BitOperator{"band", 1, 2})
         : at_mark("^") ? std::optional(BitOperator{"bxor", 1, 3})
         : at_mark("|") ? std::optional(BitOperator{"bor", 1, 4})
                        : std::nullopt;
}

// a | b ^ c & d << e, with the precedence of C++ and Python. Operators that wait for their right operand are in a list
// instead of nested calls: one more frame per level would be too deep for nested calls and templates.
PasteParser::Index PasteParser::bits() {
  struct Waiting {
    BitOperator op;
    std::uint32_t left;
    std::uint32_t begin;
  };
  std::uint32_t begin = next_position();
  Index value = sum();
  std::vector<Waiting> waiting;
  bool loose = false;
  const auto apply = [&](int level) {
    for (; !waiting.empty() && waiting.back().op.level <= level; waiting.pop_back()) {
      begin = waiting.back().begin;
      value = add_call(waiting.back().op.function, {ungrouped(waiting.back().left), ungrouped(*value)}, begin);
    }
  };
  for (int operators = 0; value; ++operators) {
    const auto op = bit_operator();
    if (!op) break;
    if (operators > max_expression_depth)
      return error(peek().span, say("more than {} operators in a row", max_expression_depth),
                   say("give the inner parts names"));
    apply(op->level);
    next_ += static_cast<std::size_t>(op->tokens);
    loose = loose || op->level > 1;
    waiting.push_back({*op, *value, begin});
    begin = next_position();
    value = sum();
    foreign_ = foreign_ || value.has_value();
  }
  if (value) apply(weakest_bit_operator);
  loose_bits_ = loose;
  return value;
}

PasteParser::Index PasteParser::sum() {
  const std::uint32_t begin = next_position();
  Index left = factor();
  for (int operators = 0; left && (at(TokenKind::plus) || at(TokenKind::minus)); ++operators) {
    if (operators > max_expression_depth)
      return error(peek().span, say("more than {} operators in a row", max_expression_depth),
                   say("give the inner parts names"));
    const TokenKind op = advance().kind;
    if (op == TokenKind::minus && touches() && !at_end() && text_[next_position()] == '-')
      return unexpected(say("a value"));  // 4--1
    const Index right = factor();
    if (!right) return {};
    left = add({.kind = Syntax::infix, .span = {}, .op = op, .children = {*left, *right}}, begin);
  }
  return left;
}

PasteParser::Index PasteParser::factor() {
  const std::uint32_t begin = next_position();
  Index left = pair();
  for (int operators = 0; left; ++operators) {
    const TokenKind op = peek().kind;
    if (op != TokenKind::slash && op != TokenKind::percent && op != TokenKind::divide && op != TokenKind::multiply &&
        op != TokenKind::star)
      break;
    if (operators > max_expression_depth)
      return error(peek().span, say("more than {} operators in a row", max_expression_depth),
                   say("give the inner parts names"));
    advance();
    const Index right = pair();
    if (!right) return {};
    if (has_arithmetic() && (op == TokenKind::slash || op == TokenKind::percent)) {
      left = add_call(op == TokenKind::slash ? "div" : "mod", {*left, *right}, begin);
    } else {
      left = add({.kind = Syntax::infix, .span = {}, .op = op, .children = {*left, *right}}, begin);
    }
  }
  return left;
}

PasteParser::Index PasteParser::pair() {
  const std::uint32_t begin = next_position();
  const Index shape = postfix();
  if (!shape || conditional_ || !at(TokenKind::colon)) return shape;
  advance();
  const Index stride = postfix();
  if (!stride) return {};
  // (4,8):(8,1)(2,3): applies the layout, since a tuple cannot be applied.
  std::vector<std::uint32_t> calls;
  std::uint32_t called = *stride;
  while (node(called).kind == Syntax::call && node(called).op == TokenKind::end && node(called).text == "apply") {
    calls.push_back(called);
    called = node(called).children[0];
  }
  const bool tuple = node(called).kind == Syntax::tuple || node(called).kind == Syntax::integer;
  if (!tuple || calls.empty()) return add({.kind = Syntax::pair, .span = {}, .children = {*shape, *stride}}, begin);
  const std::uint32_t end = node(called).span.end;
  const std::uint32_t layout = add({.kind = Syntax::pair, .span = {}, .children = {*shape, called}}, begin);
  node(layout).span.end = end;
  node(calls.back()).children[0] = layout;
  for (const std::uint32_t call : calls) node(call).span.begin = begin;
  return *stride;
}

PasteParser::Index PasteParser::postfix() {
  const Deeper level(depth_);
  if (!level.ok()) return too_deep();
  const std::uint32_t begin = next_position();
  Index out = primary();
  for (int steps = 0; out && steps < max_expression_depth; ++steps) {
    if (at(TokenKind::open_brace) && at(TokenKind::close_brace, 1)) {
      foreign_ = true;
      advance();
      advance();
      node(*out).span.end = position();
    } else if (at(TokenKind::open_paren) && touches()) {
      const Span open = advance().span;
      if (accept(TokenKind::close_paren)) continue;
      auto arguments = list(TokenKind::close_paren, ')', open);
      if (!arguments) return {};
      arguments->insert(arguments->begin(), ungrouped(*out));  // (A o B)(3)
      out = add_call("apply", std::move(*arguments), begin);
    } else if (at_slice()) {
      out = sliced(*out, begin);
    } else if (at(TokenKind::open_bracket) && touches()) {  // Python: T[None, 3]
      foreign_ = true;
      const Span open = advance().span;
      auto arguments = list(TokenKind::close_bracket, ']', open);
      if (!arguments) return {};
      const bool element = arguments->size() == 1 && is_array(*out);  // &sa[4] is sa + 4
      arguments->insert(arguments->begin(), *out);
      out = add_call(element ? "add" : "apply", std::move(*arguments), begin);
      if (!element) node(*out).op = TokenKind::open_bracket;
    } else if (at(TokenKind::scope) && at(TokenKind::name, 1)) {  // ::value, ::rank
      advance();
      out = static_member(*out, begin);
    } else if (at(TokenKind::dot) && at(TokenKind::name, 1)) {
      advance();
      out = member(ungrouped(*out), begin);  // (A o B).shape
    } else {
      break;
    }
  }
  return out;
}

// True for the name of an array declared in C++.
bool PasteParser::is_array(std::uint32_t index) const {
  const SyntaxNode& n = tree_.nodes[index];
  const SyntaxNode* array = n.kind == Syntax::name ? bound(n.text) : nullptr;
  return array != nullptr && array->kind == Syntax::literal &&
         tree_.literals[static_cast<std::size_t>(array->integer.value)].is<Iterator>();
}

// Python: c[1:], c[:-1]; at the bracket
bool PasteParser::at_slice() const {
  if (!at(TokenKind::open_bracket) || !touches()) return false;
  int depth = 0;
  bool colon = false;
  for (std::size_t ahead = 1; !at(TokenKind::end, ahead); ++ahead) {
    const TokenKind kind = peek(ahead).kind;
    if (depth == 0 && kind == TokenKind::close_bracket) return colon;
    if (depth == 0 && kind == TokenKind::comma) return false;
    colon = colon || (depth == 0 && kind == TokenKind::colon);
    if (kind == TokenKind::open_paren || kind == TokenKind::open_bracket) ++depth;
    if (kind == TokenKind::close_paren || kind == TokenKind::close_bracket) --depth;
  }
  return false;
}

PasteParser::Index PasteParser::sliced(std::uint32_t object, std::uint32_t begin) {
  foreign_ = true;
  const FlagHeld ends(conditional_, true);  // `a:b` is not a layout
  const Span open = advance().span;
  std::vector<std::uint32_t> children = {object};
  for (const TokenKind close : {TokenKind::colon, TokenKind::close_bracket}) {
    const Index end = at(close) ? Index(add({.kind = Syntax::any, .span = {}}, next_position())) : bits();
    if (!end) return {};
    children.push_back(*end);
    if (close == TokenKind::colon ? !accept(close) : !expect(close, ']', open)) {
      if (!failed_) unexpected(say("':'"));
      return {};
    }
  }
  const std::uint32_t out = add_call("apply", std::move(children), begin);
  node(out).op = TokenKind::colon;
  return out;
}

PasteParser::Index PasteParser::primary() {
  const Token& token = peek();
  const std::uint32_t begin = token.span.begin;
  switch (token.kind) {
    case TokenKind::integer: {
      advance();
      Int value = token.integer;
      value.is_static = value.is_static || constants_ || printed_;
      return add_integer(value, begin);
    }
    case TokenKind::mixed_bits: {
      SyntaxNode node = {.kind = Syntax::mixed_bits, .span = {}};
      std::copy(std::begin(token.mixed), std::end(token.mixed), std::begin(node.mixed));
      advance();
      return add(std::move(node), begin);
    }
    case TokenKind::any:
      advance();
      return add({.kind = Syntax::any, .span = {}}, begin);
    case TokenKind::string:  // a 64-bit word beyond our integers: 0xC000000800080000
      advance();
      return add({.kind = Syntax::string, .span = {}, .text = spelling(token.span)}, begin);
    case TokenKind::hole:
      return hole();
    case TokenKind::open_paren:
      if (at_word("lambda", 1)) {
        const Index called = called_lambda(begin);
        if (called || failed_) return called;
        foreign_ = true;
        return error({begin, peek(1).span.end}, say("cannot evaluate this lambda"),
                     say("replace it by what it returns"));
      }
      return parenthesis();
    case TokenKind::open_bracket:
    case TokenKind::open_angle: {
      const bool tiler = token.kind == TokenKind::open_angle;
      if (!tiler && (at_mark("&", 1) || at(TokenKind::equals, 1) || at(TokenKind::close_bracket, 1)) &&
          at(at(TokenKind::close_bracket, 1) ? TokenKind::open_paren : TokenKind::close_bracket, 2)) {
        const Index called = called_lambda(begin);
        if (called || failed_) return called;
        foreign_ = true;
        return error({begin, peek(2).span.end}, say("cannot evaluate this lambda"),
                     say("replace it by what it returns"));
      }
      const Span open = advance().span;
      foreign_ = foreign_ || !tiler;
      auto modes = tiler ? list(TokenKind::close_angle, '>', open) : list(TokenKind::close_bracket, ']', open);
      if (!modes) return {};
      if (const Index matrix = tiler ? Index() : matrix_of(*modes, begin)) return matrix;
      return add({.kind = tiler ? Syntax::tiler : Syntax::tuple, .span = {}, .children = std::move(*modes)}, begin);
    }
    case TokenKind::name:
    case TokenKind::scope:
      return name();
    case TokenKind::minus:  // a minus before a value that is not a literal
      if (at(TokenKind::name, 1)) {
        advance();
        const Index value = postfix();
        if (!value) return {};
        return add_call("sub", {add_integer(static_int(0), begin), *value}, begin);
      }
      break;
    case TokenKind::other:  // a quotation mark around MLIR's layouts; references
      if (at_mark("~") || (at_mark("!") && !at_mlir_type())) {
        const bool bits = spelling(advance().span) == "~";
        const Index value = postfix();
        if (!value) return {};
        foreign_ = true;
        if (bits) return add_call("bxor", {ungrouped(*value), add_integer(static_int(-1), begin)}, begin);
        return truth(*value, true, begin);
      }
      if (const Index text = quoted_text()) return text;
      if (at_mark("\"") || at_mark("&") || at_mark("!")) {
        const bool quoted = spelling(advance().span) == "\"";
        const Index value = expression();
        if (!value || !quoted) return value;
        if (!at_mark("\"")) return unexpected(say("'\"'"));
        advance();
        return value;
      }
      break;
    default:
      break;
  }
  return unexpected(say("a value"));
}

// "half_t", "K": a text. Quoted texts of MLIR are layouts, not words.
PasteParser::Index PasteParser::quoted_text() {
  const std::uint32_t begin = next_position();
  if (!at_mark("\"")) return {};
  const std::size_t close = end_of_string(text_, begin);
  const std::string_view text = text_.substr(begin + 1, std::max<std::size_t>(close, begin + 1) - begin - 1);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool word = !text.empty() && is_letter(text[0]) && text.find_first_of("(){}[]:?@") == std::string_view::npos;
  if (!word || close >= text_.size() || text_[close] != '"') return {};
  skip_to_byte(static_cast<std::uint32_t>(close));
  if (!at_mark("\"")) return {};
  advance();
  return add({.kind = Syntax::string, .span = {}, .text = text}, begin);
}

// (int)128 is a cast, (4,8) and (4) are tuples.
PasteParser::Index PasteParser::parenthesis() {
  const Token open = peek();
  std::size_t ahead = 1;
  while (at(TokenKind::name, ahead) && is_integer_type(spelling(peek(ahead).span))) ++ahead;
  if (ahead > 1 && at(TokenKind::close_paren, ahead)) {
    const TokenKind next = peek(ahead + 1).kind;
    if (next == TokenKind::integer || next == TokenKind::minus || next == TokenKind::name ||
        next == TokenKind::open_paren) {
      foreign_ = true;
      next_ += ahead + 1;
      const bool negative = at(TokenKind::minus) && at(TokenKind::integer, 1);
      if (negative) advance();
      const Index value = postfix();
      if (value && negative) node(*value).integer.value = -node(*value).integer.value;
      return value;
    }
  }
  advance();
  auto modes = list(TokenKind::close_paren, ')', open.span);
  if (!modes) return {};
  // C++'s brackets around one value only group; elsewhere (4) is a tuple.
  if (has_arithmetic() && modes->size() == 1 && tokens_[next_ - 2].kind != TokenKind::comma) return modes->front();
  const bool comma = tokens_[next_ - 2].kind == TokenKind::comma;
  return add({.kind = Syntax::tuple, .span = {}, .trailing_comma = comma, .children = std::move(*modes)},
             open.span.begin);
}

// ?  ?{i64 div=8}
PasteParser::Index PasteParser::hole() {
  const std::uint32_t begin = advance().span.begin;
  std::int64_t divisor = 0;
  if (at(TokenKind::open_brace)) {
    while (!at_end() && !at(TokenKind::close_brace)) {
      if (at_word("div") && at(TokenKind::equals, 1) && at(TokenKind::integer, 2)) divisor = peek(2).integer.value;
      advance();
    }
    if (!accept(TokenKind::close_brace)) return unexpected(say("'}}'"));
  }
  return add_hole(begin, divisor);
}

}  // namespace stridescope
