// Values joined by operators: `A o B`, `A o offset o B`, `iterator o layout`, `shape / n`, `a + b`.
#include <algorithm>

#include "core/algebra/function_chain.h"
#include "core/base/text.h"
#include "core/lang/program_evaluator.h"
#include "core/lang/token.h"
#include "core/value/kind_word.h"

namespace stridescope {

namespace {

// An operator between two values: its function, and its sign in messages, which operators of layouts lack.
struct InfixOperator {
  TokenKind op;
  std::string_view function;
  std::string_view sign;
};
constexpr InfixOperator infix_operators[] = {
    {TokenKind::divide, "logical_divide", {}},
    {TokenKind::multiply, "logical_product", {}},
    {TokenKind::plus, "add", "+"},
    {TokenKind::minus, "sub", "-"},
    {TokenKind::star, "mul", "*"},
    {TokenKind::slash, "div", "/"},
    {TokenKind::percent, "mod", "%"},
};

const InfixOperator& operator_of(TokenKind op) {
  return *std::find_if(std::begin(infix_operators), std::end(infix_operators),
                       [op](const InfixOperator& one) { return one.op == op; });
}

}  // namespace

ProgramEvaluator::Index ProgramEvaluator::ungrouped(Index index) const {
  while (node(index).kind == Syntax::tuple && node(index).children.size() == 1 && !node(index).trailing_comma)
    index = node(index).children[0];
  return index;
}

ProgramEvaluator::Maybe ProgramEvaluator::eval_infix(const SyntaxNode& n, Origin* origin) {
  const bool division = n.op == TokenKind::slash || n.op == TokenKind::percent;
  std::vector<Index> operands = n.children;
  if (n.op != TokenKind::divide && n.op != TokenKind::multiply) {
    for (Index& operand : operands) {
      const Index inner = ungrouped(operand);
      // (6) / 3 divides a shape, (2 + 4) / 3 an integer.
      const bool shape = division && operand == n.children[0] && node(inner).kind != Syntax::infix;
      if (!shape) operand = inner;
    }
  }
  auto args = eval_all(operands);
  if (!args) return std::nullopt;
  const std::string_view sign = operator_of(n.op).sign;
  for (const Value& arg : *args) {
    if (division || sign.empty() || !(arg.is<Layout>() || arg.is<ComposedLayout>() || arg.is<Tensor>())) continue;
    return error(n.span, ErrorCode::arguments,
                 say("'{}' takes integers, but {} is a layout", sign, to_text(arg, mode_)),
                 say("layouts are combined by composition(A, B), logical_product(A, B) and make_layout(A, B)"));
  }
  if (args->size() == 1) {  // -a
    args->insert(args->begin(), static_int(-1));
    Maybe value =
        run(operation(environment_.functions, "mul"), {}, std::move(*args), n.span, {operands[0], operands[0]}, origin);
    if (value && origin != nullptr) origin->bindings[0] = -1;
    return value;
  }
  const bool integers = (*args)[0].integer() != nullptr && (*args)[1].integer() != nullptr;
  if (division && integers && (*args)[1].integer()->value == 0 && (*args)[1].integer()->is_plain()) {
    return error(n.span, ErrorCode::division_by_zero,
                 say("{} {} 0: division by zero", to_text((*args)[0], mode_), sign));
  }
  if (!division || integers)
    return run(operation(environment_.functions, operator_of(n.op).function), {}, std::move(*args), n.span, operands,
               origin);
  const auto* shape = (*args)[0].as<IntTuple>();
  const Int* by = (*args)[1].integer();
  if (shape == nullptr || shape->ref().has_any() || by == nullptr) {
    return error(n.span, ErrorCode::arguments, say("'{}' must be between a shape and an integer", sign),
                 say("for layouts, use logical_divide"));
  }
  Arith arith;
  IntTuple out = n.op == TokenKind::slash ? shape_div(arith, *shape, IntTuple(*by)) : shape_mod(arith, *shape, *by);
  if (arith.failed()) return fault(n.span, arith);
  if (origin != nullptr) {
    const std::vector<int> named = {binding_of(operands[0]), binding_of(operands[1])};
    const Builtin* divide = n.op == TokenKind::slash ? environment_.function("shape_div") : nullptr;
    *origin = {divide != nullptr ? divide->name : shape_mod_origin, std::move(*args), named};
    if (divide != nullptr) origin->roles = divide->roles;
  }
  return out;
}

// A flat chain, evaluated from the right.
ProgramEvaluator::Maybe ProgramEvaluator::eval_chain(const SyntaxNode& n, Origin* origin) {
  if (n.children.size() > max_arguments)
    return error(n.span, ErrorCode::too_large,
                 say("a chain of {} {operand|operands}; the limit is {}", n.children.size(), max_arguments),
                 say("give its parts names"));
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
      if (i == 2 && joined && origin != nullptr)
        *origin = {composed_origin, {right}, {binding_of(n.children.back())}, {}, {.link = roles::Link::same_index}};
      i -= 2;
    } else if (left.is<Iterator>()) {
      Iterator iterator = *left.as<Iterator>();
      // Sw<3,4,3> o smem_ptr[16b](0x400) o L: the pointer takes the swizzle.
      const auto* swizzle = i == 2 ? values[0]->as<Swizzle>() : nullptr;
      const bool takes = swizzle != nullptr && iterator.kind == Iterator::Kind::pointer && !iterator.pointer.swizzled;
      if (i != 1 && !takes)
        return error(left_node.span, ErrorCode::arguments, say("an iterator must come first in 'iterator o layout'"));
      if (takes) {
        iterator.pointer.swizzled = true;
        iterator.pointer.swizzle = *swizzle;
        iterator = normal_pointer(std::move(iterator));
      }
      Arith arith;
      joined = operation(environment_.functions, "make_tensor")
                   .run(Call(arith, "make_tensor", {}, std::vector<Value>{std::move(iterator), right}));
      if (arith.failed()) return fault(span, arith);
      i -= takes ? 2 : 1;
    } else {
      std::vector<Value> args = {left, std::move(right)};
      // Only the last step makes the value of the whole chain.
      Origin* whole = i == 1 ? origin : nullptr;
      joined = run(operation(environment_.functions, "composition"), {}, std::move(args), span,
                   {n.children[i - 1], n.children[i]}, whole);
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
  if (!is_chain(a)) {
    return error(
        span, ErrorCode::arguments,
        say("in 'A o offset o B', A must be a swizzle or a layout, not the {} {}", kind_word(a), to_text(a, mode_)));
  }
  if (offset_node.kind == Syntax::unset && !a.is<Swizzle>())
    return error(offset_node.span, ErrorCode::arguments,
                 say("only a swizzle can lack its pointer, not the {} {}", kind_word(a), to_text(a, mode_)));
  SwizzleOffset added = static_int(0);
  const auto* addend = offset.as<IntTuple>();
  if (offset_node.kind == Syntax::mixed_bits) {
    added = MixedBits{offset_node.mixed[0], offset_node.mixed[1], offset_node.mixed[2]};
  } else if (offset_node.kind == Syntax::unset) {
    added = UnsetPointer{static_cast<int>(offset_node.integer.value)};
  } else if (addend != nullptr && !addend->ref().has_any()) {
    added = to_offset(*addend);
  } else {
    return error(
        offset_node.span, ErrorCode::unsupported,
        say("in 'A o offset o B', the offset must be an integer or a coordinate, not {}", to_text(offset, mode_)));
  }
  const bool domain = b.is<Layout>() || b.is<ComposedLayout>();
  if (!domain && !(is_chain(b) && std::holds_alternative<Int>(added))) {
    return error(span, ErrorCode::arguments,
                 say("in 'A o offset o B', B must be a layout, not the {} {}", kind_word(b), to_text(b, mode_)));
  }
  Arith arith;
  const FunctionChain left = chain_of(arith, a);
  const FunctionChain right = chain_of(arith, b);
  Value out = arith.failed() ? Value(static_int(0)) : to_value(join(arith, left, std::move(added), right));
  if (arith.failed()) return fault(span, arith);
  return out;
}

}  // namespace stridescope
