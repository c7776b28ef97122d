// Statements of foreign text: declarations, unpacking of several names, aliases of types, labels of debugging prints.
#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"

namespace stridescope {

bool PasteParser::statement(Statement& out) {
  while (accept(TokenKind::close_angle)) foreign_ = true;  // Python's prompt
  if (at_mlir_type()) advance();
  const std::uint32_t begin = next_position();
  if (!declaration(out) && !failed_ && !label(out) && !failed_) {
    const std::size_t nodes = tree_.nodes.size();
    const int holes = tree_.holes;
    Index root = expression();
    if (!root) return false;
    const bool opens = at(TokenKind::open_brace, 1) || at(TokenKind::open_paren, 1);
    const bool closed = at(TokenKind::close_brace, 2) || at(TokenKind::close_paren, 2);
    if (at(TokenKind::name) && opens && !closed && node(*root).kind == Syntax::hole && text_[begin] != '?') {
      // int x{4 * 8}; int y(4);
      tree_.nodes.resize(nodes, {.kind = Syntax::any, .span = {}});
      tree_.holes = holes;
      code_ = foreign_ = arithmetic_ = true;
      out.name_span = advance().span;
      out.name = spelling(out.name_span);
      const bool brace = advance().kind == TokenKind::open_brace;
      const bool prototype = at(TokenKind::name) && is_integer_type(spelling(peek().span));  // int f(int);
      root = expression();
      if (!root) return false;
      if (prototype || !accept(brace ? TokenKind::close_brace : TokenKind::close_paren))
        return unexpected(brace ? say("'}}'") : say("')'")), false;
    }
    if (at_equation(*root)) root = equation(*root, begin);
    if (!root) return false;
    out.root = *root;
    const bool type = is_letter(text_[begin]) || text_[begin] == ':' || text_[begin] == '!';
    if (out.name.empty() && type && at(TokenKind::name) &&
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

// An `=` after A o ? or ? o A, or between A o B and a layout that CuTe prints: in our own language, a name is missing
// there.
bool PasteParser::at_equation(std::uint32_t left) const {
  const SyntaxNode& chain = tree_.nodes[left];
  if (!at(TokenKind::equals) || chain.kind != Syntax::chain) return false;
  if (tree_.nodes[chain.children.back()].kind == Syntax::hole || tree_.nodes[chain.children[0]].kind == Syntax::hole)
    return true;
  std::size_t ahead = 1;
  while (!at(TokenKind::end, ahead) && !(at(TokenKind::integer, ahead) && peek(ahead).integer.is_static)) ++ahead;
  return !at(TokenKind::end, ahead);
}

// A o ? = C or ? o A = C, at the `=`: the layout in place of `?`. A o B = C compares both sides.
PasteParser::Index PasteParser::equation(std::uint32_t left, std::uint32_t begin) {
  advance();
  foreign_ = true;
  // T2 o ? = a view that reads memory as (8,3,2):(3,1,24)
  while (at(TokenKind::name) && find_builtin(spelling(peek().span)) == nullptr &&
         (at(TokenKind::name, 1) || (at(TokenKind::open_paren, 1) && peek(1).span.begin > peek().span.end)))
    advance();
  const Index right = expression();
  if (!right) return {};
  std::vector<std::uint32_t> parts = node(left).children;
  const bool last = node(parts.back()).kind == Syntax::hole;
  if (!last && node(parts.front()).kind != Syntax::hole) return add_call("compare", {left, *right}, begin);
  std::vector<std::uint32_t> arguments;
  if (!last) arguments.push_back(add({.kind = Syntax::any, .span = {}}, begin));
  parts.erase(last ? parts.end() - 1 : parts.begin());
  const bool several = parts.size() > 1;
  arguments.push_back(several ? add({.kind = Syntax::chain, .span = {}, .children = std::move(parts)}, begin)
                              : parts.front());
  arguments.push_back(*right);
  return add_call("solve_composition", std::move(arguments), begin);
}

// True if the tokens up to there can be a type, and are neither an expression nor words of a sentence.
bool PasteParser::is_type(std::size_t end) const {
  int depth = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const TokenKind kind = peek(i).kind;
    const bool opens =
        kind == TokenKind::open_angle || kind == TokenKind::open_paren || kind == TokenKind::open_bracket;
    const bool closes =
        kind == TokenKind::close_angle || kind == TokenKind::close_paren || kind == TokenKind::close_bracket;
    depth += opens ? 1 : closes ? -1 : 0;
    if (depth > 0 || closes) continue;
    // float* p
    if (kind == TokenKind::equals || kind == TokenKind::string || (joins_values(kind) && kind != TokenKind::star))
      return false;
    if (kind != TokenKind::name) continue;
    const std::string_view word = spelling(peek(i).span);
    const bool goes_on = word == "const" || word == "volatile" || is_integer_type(word) ||  // unsigned long, T const
                         at_word("const", i + 1);
    if (i + 1 < end && at(TokenKind::name, i + 1) && !goes_on) return false;
    // size A = 3
    if (end == 1 && word[0] >= 'a' && word[0] <= 'z' && find_builtin(word) != nullptr) return false;
  }
  return true;
}

// pipe = pipeline.PipelineTmaAsync.create(..., tx_count=expression, ...): the pipeline is not a value, its bytes are.
bool PasteParser::transactions(Statement& out) {
  std::size_t ahead = at(TokenKind::name) && at(TokenKind::equals, 1) ? 2 : 0;
  while (at(TokenKind::name, ahead) && at(TokenKind::dot, ahead + 1)) ahead += 2;
  if (ahead == 0 || !at_word("create", ahead) || !at(TokenKind::open_paren, ahead + 1)) return false;
  while (!at(TokenKind::end, ahead) && !(at_word("tx_count", ahead) && at(TokenKind::equals, ahead + 1))) ++ahead;
  if (at(TokenKind::end, ahead)) return false;
  next_ += ahead;
  out.name_span = advance().span;
  out.name = spelling(out.name_span);
  advance();
  foreign_ = code_ = true;
  const Index root = expression();
  if (!root || !skip_rest(TokenKind::close_paren)) return true;
  out.root = *root;
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
  if (unpacking(out)) return !failed_;
  if ((at_word("self") || at_word("transaction_bytes", 2)) && at(TokenKind::dot, 1) && at(TokenKind::name, 2) &&
      at(TokenKind::equals, 3))
    next_ += 2;
  if (transactions(out)) return !failed_;
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
    if (kind == TokenKind::equals && depth <= 0 && !in_comparison(ahead)) break;
  }
  if (at(TokenKind::end, ahead) || ahead == 0) return false;
  const bool annotated = at(TokenKind::name) && at(TokenKind::colon, 1);  // Python: name: type = ...
  const std::size_t name_at = annotated ? 0 : ahead - 1;
  // It is a type, not words of a message.
  depth = 0;
  for (std::size_t i = annotated ? 2 : 0; i < (annotated ? ahead : name_at); ++i) {
    const TokenKind kind = peek(i).kind;
    depth += kind == TokenKind::open_angle || kind == TokenKind::open_paren || kind == TokenKind::open_bracket ? 1 : 0;
    depth -=
        kind == TokenKind::close_angle || kind == TokenKind::close_paren || kind == TokenKind::close_bracket ? 1 : 0;
    const bool words = annotated && kind == TokenKind::name && at(TokenKind::name, i + 1) && i + 1 < ahead;
    if (depth == 0 && (kind == TokenKind::colon || kind == TokenKind::comma || (kind == TokenKind::dot && !annotated) ||
                       kind == TokenKind::bad || kind == TokenKind::integer || words))
      return false;
  }
  if (!annotated && !is_type(name_at)) return false;
  if (!at(TokenKind::name, name_at)) {
    error(peek(name_at).span, say("'=' binds only one name"), say("write auto name = expression"));
    return false;
  }
  out.name_span = peek(name_at).span;
  out.name = spelling(out.name_span);
  code_ = true;
  foreign_ = foreign_ || name_at > 0 || annotated;
  arithmetic_ = arithmetic_ || (name_at > 0 && !annotated);  // int kTiles = 4 * kN
  bool integer = name_at > 0 && !annotated && !alias;        // int n = Int<4>{}: an integer that its type does not give
  for (std::size_t i = 0; i < name_at && integer; ++i) {
    const bool reference = at_mark("&", i);
    integer = reference || (at(TokenKind::name, i) && is_integer_type(spelling(peek(i).span)) && !at_word("bool", i)) ||
              at_word("const", i) || at_word("std", i) || at(TokenKind::scope, i);
  }
  next_ += ahead + 1;
  alias_ = alias;
  const std::uint32_t begin = next_position();
  Index root = alias ? type_alias() : Index{};
  // float* p = reinterpret_cast<float*>(smem): a pointer with an address that the text does not give
  if (const Elements cast = root ? Elements() : cast_elements(); cast.bits > 0) {
    Iterator iterator;
    iterator.kind = Iterator::Kind::pointer;
    iterator.position = dynamic_int(0);
    iterator.pointer.bits = static_cast<std::uint16_t>(cast.bits);
    while (!at_end()) advance();
    out.root = add_literal(std::move(iterator), begin);
    node(out.root).text = cast.type;
    return true;
  }
  if (!root) root = expression();
  const bool plain = root && node(*root).kind == Syntax::integer && !node(*root).integer.is_static;
  if (root && integer && !plain) root = add({.kind = Syntax::to_dynamic, .span = {}, .children = {*root}}, begin);
  if (root) out.root = *root;
  return root.has_value();
}

bool PasteParser::is_foreign_alias(const Statement& statement) const {
  const SyntaxNode& n = tree_.nodes[statement.root];
  if (!alias_ || n.kind != Syntax::name || find_builtin(n.text) != nullptr || bound(n.text) != nullptr) return false;
  const std::string_view text = text_.substr(n.span.begin, n.span.end - n.span.begin);
  return text.find("::") != std::string_view::npos && !text.starts_with("cute::");
}

// a, (b, *c), _ = expression; auto [a, b] = expression. False, without reading, for any other text.
bool PasteParser::unpacking(Statement& out) {
  const std::size_t start = next_;
  while (at_mark("&")) advance();
  const bool brackets = at(TokenKind::open_bracket) && code_;
  std::size_t behind = 0;  // (a, b) = expression
  for (int depth = 0; at(TokenKind::open_paren) && !at(TokenKind::end, behind); ++behind) {
    depth += at(TokenKind::open_paren, behind) ? 1 : at(TokenKind::close_paren, behind) ? -1 : 0;
    if (depth == 0) break;
  }
  const bool round = behind > 0 && at(TokenKind::equals, behind + 1);
  if (brackets || round) advance();
  const bool names =
      (brackets || at(TokenKind::name) || at(TokenKind::any) || at(TokenKind::star) || at(TokenKind::open_paren)) &&
      bound_names(out, {},
                  brackets ? TokenKind::close_bracket
                  : round  ? TokenKind::close_paren
                           : TokenKind::equals);
  const bool several = names && std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(start),
                                            tokens_.begin() + static_cast<std::ptrdiff_t>(next_), [](const Token& t) {
                                              return t.kind == TokenKind::comma || t.kind == TokenKind::open_paren ||
                                                     t.kind == TokenKind::open_bracket;
                                            });
  if (failed_) return true;
  if (!several || !at(TokenKind::equals) || at(TokenKind::equals, 1)) {
    next_ = start;
    out.names.clear();
    failed_ = false;
    return false;
  }
  const Span span = {tokens_[start].span.begin, position()};
  advance();
  foreign_ = code_ = true;
  const std::uint32_t begin = next_position();
  Index root = expression();
  if (root && at(TokenKind::comma)) {  // a, b = 1, 2
    std::vector<std::uint32_t> modes = {*root};
    while (root && accept(TokenKind::comma)) {
      if (at_end()) break;
      root = expression();
      if (root) modes.push_back(*root);
    }
    if (root) root = add({.kind = Syntax::tuple, .span = {}, .children = std::move(modes)}, begin);
  }
  if (root) {
    pass_over_unnamed(out.names, *root);
    out.root = *root;
  }
  out.name_span = span;
  return true;
}

// tidx, _, _ = thread_idx(): unnamed values are not requested.
void PasteParser::pass_over_unnamed(const std::vector<BoundName>& names, std::uint32_t root) {
  if (node(root).kind != Syntax::tuple) return;
  const std::vector<std::uint32_t> modes = node(root).children;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const bool open = std::any_of(names.begin(), names.end(), [&](const BoundName& one) {
      return one.rest >= 0 || one.path.empty() || one.path[0] == i || one.path[0] >= from_the_end;
    });
    if (open || node(modes[i]).kind != Syntax::hole) continue;
    node(modes[i]).kind = Syntax::any;
  }
}

