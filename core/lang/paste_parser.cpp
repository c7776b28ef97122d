// Foreign text: statements and expressions.
#include "core/lang/paste_parser.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lang/builtin.h"
#include "core/tiled/atom.h"

namespace stridescope {

PasteParser::PasteParser(std::string_view program, std::size_t begin, std::size_t end, SyntaxTree& tree, bool strict)
    : text_(program), tokens_(tokenize(program, lexical_, Dialect::foreign, begin, end)), tree_(tree), strict_(strict) {
  std::erase_if(tokens_, [](const Token& token) { return token.kind == TokenKind::newline && !token.forced; });
}

// --- tokens ---

std::nullopt_t PasteParser::error(Span span, std::string message, std::string hint) {
  if (!failed_) error_ = {ErrorCode::syntax, std::move(message), std::move(hint), span, {}};
  failed_ = true;
  return std::nullopt;
}

std::nullopt_t PasteParser::unexpected(std::string_view wanted) {
  const Token& token = peek();
  if (token.kind == TokenKind::bad) {
    for (Error& e : lexical_) {
      if (e.span == token.span && !failed_) error_ = std::move(e);
    }
    failed_ = true;
    return std::nullopt;
  }
  if (token.kind == TokenKind::end)
    return error(token.span, cat("the pasted text ends where ", wanted, " should be"), "copy all of it");
  return error(token.span, cat("expected ", wanted, " before '", spelling(token.span), "'"),
               "paste an expression, a type or a declaration");
}

bool PasteParser::expect(TokenKind kind, char mark, Span open) {
  if (accept(kind)) return true;
  if (at_end()) {
    error(open, cat("'", spelling(open), "' is never closed: the pasted text is cut off"),
          cat("copy all of it, up to the '", mark, "'"));
  } else {
    unexpected(cat("',' or '", mark, "'"));
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
                       kind == TokenKind::open_bracket || (kind == TokenKind::open_angle && peek().after_name);
    const bool closes = kind == TokenKind::close_paren || kind == TokenKind::close_brace ||
                        kind == TokenKind::close_bracket ||
                        (kind == TokenKind::close_angle && open.kind == TokenKind::open_angle);
    depth += opens ? 1 : closes ? -1 : 0;
  }
  if (depth > 0)
    error(open.span, cat("'", spelling(open.span), "' is never closed: the pasted text is cut off"), "copy all of it");
  return depth == 0;
}

bool PasteParser::skip_rest(TokenKind close) {
  while (!at_end() && !at(close)) {
    const TokenKind kind = peek().kind;
    if (kind == TokenKind::open_paren || kind == TokenKind::open_brace || kind == TokenKind::open_bracket ||
        (kind == TokenKind::open_angle && peek().after_name)) {
      if (!skip_brackets()) return false;
    } else {
      advance();
    }
  }
  if (!accept(close)) unexpected("a closing bracket");
  return !failed_;
}

// --- the tree ---

std::uint32_t PasteParser::add(SyntaxNode node, std::uint32_t begin) {
  node.span = {begin, std::max(position(), begin)};
  if (node.name_span.empty()) node.name_span = node.span;
  tree_.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
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

// --- statements ---

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
  while (at(TokenKind::name) &&
         std::find(std::begin(specifiers), std::end(specifiers), spelling(peek().span)) != std::end(specifiers)) {
    foreign_ = code_ = arithmetic_ = true;
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
  next_ += ahead + 1;
  const Index root = expression();
  if (root) out.root = *root;
  return root.has_value();
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

// --- expressions ---

PasteParser::Index PasteParser::expression() {
  const Deeper deeper(depth_);
  if (depth_ > max_paste_depth) return too_deep();
  return chain();
}

std::nullopt_t PasteParser::too_deep() {
  return error(peek().span, cat("nesting deeper than ", max_expression_depth, " levels"), "give the inner parts names");
}

PasteParser::Index PasteParser::chain() {
  const std::uint32_t begin = next_position();
  const Index first = sum();
  if (!first || !at(TokenKind::compose)) return first;
  std::vector<std::uint32_t> parts = {*first};
  while (accept(TokenKind::compose)) {
    const Index operand = sum();
    if (!operand) return {};
    parts.push_back(*operand);
  }
  return add({.kind = Syntax::chain, .span = {}, .children = std::move(parts)}, begin);
}

PasteParser::Index PasteParser::sum() {
  const std::uint32_t begin = next_position();
  Index left = factor();
  for (int operators = 0; left && has_arithmetic() && (at(TokenKind::plus) || at(TokenKind::minus)); ++operators) {
    if (operators > max_expression_depth)
      return error(peek().span, cat("more than ", max_expression_depth, " operators in a row"),
                   "give the inner parts names");
    const bool adds = advance().kind == TokenKind::plus;
    const Index right = factor();
    if (!right) return {};
    left = add_call(adds ? "add" : "sub", {*left, *right}, begin);
  }
  return left;
}

PasteParser::Index PasteParser::factor() {
  const std::uint32_t begin = next_position();
  Index left = pair();
  for (int operators = 0; left; ++operators) {
    const TokenKind op = peek().kind;
    if (op != TokenKind::slash && op != TokenKind::percent && op != TokenKind::divide && op != TokenKind::multiply &&
        (op != TokenKind::star || !(has_arithmetic() || at_word("E", 1))))  // 4*E<0>{}
      break;
    if (operators > max_expression_depth)
      return error(peek().span, cat("more than ", max_expression_depth, " operators in a row"),
                   "give the inner parts names");
    advance();
    const Index right = pair();
    if (!right) return {};
    if (op == TokenKind::star) {
      left = add_call("mul", {*left, *right}, begin);
    } else if (in_template_ > 0 && (op == TokenKind::slash || op == TokenKind::percent)) {
      left = add_call(op == TokenKind::slash ? "div" : "mod", {*left, *right}, begin);
    } else {
      left = add({.kind = Syntax::ratio, .span = {}, .op = op, .children = {*left, *right}}, begin);
    }
  }
  return left;
}

PasteParser::Index PasteParser::pair() {
  const std::uint32_t begin = next_position();
  const Index shape = postfix();
  if (!shape || !at(TokenKind::colon)) return shape;
  advance();
  const Index stride = postfix();
  if (!stride) return {};
  return add({.kind = Syntax::pair, .span = {}, .children = {*shape, *stride}}, begin);
}

PasteParser::Index PasteParser::postfix() {
  const Deeper deeper(depth_);
  if (depth_ > max_paste_depth) return too_deep();
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
      arguments->insert(arguments->begin(), *out);
      out = add_call("apply", std::move(*arguments), begin);
    } else if (at(TokenKind::open_bracket) && touches()) {  // Python: T[None, 3]
      foreign_ = true;
      const Span open = advance().span;
      auto arguments = list(TokenKind::close_bracket, ']', open);
      if (!arguments) return {};
      arguments->insert(arguments->begin(), *out);
      out = add_call("apply", std::move(*arguments), begin);
    } else if (at(TokenKind::scope) && at(TokenKind::name, 1)) {  // ::value, ::type
      advance();
      advance();
    } else if (at(TokenKind::dot) && at(TokenKind::name, 1)) {
      advance();
      out = member(*out, begin);
    } else {
      break;
    }
  }
  return out;
}

// L.shape(), L.compose(B), L.shape
PasteParser::Index PasteParser::member(std::uint32_t object, std::uint32_t begin) {
  const Token name = advance();
  std::string_view word = spelling(name.span);
  if (word == "compose") word = "composition";
  if (word == "layout") word = "layout_of";
  if (word == "type" || word == "value") return object;
  if (find_builtin(word) == nullptr)
    return error(name.span, cat("unknown member '", word, "'"), "write what it is instead, or give it a name before");
  foreign_ = true;
  std::vector<std::uint32_t> children = {object};
  std::vector<std::int64_t> path;
  if (at(TokenKind::open_angle)) {
    for (advance(); at(TokenKind::integer) || at(TokenKind::comma);) {
      const Token& token = advance();
      if (token.kind == TokenKind::integer) path.push_back(token.integer.value);
    }
    if (!expect(TokenKind::close_angle, '>', name.span)) return {};
  }
  if (at(TokenKind::open_paren) && touches()) {
    const Span open = advance().span;
    const auto arguments = list(TokenKind::close_paren, ')', open);
    if (!arguments) return {};
    children.insert(children.end(), arguments->begin(), arguments->end());
  }
  const std::uint32_t out = add_call(word, std::move(children), begin);
  node(out).template_args = std::move(path);
  return out;
}

PasteParser::Index PasteParser::primary() {
  const Token& token = peek();
  const std::uint32_t begin = token.span.begin;
  switch (token.kind) {
    case TokenKind::integer:
      advance();
      return add_integer(token.integer, begin);
    case TokenKind::mixed_bits: {
      SyntaxNode node = {.kind = Syntax::mixed_bits, .span = {}};
      std::copy(std::begin(token.mixed), std::end(token.mixed), std::begin(node.mixed));
      advance();
      return add(std::move(node), begin);
    }
    case TokenKind::any:
      advance();
      return add({.kind = Syntax::any, .span = {}}, begin);
    case TokenKind::hole:
      return hole();
    case TokenKind::open_paren:
      return parenthesis();
    case TokenKind::open_bracket:
    case TokenKind::open_angle: {
      const bool tiler = token.kind == TokenKind::open_angle;
      const Span open = advance().span;
      foreign_ = foreign_ || !tiler;
      auto modes = tiler ? list(TokenKind::close_angle, '>', open) : list(TokenKind::close_bracket, ']', open);
      if (!modes) return {};
      return add({.kind = tiler ? Syntax::tiler : Syntax::tuple, .span = {}, .children = std::move(*modes)}, begin);
    }
    case TokenKind::name:
    case TokenKind::scope:
      return name();
    case TokenKind::minus:  // of a value that is not a literal
      if (at(TokenKind::name, 1)) {
        advance();
        const Index value = postfix();
        if (!value) return {};
        return add_call("sub", {add_integer(static_int(0), begin), *value}, begin);
      }
      break;
    case TokenKind::other:  // a quotation mark around MLIR's layouts; references
      if (at_mark("\"") || at_mark("&") || at_mark("!")) {
        const bool quoted = spelling(advance().span) == "\"";
        const Index value = expression();
        if (!value || !quoted) return value;
        if (!at_mark("\"")) return unexpected("'\"'");
        advance();
        return value;
      }
      break;
    default:
      break;
  }
  return unexpected("a value");
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
  return add({.kind = Syntax::tuple, .span = {}, .children = std::move(*modes)}, open.span.begin);
}

// Entries up to the closing bracket. Keywords (`stride=`) are dropped: the arguments stand in their order; `mode=[0]`
// goes to *mode.
std::optional<std::vector<std::uint32_t>> PasteParser::list(TokenKind close, char mark, Span open,
                                                            std::vector<std::int64_t>* mode) {
  std::vector<std::uint32_t> out;
  while (!at(close)) {
    if (at(TokenKind::name) && at(TokenKind::equals, 1) && close == TokenKind::close_paren) {
      static constexpr std::string_view keywords[] = {"shape", "stride",         "order",   "tiler",
                                                      "coord", "target_profile", "profile", "mode"};
      const std::string_view word = spelling(peek().span);
      if (std::find(std::begin(keywords), std::end(keywords), word) == std::end(keywords)) {
        return error(peek().span, cat("no option '", word, "'"),
                     "the options are shape, stride, order, tiler, coord, target_profile and mode");
      }
      foreign_ = true;
      next_ += 2;
      if (word == "mode" && mode != nullptr) {
        const Index path = expression();
        if (!path) return {};
        const SyntaxNode& n = node(*path);
        if (n.kind == Syntax::integer) mode->push_back(n.integer.value);
        for (const std::uint32_t child : n.children) {
          if (node(child).kind == Syntax::integer) mode->push_back(node(child).integer.value);
        }
        accept(TokenKind::comma);
        continue;
      }
    }
    const Index entry = expression();
    if (!entry) return {};
    out.push_back(*entry);
    if (accept(TokenKind::comma)) continue;
    if (!at(close)) {
      expect(close, mark, open);
      return {};
    }
  }
  advance();
  return out;
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
    if (!accept(TokenKind::close_brace)) return unexpected("'}'");
  }
  return add_hole(begin, divisor);
}

