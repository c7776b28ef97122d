// The complement R of A in a codomain of size(M) elements.
#include <algorithm>

#include "core/base/checked.h"
#include "core/base/sort_stable.h"
#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

struct Position {
  std::int64_t at = 0;  // coordinate of R
  std::int64_t offset = 0;
};

// The coordinate at which R has this offset, if any. R's strides form a staircase, first mode fastest.
std::optional<Position> find(const LinearModes& r, std::int64_t offset) {
  std::int64_t unit = 1;
  for (const LinearMode& mode : r) unit *= mode.extent;
  Position out = {0, offset};
  std::int64_t rest = offset;
  for (std::uint32_t i = r.size(); i-- > 0;) {
    unit /= r[i].extent;
    const std::int64_t digit = std::min(rest / r[i].stride, r[i].extent - 1);
    rest -= digit * r[i].stride;
    out.at += digit * unit;
  }
  if (rest != 0) return std::nullopt;
  return out;
}

// The first nonzero offset of R that A has, too; `decided` is true if all of A was tried.
std::optional<Position> first_shared(const LinearModes& a, std::int64_t count, const LinearModes& r, std::int64_t most,
                                     bool& decided) {
  decided = count <= most;
  std::vector<std::int64_t> digits(a.size());
  std::optional<Position> out;
  std::int64_t offset = 0;
  for (std::int64_t i = 0; i < std::min(count, most); ++i) {
    if (offset > 0 && (!out || offset < out->offset)) {
      if (const auto found = find(r, offset)) out = found;
    }
    for (std::uint32_t j = 0; j < a.size(); ++j) {
      offset += a[j].stride;
      if (++digits[j] < a[j].extent) break;
      offset -= digits[j] * a[j].stride;
      digits[j] = 0;
    }
  }
  return out;
}

}  // namespace

// Uses A as CuTe does: filtered, sorted by stride.
Explained explain_complement(LayoutRef a) {
  Arith arith;
  const Layout filtered = filter(arith, a);
  Leaves leaves;
  append_leaves(leaves, filtered);
  if (arith.failed()) return {};
  sort_stable(std::span(leaves), [](const Leaf& x, const Leaf& y) { return x.stride < y.stride; });
  if (!leaves.empty() && leaves.front().stride < 0)
    return {Cause::negative_stride, say("A has the stride {}", leaves.front().stride)};
  std::int64_t span = 1;
  std::int64_t before = 0;  // extent of the previous mode
  bool uneven = false;
  std::int64_t uneven_stride = 0;
  std::int64_t uneven_span = 0;
  for (const Leaf& leaf : leaves) {
    if (leaf.extent == 0) return {Cause::empty, {}};
    if (leaf.stride < span) {
      return {leaf.extent == 1 || before == 1 ? Cause::size_one_kept : Cause::overlap,
              say("the mode {}:{} begins inside the {} {element|elements} that the faster modes span", leaf.extent,
                  leaf.stride, span)};
    }
    if (leaf.stride % span != 0 && !uneven) {
      uneven = true;
      uneven_stride = leaf.stride;
      uneven_span = span;
    }
    before = leaf.extent;
    if (mul_overflows(leaf.stride, leaf.extent, span)) return {};
  }
  if (uneven)
    return {Cause::uneven_gap,
            say("stride {} is not a multiple of the {} {element|elements} that the faster modes span", uneven_stride,
                uneven_span)};
  return {};
}