// Names up to and including `close`, unless it is the `=`. of: the position of the list.
bool PasteParser::bound_names(Statement& out, const BoundName& of, TokenKind close) {
  const Deeper deeper(depth_);
  if (!deeper.ok() || of.path.size() > 8) return false;
  const std::size_t first = out.names.size();
  std::uint32_t count = 0;
  int star = -1;
  while (!at(close)) {
    BoundName one = {{}, {}, of.path, of.size};
    one.path.push_back(count);
    one.size.push_back(0);
    if (at(TokenKind::star) && at(TokenKind::name, 1)) {
      foreign_ = foreign_ || star >= 0;
      if (star >= 0)
        return error(peek().span, say("only one of the names can take the remaining values"), say("drop a `*`")), false;
      advance();
      star = static_cast<int>(count);
      one.rest = 0;
    }
    if (at_word("self") && at(TokenKind::dot, 1)) next_ += 2;
    if (accept(TokenKind::open_paren)) {
      if (!bound_names(out, one, TokenKind::close_paren)) return false;
    } else if (at(TokenKind::any)) {
      advance();
    } else if (at(TokenKind::name)) {
      one.span = advance().span;
      one.name = spelling(one.span);
      out.names.push_back(std::move(one));
    } else {
      return false;
    }
    ++count;
    if (!accept(TokenKind::comma) && !at(close)) return false;
  }
  if (close != TokenKind::equals) advance();
  const std::size_t level = of.path.size();
  for (std::size_t i = first; i < out.names.size(); ++i) {
    BoundName& one = out.names[i];
    one.size[level] = star >= 0 ? count - 1 : count;
    const bool behind = star >= 0 && static_cast<int>(one.path[level]) > star;
    if (one.path.size() == level + 1 && one.rest >= 0) one.rest = static_cast<int>(count) - 1 - star;
    if (behind) one.path[level] = from_the_end + count - one.path[level];
  }
  return count > 0;
}

// using Element = half_t; also `int`, whose value the pasted text does not give
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

// name: layout, as in debugging prints. `A : (1,2)` alone is a shape A with a stride.
bool PasteParser::label(Statement& out) {
  std::size_t ahead = 0;  // LayoutType::B128: ...
  while (at(TokenKind::name, ahead) && at(TokenKind::scope, ahead + 1)) ahead += 2;
  if (!at(TokenKind::name, ahead) || !at(TokenKind::colon, ahead + 1)) return false;
  const std::size_t start = next_;
  const std::size_t nodes = tree_.nodes.size();
  const int holes = tree_.holes;
  const Span span = peek(ahead).span;
  next_ += ahead + 2;
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
