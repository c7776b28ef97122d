// Foreign text: statements.
#include <algorithm>

#include "core/base/text.h"
#include "core/lang/paste_parser.h"

namespace stridescope {

bool PasteParser::statement(Statement& out) {
  while (accept(TokenKind::close_angle)) foreign_ = true;  // Python's prompt
  if (at_mark("!")) advance();                             // MLIR's aliases
  const std::uint32_t begin = next_position();
  if (!declaration(out) && !failed_ && !label(out) && !failed_) {
    const Index root = expression();
    if (!root) return false;
    out.root = *root;
    if (at(TokenKind::name) &&
        (at(TokenKind::end, 1) || at(TokenKind::open_brace, 1) || at(TokenKind::open_paren, 1))) {  // Type name;
      out.name_span = advance().span;
      out.name = spelling(out.name_span);
      code_ = true;
      if (!at_end() && !skip_brackets()) return false;
    }
  }
  if (failed_) return false;
  accept(TokenKind::comma);
  out.pasted = true;
  out.span = {begin, position()};
  return true;
}

// { specifier } [type] name [: annotation] = expression
bool PasteParser::declaration(Statement& out) {
  static constexpr std::string_view specifiers[] = {
      "auto",   "const",    "constexpr", "static", "inline", "using",       "typedef",         "extern",
      "struct", "volatile", "typename",  "return", "class",  "CUTE_UNUSED", "[[maybe_unused]]"};
  bool alias = false;
  while (at(TokenKind::name) &&
         std::find(std::begin(specifiers), std::end(specifiers), spelling(peek().span)) != std::end(specifiers)) {
    foreign_ = code_ = arithmetic_ = true;
    alias = alias || at_word("using") || at_word("typename") || at_word("class");
    advance();
  }
  int depth = 0;
  std::size_t ahead = 0;
  for (; !at(TokenKind::end, ahead); ++ahead) {
    const TokenKind kind = peek(ahead).kind;
    if (kind == TokenKind::open_paren || kind == TokenKind::open_brace || kind == TokenKind::open_bracket ||
        kind == TokenKind::open_angle)
      ++depth;
    if (kind == TokenKind::close_paren || kind == TokenKind::close_brace || kind == TokenKind::close_bracket ||
        kind == TokenKind::close_angle)
      --depth;
    if (kind == TokenKind::equals && depth <= 0) break;
  }
  if (at(TokenKind::end, ahead) || ahead == 0) return false;
  const bool annotated = at(TokenKind::name) && at(TokenKind::colon, 1);  // Python: name: type = ...
  const std::size_t name_at = annotated ? 0 : ahead - 1;
  // What stands there is a type, not the words of a message.
  depth = 0;
  for (std::size_t i = annotated ? 2 : 0; i < (annotated ? ahead : name_at); ++i) {
    const TokenKind kind = peek(i).kind;
    depth += kind == TokenKind::open_angle || kind == TokenKind::open_paren || kind == TokenKind::open_bracket ? 1 : 0;
    depth -=
        kind == TokenKind::close_angle || kind == TokenKind::close_paren || kind == TokenKind::close_bracket ? 1 : 0;
    const bool words = annotated && kind == TokenKind::name && at(TokenKind::name, i + 1) && i + 1 < ahead;
    if (depth == 0 && (kind == TokenKind::colon || (kind == TokenKind::dot && !annotated) || kind == TokenKind::bad ||
                       kind == TokenKind::integer || words))
      return false;
  }
  if (!at(TokenKind::name, name_at)) {
    error(peek(name_at).span, "only one name is bound by '='", "write auto name = expression");
    return false;
  }
  out.name_span = peek(name_at).span;
  out.name = spelling(out.name_span);
  code_ = true;
  foreign_ = foreign_ || name_at > 0 || annotated;
  arithmetic_ = arithmetic_ || (name_at > 0 && !annotated);  // int kTiles = 4 * kN
  next_ += ahead + 1;
  Index root = alias ? type_alias() : Index{};
  if (!root) root = expression();
  if (root) out.root = *root;
  return root.has_value();
}

// using Element = half_t; also `int`, which as a value is one that the paste does not tell
PasteParser::Index PasteParser::type_alias() {
  const std::size_t start = next_;
  const std::uint32_t begin = next_position();
  int bits = 0;
  if (element_type(bits) && at_end()) {
    const std::string_view text = text_.substr(begin, position() - begin);
    return add({.kind = Syntax::type, .span = {}, .text = text}, begin);
  }
  next_ = start;
  failed_ = false;
  return {};
}

// name: layout, as debugging prints have it. `A : (1,2)` alone is a shape A with a stride.
bool PasteParser::label(Statement& out) {
  if (!at(TokenKind::name) || !at(TokenKind::colon, 1)) return false;
  const std::size_t start = next_;
  const std::size_t nodes = tree_.nodes.size();
  const int holes = tree_.holes;
  const Span span = peek().span;
  next_ += 2;
  const Index root = expression();
  const Syntax kind = root ? node(*root).kind : Syntax::any;
  if (kind == Syntax::pair || kind == Syntax::chain || kind == Syntax::call) {
    foreign_ = true;
    out.name_span = span;
    out.name = spelling(span);
    out.root = *root;
    return true;
  }
  next_ = start;
  tree_.nodes.resize(nodes, {.kind = Syntax::any, .span = {}});
  tree_.holes = holes;
  failed_ = false;
  return false;
}

}  // namespace stridescope
