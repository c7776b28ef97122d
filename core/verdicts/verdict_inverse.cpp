// Inverses, the null space, and the common part of two layouts.

#include "core/base/sort_stable.h"
#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

void append_operand(std::vector<Step>& steps, const Operand& o) {
  if (o.domain != nullptr) steps.push_back({Step::Kind::layout, 0, {}, modes_of(*o.domain)});
  steps.insert(steps.end(), o.steps.begin(), o.steps.end());
}

// The index, then the functions of `through`, one after the other.
Term chain(LinearModes index, std::initializer_list<const Operand*> through) {
  Term out = {std::move(index), {}};
  for (const Operand* o : through) append_operand(out.steps, *o);
  return out;
}

// The term that begins with the operand itself.
Term chain(const Operand& first, std::initializer_list<const Operand*> through) {
  Term out = {modes_of(*first.domain), first.steps};
  for (const Operand* o : through) append_operand(out.steps, *o);
  return out;
}

// A swizzle is its own inverse.
Verdict check_involution(Context context, const Value& a, const Value& r) {
  if (a == r) {
    context.law = term("A(A(x)) = x");
    Verdict out = satisfied(context, 62);
    out.checked = say("all 62 bits; a swizzle is linear over them");
    return out;
  }
  return violated(context, say("a swizzle is its own inverse"), Cause::other);
}

// A(R(i)) = i for all i of R's domain, and R(i) is a coordinate of A.
Verdict check_right(const Context& context, const Operand& a, const Operand& r) {
  const auto size = size_of(r.domain->shape);
  if (!size) return not_checked(context, say("the size of R does not fit 64 bits"));
  const auto explain = [&] {
    if (any_negative(modes_of(*a.domain))) return Explained{Cause::negative_stride, {}};
    if (has_layout_step(a)) return Explained{Cause::layout_in_chain, {}};
    return Explained{!a.steps.empty() || !r.steps.empty() ? Cause::swizzle_bits : Cause::other, {}};
  };
  Verdict out = judge(context, {{{}, {chain(r, {&a})}, {{identity(*size), {}}}}}, *size, r.domain->shape, explain);
  if (out.status != LawStatus::satisfied || !r.steps.empty() || *size == 0) return out;
  // The last mode of A continues beyond its size, so values alone do not decide.
  Leaves leaves;
  append_leaves(leaves, *r.domain);
  const auto reach = cosize_of(leaves);
  const auto limit = size_of(a.domain->shape);
  if (reach && limit && *reach > *limit) {
    const Explained why = explain();
    return violated_at(context, *size - 1, r.domain->shape, say("{}", *reach - 1),
                       say("a coordinate of A, below {}", *limit), why.cause, why.text);
  }
  return out;
}

}  // namespace

Verdict check_right_inverse(const Operation& operation, const Value& result, std::int64_t most) {
  const Context context = {term("A(R(i)) = i, R(i) < size(A)"), most};
  if (operation.args[0].is<Swizzle>()) return check_involution(context, operation.args[0], result);
  if (const auto [from, to] = into_coordinates(operation, result); from != nullptr)
    return check_inverse_of_coordinates(*from, *to, true, most);
  const auto a = plain_operand(operation.args[0]);
  const auto r = plain_operand(result);
  if (!a || !r || a->domain == nullptr) return not_checked(context, no_integers);
  // A function has no shape: it is tried where A leads to.
  if (r->domain == nullptr) return check_left_inverse(operation, result, most);
  return check_right(context, *a, *r);
}

Verdict check_left_inverse(const Operation& operation, const Value& result, std::int64_t most) {
  const Context context = {term("A(R(A(i))) = A(i)"), most};
  if (operation.args[0].is<Swizzle>()) return check_involution(context, operation.args[0], result);
  if (const auto [from, to] = into_coordinates(operation, result); from != nullptr)
    return check_inverse_of_coordinates(*from, *to, false, most);
  const auto a = plain_operand(operation.args[0]);
  const auto r = plain_operand(result);
  if (!a || !r || a->domain == nullptr) return not_checked(context, no_integers);
  const auto size = size_of(a->domain->shape);
  if (!size) return not_checked(context, say("the size of A does not fit 64 bits"));
  const auto explain = [&]() -> Explained {
    if (any_negative(modes_of(*a->domain))) return {Cause::negative_stride, {}};
    if (has_layout_step(*a)) return {Cause::layout_in_chain, {}};
    if (!a->steps.empty()) return {Cause::swizzle_bits, {}};
    // As CuTe does it: the modes of A sorted by stride.
    Arith arith;
    Leaves leaves;
    append_leaves(leaves, coalesce(arith, *a->domain));
    sort_stable(std::span(leaves), [](const Leaf& x, const Leaf& y) { return x.stride < y.stride; });
    std::int64_t span = 0;
    for (const Leaf& leaf : leaves) {
      if (leaf.stride == 0) continue;
      if (leaf.extent == 1)
        return {Cause::size_one_kept, say("the mode {}:{} of extent 1 is not dropped", leaf.extent, leaf.stride)};
      if (leaf.stride < span)
        return {Cause::overlap, say("the mode {}:{} begins inside the {} {element|elements} that the faster modes span",
                                    leaf.extent, leaf.stride, span)};
      if (mul_overflows(leaf.stride, leaf.extent, span)) return {};  // no mode begins beyond it
    }
    return {};
  };
  const Term should = chain(*a, {});
  return judge(context, {{{}, {chain(*a, {&*r, &*a})}, {should}}}, *size, a->domain->shape, explain);
}

