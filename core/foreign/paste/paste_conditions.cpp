// Reads truth values in foreign text and in our own language: comparisons, and the operators that join them.
#include "core/foreign/paste/paste_parser.h"

namespace stridescope {

// Python: a or b and not c
PasteParser::Index PasteParser::disjunction() {
  const std::uint32_t begin = next_position();
  Index left;
  Index all;  // the conjunction of the earlier alternatives
  for (int operators = 0;; ++operators) {
    const Index right = negation();
    if (!right) return {};
    left = left ? joined(*left, false, *right, begin) : right;
    if (operators > max_expression_depth) return too_deep();
    if (at_word("and")) {
      advance();
      continue;
    }
    all = all ? joined(*all, true, *left, begin) : left;
    left.reset();
    if (!at_word("or")) return all;
    advance();
  }
}

PasteParser::Index PasteParser::negation() {
  const Deeper level(depth_);
  if (!level.ok()) return too_deep();
  if (!at_word("not")) return comparison();
  const std::uint32_t begin = advance().span.begin;
  const Index value = negation();
  if (!value) return {};
  return truth(*value, true, begin);
}

// `or` if `either`, otherwise `and`: the right value matters if the left one does not decide.
PasteParser::Index PasteParser::joined(std::uint32_t condition, bool either, std::uint32_t right, std::uint32_t begin) {
  const std::uint32_t decided = add_literal(Bool{either, true}, begin);
  std::vector<std::uint32_t> parts = {condition, either ? decided : right, either ? right : decided};
  return add({.kind = Syntax::conditional, .span = {}, .children = std::move(parts)}, begin);
}

std::uint32_t PasteParser::truth(std::uint32_t value, bool negated, std::uint32_t begin) {
  const std::uint32_t holds = add_literal(Bool{!negated, true}, begin);
  const std::uint32_t fails = add_literal(Bool{negated, true}, begin);
  return add({.kind = Syntax::conditional, .span = {}, .children = {ungrouped(value), holds, fails}}, begin);
}

std::uint32_t PasteParser::ungrouped(std::uint32_t index) const {
  for (const SyntaxNode* n = &tree_.nodes[index];
       n->kind == Syntax::tuple && n->children.size() == 1 && !n->trailing_comma; n = &tree_.nodes[index])
    index = n->children[0];
  return index;
}

// The comparison operator here, of C++ or Python: `<` and `>` can also be brackets, and `=` assigns.
std::optional<std::string_view> PasteParser::comparison_operator() {
  const auto next_is = [&](TokenKind kind) { return at(kind, 1) && peek().span.end == peek(1).span.begin; };
  const auto taken = [&](int tokens, std::string_view op) {
    next_ += static_cast<std::size_t>(tokens);
    return std::optional<std::string_view>(op);
  };
  if (at(TokenKind::equals) && next_is(TokenKind::equals)) return taken(2, "==");
  if (at_mark("!") && next_is(TokenKind::equals)) return taken(2, "!=");
  if (at_mark("&") && next_is(TokenKind::other)) return taken(2, "&&");
  if (at_mark("|") && next_is(TokenKind::other)) return taken(2, "||");
  if (in_template_ > 0 || in_angles_) return std::nullopt;
  if (at(TokenKind::open_angle) && !peek().after_name)
    return next_is(TokenKind::equals) ? taken(2, "<=") : taken(1, "<");
  if (at(TokenKind::close_angle)) return next_is(TokenKind::equals) ? taken(2, ">=") : taken(1, ">");
  return std::nullopt;
}

std::uint32_t PasteParser::compared(std::uint32_t left, std::string_view op, std::uint32_t right, std::uint32_t begin) {
  const bool swapped = op == ">" || op == "<=";
  const std::uint32_t a = ungrouped(left);
  const std::uint32_t b = ungrouped(right);
  const std::uint32_t out =
      add_call(op == "==" || op == "!=" ? "equal" : "less", {swapped ? b : a, swapped ? a : b}, begin);
  return op == "!=" || op == "<=" || op == ">=" ? truth(out, true, begin) : out;
}

PasteParser::Index PasteParser::tested(std::string_view op) {
  arithmetic_ = true;
  const std::uint32_t begin = next_position();
  const Index left = expression();
  if (!left || op.empty()) return left;
  if (op == "!") return truth(*left, true, begin);
  const Index right = accept(TokenKind::comma) ? expression() : Index{};
  return right ? Index(compared(*left, op, *right, begin)) : right;
}

// a == b && c < d
PasteParser::Index PasteParser::comparison() {
  const Deeper level(depth_);
  if (!level.ok()) return too_deep();
  const std::uint32_t begin = next_position();
  const Index left = chain();
  if (!left) return {};
  const auto op = comparison_operator();
  if (!op) return left;
  ++comparisons_;
  const auto with_next = [&](std::uint32_t condition, std::string_view by) -> Index {
    const Index other = comparison();
    foreign_ = foreign_ || other.has_value();
    return other ? joined(ungrouped(condition), by == "||", truth(*other, false, begin), begin) : other;
  };
  if (*op == "&&" || *op == "||") return with_next(*left, *op);
  bool loose = loose_bits_;
  const Index right = chain();
  if (!right) return {};
  foreign_ = true;
  loose = loose || loose_bits_;
  if (loose && !constants_) {
    return error({begin, position()}, say("a comparison next to '&', '^' or '|' needs brackets"),
                 say("C++ compares first, Python last: write (a & b) == c"));
  }
  const std::uint32_t out = compared(*left, *op, *right, begin);
  const auto next = comparison_operator();
  if (!next) return out;
  if (*next == "&&" || *next == "||") return with_next(out, *next);
  return unexpected(say("'&&' or '||'"));
}

}  // namespace stridescope