Verdict check_complement(const Operation& operation, const Value& result, std::int64_t most) {
  const Context context = {
      term("R(i-1) < R(i); R(i) = A(j) only at 0; size(M) ≤ cosize((A,R)); cosize(R) ≤ round_up(size(M), cosize(A))"),
      most};
  if (const auto [from, to] = into_coordinates(operation, result); from != nullptr && operation.args.size() == 1)
    return check_complement_of_coordinates(*from, *to, most);
  const auto a = operand(operation.args[0]);
  const auto* r = result.as<Layout>();
  if (!a || a->domain == nullptr || r == nullptr || !is_plain(*a->domain) || !is_plain(*r))
    return not_checked(context, say("the codomain is not the integers"));
  Leaves in_a;
  Leaves in_r;
  append_leaves(in_a, *a->domain);
  append_leaves(in_r, *r);
  Arith arith;
  const auto reach_a = cosize_of(in_a);
  const auto reach_r = cosize_of(in_r);
  const auto size_a = size_of(a->domain->shape);
  const auto size_r = size_of(r->shape);
  std::optional<std::int64_t> target;
  if (operation.args.size() == 2) {
    if (const auto shape = shape_of(operation.args[1])) target = size_of(*shape);
  } else {
    target = cosize(arith, filter(arith, *a->domain)).value;
  }
  if (!reach_a || !reach_r || !size_a || !size_r || !target || arith.failed())
    return not_checked(context, say("sizes do not fit 64 bits"));
  bool tuple_target = false;
  if (operation.args.size() == 2) {
    if (const auto shape = shape_of(operation.args[1])) tuple_target = shape->ref().leaf_count() > 1;
  }
  const auto explain = [&] {
    Explained why = explain_complement(*a->domain);
    if (why.cause == Cause::other && tuple_target) why.cause = Cause::tuple_cotarget;
    return why;
  };

  // Increasing by the strides: each mode begins above the span of the modes before it.
  const LinearModes modes = merge_modes(part(in_r, {}));
  std::int64_t unit = 1;
  std::int64_t reach = 0;
  for (const LinearMode& mode : modes) {
    if (*size_r == 0) break;
    if (mode.stride <= reach) {
      const Explained why = explain();
      return violated_at(context, unit, r->shape, say("{}", mode.stride), say("more than R({}) = {}", unit - 1, reach),
                         why.cause, why.text);
    }
    unit *= mode.extent;
    reach += (mode.extent - 1) * mode.stride;
  }
  // No common offset except 0: this is evident if the strides of both together form a staircase.
  const LinearModes used = merge_modes(part(in_a, {}));
  LinearModes both = used;
  for (const LinearMode& mode : modes) both.push_back(mode);
  bool proven = *size_r == 0 || is_staircase(both);
  if (!proven || (*size_a <= most && *size_r > 0)) {
    bool decided = false;
    const auto shared = first_shared(used, *size_a, modes, std::min(most, max_tried), decided);
    if (shared) {
      const Explained why = explain();
      return violated_at(context, shared->at, r->shape, say("{}", shared->offset), say("no offset of A"), why.cause,
                         why.text);
    }
    if (!proven && !decided)
      return not_checked(
          context, say("no violation at the first {} {offset|offsets} of A, but the symbolic conditions do not decide",
                       std::min(most, max_tried)));
  }
  std::int64_t together = 0;
  if (*size_a != 0 && *size_r != 0 && add_overflows(*reach_a - 1, *reach_r, together))
    return not_checked(context, say("sizes do not fit 64 bits"));
  if (together < *target) {
    const Explained why = explain();
    std::int64_t all = 0;
    if (together == 0 || any_negative(part(in_a, {})) || mul_overflows(*size_a, *size_r, all)) {
      return violated(context,
                      together == 0
                          ? say("cosize((A,R)) is {}, should be at least {} (no coordinates)", together, *target)
                          : say("cosize((A,R)) is {}, should be at least {}", together, *target),
                      why.cause, why.text);
    }
    Verdict out = violated_at(context, all - 1, IntTuple(dynamic_int(all)), say("{}", together - 1),
                              say("at least {}", *target - 1), why.cause, why.text);
    out.text =
        say("{} (the last coordinate of (A,R); its cosize is {}, should be at least {})", out.text, together, *target);
    return out;
  }
  std::int64_t bound = 0;
  if (add_overflows(*target, *reach_a - 1, bound) || *reach_a == 0)
    return not_checked(context, say("sizes do not fit 64 bits"));
  bound = bound / *reach_a * *reach_a;
  if (*reach_r > bound) {
    Explained why = explain();
    if (why.cause == Cause::other) why.cause = Cause::gap_bound;
    Verdict out = violated_at(context, *size_r - 1, r->shape, say("{}", *reach_r - 1), say("at most {}", bound - 1),
                              why.cause, why.text);
    out.text = say("{} (the last coordinate; cosize(R) is {}, should be at most {})", out.text, *reach_r, bound);
    return out;
  }
  Verdict out = satisfied(context, *size_r);
  if (std::max(*size_a, *size_r) > most) out.checked = say("symbolic conditions on the strides");
  return out;
}

}  // namespace stridescope::verdicts
