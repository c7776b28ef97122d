// Coalesce and filter: fewer modes, the same function.
#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

constexpr stridescope::Term no_layout = term("a value that is not a layout");

// Checks that R(i) equals the function of `leaves`, whose domain is A's shape.
Verdict same_function(const Context& context, const Leaves& leaves, const Layout& r) {
  const std::int64_t size = count(leaves);
  const auto got = size_of(r.shape);
  if (size < 0 || !got) return not_checked(context, say("sizes do not fit 64 bits"));
  Leaves both = leaves;
  append_leaves(both, r);
  std::vector<BasisPath> paths = paths_of(both);
  if (paths.empty()) paths.emplace_back();
  std::vector<Equation> equations;
  for (const BasisPath& path : paths) {
    const Term got_term = {modes_of(r, path), {}};
    const Term should = {part(leaves, path), {}};
    equations.push_back({path, {got_term}, {should}});
  }
  if (*got != size) return wrong_size(context, equations, *got, size, {});
  return judge(context, equations, size, r.shape, [] { return Explained{}; });
}

// Only one element remains of a mode with static stride 0.
void drop_zeros(Leaves& leaves, LayoutRef a) {
  std::size_t leaf = 0;
  for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
    if (a.shape.nodes()[i].kind == NodeKind::tuple) continue;
    if (a.stride.nodes()[i].integer.is_constant(0)) leaves[leaf].extent = 1;
    ++leaf;
  }
}

// Filters at the leaves of the profile; modes beyond it stay.
bool append_filtered(Leaves& out, LayoutRef a, TupleRef profile) {
  if (!profile.is_tuple()) {
    Leaves mode;
    if (!append_leaves(mode, a)) return false;
    drop_zeros(mode, a);
    out.insert(out.end(), mode.begin(), mode.end());
    return true;
  }
  for (int i = 0; i < a.rank(); ++i) {
    const bool known = i < profile.size() ? append_filtered(out, a[i], profile[i]) : append_leaves(out, a[i]);
    if (!known) return false;
  }
  return true;
}

}  // namespace

Verdict check_coalesce(const Operation& operation, const Value& result, std::int64_t most) {
  const bool whole = operation.args.size() == 1;
  if (const auto* shape = operation.args[0].as<IntTuple>()) {
    const Context context = {term("size(R) = size(S)"), most};
    const auto* r = result.as<IntTuple>();
    if (r == nullptr) return not_checked(context, say("the result is not a shape"));
    const auto got = size_of(*r);
    const auto should = size_of(*shape);
    if (!got || !should) return not_checked(context, say("sizes do not fit 64 bits"));
    if (*got != *should) return violated(context, say("the size is {}, should be {}", *got, *should), Cause::other);
    Verdict out = satisfied(context, 1);
    out.checked = say("the sizes");
    return out;
  }
  const Context context = {
      whole ? term("size(R) = size(A), depth(R) ≤ 1, R(i) = A(i)") : term("size(R) = size(A), R(i) = A(i)"), most};
  const auto a = operand(operation.args[0]);
  const auto r = operand(result);
  if (!a || !r || a->domain == nullptr || r->domain == nullptr) return not_checked(context, no_layout);
  if (a->steps != r->steps) return violated(context, say("the swizzle has changed"), Cause::other);
  if (whole && r->domain->depth() > 1)
    return violated(context, say("the depth is {}, should be at most 1", r->domain->depth()), Cause::other);
  Leaves leaves;
  if (!append_leaves(leaves, *a->domain)) return not_checked(context, no_layout);
  return same_function(context, leaves, *r->domain);
}

Verdict check_filter(const Operation& operation, const Value& result, std::int64_t most) {
  const Context context = {term("R(i) = A'(i), A' = A without its modes of stride _0"), most};
  const auto a = operand(operation.args[0]);
  const auto r = operand(result);
  if (!a || !r || a->domain == nullptr || r->domain == nullptr) return not_checked(context, no_layout);
  if (a->steps != r->steps) return violated(context, say("the swizzle has changed"), Cause::other);
  Leaves leaves;
  const IntTuple* profile = operation.args.size() == 2 ? operation.args[1].as<IntTuple>() : nullptr;
  const IntTuple leaf = static_int(0);
  if (!append_filtered(leaves, *a->domain, profile != nullptr ? profile->ref() : leaf.ref()))
    return not_checked(context, no_layout);
  return same_function(context, leaves, *r->domain);
}

}  // namespace stridescope::verdicts