// A name with its qualifiers, <...> and (...).
PasteParser::Index PasteParser::name() {
  static constexpr std::string_view modules[] = {"cute", "cutlass", "pycute", "std", "cuda"};
  const std::uint32_t begin = next_position();
  for (;;) {
    const bool module = at(TokenKind::name) && at(TokenKind::dot, 1) &&
                        std::find(std::begin(modules), std::end(modules), spelling(peek().span)) != std::end(modules);
    if (at(TokenKind::scope)) {
      advance();
    } else if (at(TokenKind::name) && at(TokenKind::scope, 1) &&
               (at(TokenKind::name, 2) || at(TokenKind::any, 2) || at(TokenKind::integer, 2))) {
      next_ += 2;
    } else if (module) {
      next_ += 2;
    } else if (at_word("typename") || at_word("const")) {
      advance();
    } else {
      break;
    }
    foreign_ = true;
  }
  if (at(TokenKind::integer) || at(TokenKind::any)) return primary();  // cute::_4
  if (!at(TokenKind::name)) return unexpected("a name");
  Iterator pointer;
  int unset = 0;
  std::uint32_t end = 0;
  if (printed_pointer(next_position(), pointer, unset, end)) return take_printed_pointer(begin, nullptr);
  const Token token = advance();
  const std::string_view word = spelling(token.span);
  if (at(TokenKind::open_bracket) && touches() &&
      (word == "ptr" || word.ends_with("mem_ptr") || word.ends_with("subptr"))) {
    foreign_ = true;
    return error({token.span.begin, peek().span.end}, "a printed pointer has the bits of an element and an address",
                 cat("write ", word, "[16b](0x7f00), or ? for an address that is not known"));
  }
  if (word.starts_with("_Z") && word.size() > 3) return error(token.span, "a mangled name");
  if (is_atom_name(word)) {  // its arguments are types, read by the atoms themselves
    if (at(TokenKind::open_angle) && !skip_brackets()) return {};
    const std::uint32_t out = add({.kind = Syntax::type, .span = {}, .text = {}}, token.span.begin);
    node(out).text = spelling(node(out).span);
    return out;
  }
  const Head head = find_head(word);
  if (at(TokenKind::open_angle) && peek().after_name)
    return head == Head::none || head == Head::make_pointer ? function_template(word, begin) : type(word, head, begin);
  if (at(TokenKind::open_paren) && (touches() || head != Head::none || find_builtin(word) != nullptr))
    return call(word, head, begin);
  if (at(TokenKind::minus) && at(TokenKind::integer, 1) && (word == "ArithTuple_" || word == "ArithTuple")) {
    advance();
    Int value = advance().integer;
    value.value = -value.value;
    value.is_static = word.ends_with('_');
    return add_call("make_inttuple_iter", {add_integer(value, begin)}, begin);
  }
  if (is_integer_type(word)) {
    while (at(TokenKind::name) && is_integer_type(spelling(peek().span))) advance();  // unsigned long
    return add_hole(begin, 0);
  }
  if (head == Head::transparent) return add({.kind = Syntax::any, .span = {}}, begin);  // Underscore
  if (word == "true_type" || word == "false_type") return add_literal(Bool{word == "true_type", true}, begin);
  static constexpr std::string_view known[] = {"LayoutLeft", "LayoutRight", "GenColMajor", "GenRowMajor",
                                               "X",          "true",        "false",       "None"};
  if (strict_ && std::find(std::begin(known), std::end(known), word) == std::end(known))
    return error(token.span, cat("unknown type '", word, "'"));
  return add({.kind = Syntax::name, .span = {}, .text = word}, begin);
}

