// Values joined by operators: `A o B`, `A o offset o B`, `iterator o layout`, `shape / n`.
#include "core/base/text.h"
#include "core/lang/program_evaluator.h"
#include "core/lang/token.h"

namespace stridescope {

ProgramEvaluator::Maybe ProgramEvaluator::eval_ratio(const SyntaxNode& n, Origin* origin) {
  auto args = eval_all(n.children);
  if (!args) return std::nullopt;
  if (n.op == TokenKind::divide)
    return run(*find_builtin("logical_divide"), {}, std::move(*args), n.span, n.children, origin);
  if (n.op == TokenKind::multiply)
    return run(*find_builtin("logical_product"), {}, std::move(*args), n.span, n.children, origin);
  const auto* shape = (*args)[0].as<IntTuple>();
  const Int* by = (*args)[1].integer();
  if (shape == nullptr || shape->ref().has_any() || by == nullptr) {
    return error(n.span, ErrorCode::arguments,
                 cat("'", n.op == TokenKind::slash ? "/" : "%", "' is between a shape and an integer"),
                 "for layouts use logical_divide, for integers div and mod");
  }
  Arith arith;
  IntTuple out = n.op == TokenKind::slash ? shape_div(arith, *shape, IntTuple(*by)) : shape_mod(arith, *shape, *by);
  if (arith.failed()) return fault(n.span, arith);
  if (origin != nullptr) {
    const std::vector<int> named = {binding_of(n.children[0]), binding_of(n.children[1])};
    *origin = {n.op == TokenKind::slash ? find_builtin("shape_div")->name : shape_mod_origin, std::move(*args), named};
  }
  return out;
}

// A flat chain, decided by value from the right.
ProgramEvaluator::Maybe ProgramEvaluator::eval_chain(const SyntaxNode& n, Origin* origin) {
  if (n.children.size() > max_arguments)
    return error(n.span, ErrorCode::too_large,
                 cat("a chain of ", n.children.size(), " operands; the cap is ", max_arguments),
                 "give its parts names");
  std::vector<Maybe> values;
  values.reserve(n.children.size());
  bool complete = true;
  for (const Index child : n.children) {
    const bool offset = node(child).kind == Syntax::mixed_bits || node(child).kind == Syntax::unset;
    values.push_back(offset ? Maybe(static_int(0)) : eval(child));
    complete = complete && values.back().has_value();
  }
  if (!complete) return std::nullopt;
  std::size_t i = values.size() - 1;
  Value right = std::move(*values[i]);
  while (i > 0) {
    const SyntaxNode& left_node = node(n.children[i - 1]);
    const Value& left = *values[i - 1];
    const Span span = {left_node.span.begin, n.span.end};
    Maybe joined;
    if (i >= 2 && (left_node.kind == Syntax::mixed_bits || left_node.kind == Syntax::unset || left.is<IntTuple>())) {
      joined = make_composed(*values[i - 2], left_node, left, right, span);
      if (i == 2 && joined && origin != nullptr) *origin = {composed_origin, {right}, {binding_of(n.children.back())}};
      i -= 2;
    } else if (const auto* iterator = left.as<Iterator>()) {
      if (i != 1) return error(left_node.span, ErrorCode::arguments, "an iterator stands first in 'iterator o layout'");
      Arith arith;
      joined = builtin_make_tensor(Call(arith, "make_tensor", {}, std::vector<Value>{*iterator, right}));
      if (arith.failed()) return fault(span, arith);
      i -= 1;
    } else {
      std::vector<Value> args = {left, std::move(right)};
      // Only the last step makes the value of the whole chain.
      Origin* whole = i == 1 ? origin : nullptr;
      joined = run(*find_builtin("composition"), {}, std::move(args), span, {n.children[i - 1], n.children[i]}, whole);
      i -= 1;
    }
    if (!joined) return std::nullopt;
    right = std::move(*joined);
  }
  return right;
}

// A o offset o B, exactly as written.
ProgramEvaluator::Maybe ProgramEvaluator::make_composed(const Value& a, const SyntaxNode& offset_node,
                                                        const Value& offset, const Value& b, Span span) {
  ComposedLayout out;
  if (const auto* swizzle = a.as<Swizzle>()) {
    out.a = *swizzle;
  } else if (const auto* layout = a.as<Layout>()) {
    out.a = *layout;
  } else {
    return error(
        span, ErrorCode::arguments,
        cat("in 'A o offset o B', A is a swizzle or a layout, not the ", kind_name(a), ' ', to_text(a, mode_)));
  }
  if (offset_node.kind == Syntax::mixed_bits) {
    out.offset = MixedBits{offset_node.mixed[0], offset_node.mixed[1], offset_node.mixed[2]};
  } else if (offset_node.kind == Syntax::unset && std::holds_alternative<Swizzle>(out.a)) {
    out.offset = UnsetPointer{static_cast<int>(offset_node.integer.value)};
  } else if (const Int* integer = offset.integer(); integer != nullptr && integer->is_plain()) {
    out.offset = *integer;
  } else {
    return error(offset_node.span, ErrorCode::unsupported,
                 cat("in 'A o offset o B' the offset is an integer, not ", to_text(offset, mode_)));
  }
  if (const auto* layout = b.as<Layout>()) {
    out.b = *layout;
  } else if (const auto* composed = b.as<ComposedLayout>()) {
    ComposedLayout::Stage stage = {out.a, out.offset};
    out = *composed;
    out.outer.insert(out.outer.begin(), std::move(stage));
  } else {
    return error(span, ErrorCode::arguments,
                 cat("in 'A o offset o B', B is a layout, not the ", kind_name(b), ' ', to_text(b, mode_)));
  }
  return out;
}

}  // namespace stridescope