Verdict check_nullspace(const Operation& operation, const Value& result, std::int64_t most) {
  const Context context = {term("A(R(i)) = 0, R injective, size(R) = size of the static stride-0 modes of A"), most};
  const auto* a = operation.args[0].as<Layout>();
  const auto* r = result.as<Layout>();
  if (a == nullptr || r == nullptr || !is_plain(*r)) return not_checked(context, no_integers);
  const auto size = size_of(r->shape);
  std::int64_t free = 1;
  for (std::uint32_t i = 0; i < a->shape.ref().node_count(); ++i) {
    const Node& extent = a->shape.ref().nodes()[i];
    if (extent.kind != NodeKind::tuple && a->stride.ref().nodes()[i].integer.is_constant(0))
      free *= extent.integer.value;
  }
  if (!size || !size_of(a->shape)) return not_checked(context, say("sizes do not fit 64 bits"));
  if (*size != free) return violated(context, say("the size is {}, should be {}", *size, free), Cause::other);
  Leaves strides;
  append_leaves(strides, *a);
  std::vector<Equation> equations;
  for (const BasisPath& path : paths_of(strides)) {
    equations.push_back({path, {{modes_of(*r), {{Step::Kind::layout, 0, {}, modes_of(*a, path)}}}}, {}});
  }
  Verdict verdict = judge(context, equations, *size, r->shape, [] { return Explained{}; });
  if (verdict.status != LawStatus::satisfied || is_staircase(modes_of(*r))) return verdict;
  Leaves leaves;
  append_leaves(leaves, *r);
  for (const Leaf& leaf : leaves) {
    if (leaf.extent > 1 && leaf.stride == 0)
      return violated(context, say("R reaches one coordinate several times"), Cause::other);
  }
  return not_checked(context, say("the strides do not decide whether R is injective"));
}

Verdict check_max_common_layout(const Operation& operation, const Value& result, std::int64_t most) {
  const Context context = {term("A(R(i)) = B(R(i)) = i, R(i) < size(A), size(B)"), most};
  const auto a = plain_operand(operation.args[0]);
  const auto b = plain_operand(operation.args[1]);
  const auto r = plain_operand(result);
  if (!a || !b || !r || a->domain == nullptr || b->domain == nullptr || r->domain == nullptr)
    return not_checked(context, no_integers);
  Verdict first = check_right(context, *a, *r);
  return first.status == LawStatus::satisfied ? check_right(context, *b, *r) : first;
}

Verdict check_max_common_vector(const Operation& operation, const Value& result, std::int64_t most) {
  Context context = {term("A(c(i)) = B(c(i)) = i for i < R, c = right_inverse(B)"), most};
  auto a = plain_operand(operation.args[0]);
  auto b = plain_operand(operation.args[1]);
  const Int* n = result.integer();
  if (!a || !b || n == nullptr || a->domain == nullptr || b->domain == nullptr)
    return not_checked(context, no_integers);
  if (n->value == 0) return satisfied(context, 0);  // for tensors that are not memory
  // If the swizzle is the same, common elements of the layouts are common elements of the swizzled layouts.
  if (!a->steps.empty() && a->steps == b->steps) {
    a->steps.clear();
    b->steps.clear();
    context.law = term("A(c(i)) = B(c(i)) = S(i) for i < R, under the common swizzle S");
  }
  Arith arith;
  const Layout inverse = right_inverse(arith, *b->domain);
  if (arith.failed()) return not_checked(context, say("B has no right inverse"));
  const Operand c = {&inverse, {}};
  for (const Operand* o : {&*a, &*b}) {
    const Term got = chain(identity(n->value), {&c, o});
    Verdict verdict = judge(context, {{{}, {got}, {{identity(n->value), {}}}}}, n->value,
                            IntTuple(dynamic_int(n->value)), [] { return Explained{}; });
    if (verdict.status != LawStatus::satisfied) return verdict;
  }
  return satisfied(context, n->value);
}

}  // namespace stridescope::verdicts