// word(...), at the bracket
PasteParser::Index PasteParser::call(std::string_view word, Head head, std::uint32_t begin) {
  const Span open = peek().span;
  if (head == Head::make_pointer) return function_template(word, begin);
  if (head == Head::dsl_pointer ||
      (word == "tensor" && at(TokenKind::name, 1) && find_head(spelling(peek(1).span)) == Head::dsl_pointer))
    return dsl(head, begin);
  if (word == "S" || word == "C" || word == "tensor") head = Head::none;  // a layout of that name
  advance();
  if (strict_ && head == Head::none) return error(open, cat("'", word, "(...)' is no type"));
  std::vector<std::int64_t> mode;
  auto arguments = list(TokenKind::close_paren, ')', open, &mode);
  if (!arguments) return {};
  foreign_ = foreign_ || head != Head::none;
  const auto takes = [&](std::size_t least, std::size_t most) {
    if (arguments->size() >= least && arguments->size() <= most) return true;
    error({begin, position()},
          cat(word, " takes ", least, most > least ? cat(" or ", most) : "", " arguments, not ", arguments->size()));
    return false;
  };
  if (head == Head::basis || (word == "E" && begin != open.begin - 1)) return basis_call(*arguments, begin);
  if (word == "make_tensor" && begin + word.size() != open.begin && arguments->size() == 2) {
    // Python's cute.make_tensor(0, layout), cute.make_tensor((0, 0), layout): an iterator is an integer or a tuple.
    std::uint32_t& data = arguments->front();
    const Syntax kind = node(data).kind;
    if (kind == Syntax::integer || kind == Syntax::tuple)
      data = add_call(kind == Syntax::integer ? "counting_iter" : "make_inttuple_iter", {data}, node(data).span.begin);
  }
  switch (head) {
    case Head::tiler:
      return add({.kind = Syntax::tiler, .span = {}, .children = std::move(*arguments)}, begin);
    case Head::tuple:
      return add({.kind = Syntax::tuple, .span = {}, .children = std::move(*arguments)}, begin);
    case Head::layout:
      if (!takes(1, 2)) return {};
      return add_call("make_layout", std::move(*arguments), begin);
    case Head::composed:
      if (!takes(3, 3)) return {};
      return add({.kind = Syntax::chain, .span = {}, .children = std::move(*arguments)}, begin);
    case Head::transparent:
    case Head::cast:
      if (!takes(1, 1)) return {};
      return arguments->front();
    case Head::swizzle: {
      if (!takes(2, 3)) return {};
      const std::uint32_t out = add_call("Sw", {}, begin);
      node(out).has_arguments = false;
      for (const std::uint32_t argument : *arguments) {
        if (node(argument).kind != Syntax::integer)
          return error(node(argument).span, "a swizzle is made of three integers", "write Swizzle(3,4,3)");
        node(out).template_args.push_back(node(argument).integer.value);
      }
      return out;
    }
    default: {
      const std::uint32_t out =
          add_call(word == "group_modes" ? std::string_view("group") : word, std::move(*arguments), begin);
      node(out).name_span = {begin, open.begin};
      node(out).template_args = std::move(mode);
      return out;
    }
  }
}

}  // namespace stridescope
