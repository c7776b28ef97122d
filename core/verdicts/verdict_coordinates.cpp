// Inverses, complements and products of layouts into coordinates: the laws, tried coordinate by coordinate.
#include <algorithm>

#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

constexpr std::int64_t max_coordinates = 1 << 12;

IntTuple at(Arith& arith, LayoutRef layout, std::int64_t i) { return apply(arith, layout, IntTuple(static_int(i))); }

// got(i) = should(i) for all i, where there are few enough to try them.
template <class Got, class Should>
Verdict try_all(const Context& context, LayoutRef domain, const Got& got, const Should& should) {
  const auto size = size_of(domain.shape);
  if (!size || *size > std::min(context.most, max_coordinates))
    return not_checked(context,
                       say("more than {} {coordinate|coordinates}, which are too many to try", max_coordinates));
  Arith arith;
  for (std::int64_t i = 0; i < *size && arith.ok(); ++i) {
    const IntTuple have = got(arith, i);
    const IntTuple want = should(arith, i);
    if (arith.ok() && !equal(arith, have, want).value)
      return violated_at(context, i, domain.shape, say("{}", to_text(have, IntegerMode::teaching)),
                         say("{}", to_text(want, IntegerMode::teaching)), Cause::other);
  }
  return arith.ok() ? satisfied(context, *size) : not_checked(context, say("A does not have all of these coordinates"));
}

}  // namespace

std::pair<const Layout*, const Layout*> into_coordinates(const Operation& operation, const Value& result) {
  const auto* a = operation.args[0].as<Layout>();
  const auto* r = result.as<Layout>();
  if (a == nullptr || r == nullptr || is_plain(*a)) return {};
  return {a, r};
}

Verdict check_inverse_of_coordinates(LayoutRef a, LayoutRef r, bool right, std::int64_t most) {
  const Context context = {right ? term("R(A(R(i))) = R(i)") : term("A(R(A(i))) = A(i)"), most};
  const LayoutRef first = right ? r : a;
  const LayoutRef second = right ? a : r;
  return try_all(
      context, first,
      [&](Arith& arith, std::int64_t i) { return apply(arith, first, apply(arith, second, at(arith, first, i))); },
      [&](Arith& arith, std::int64_t i) { return at(arith, first, i); });
}

Verdict check_complement_of_coordinates(LayoutRef a, LayoutRef r, std::int64_t most) {
  const Context context = {term("R(i-1) < R(i); R(i) = A(j) only at 0"), most};
  const auto size_a = size_of(a.shape);
  const auto size_r = size_of(r.shape);
  if (!size_a || !size_r || *size_a > max_coordinates || *size_r > max_coordinates / std::max<std::int64_t>(1, *size_a))
    return not_checked(context,
                       say("more than {} {coordinate|coordinates}, which are too many to try", max_coordinates));
  Arith arith;
  for (std::int64_t i = 1; i < *size_r && arith.ok(); ++i) {
    const IntTuple value = at(arith, r, i);
    const IntTuple before = at(arith, r, i - 1);
    bool shared = !colex_less(arith, before, value).value;
    for (std::int64_t j = 1; j < *size_a && !shared; ++j) shared = equal(arith, value, at(arith, a, j)).value;
    if (shared && arith.ok())
      return violated_at(context, i, r.shape, say("{}", to_text(value, IntegerMode::teaching)), say("no offset of A"),
                         Cause::other);
  }
  return arith.ok() ? satisfied(context, *size_r)
                    : not_checked(context, say("A does not have all of these coordinates"));
}

Verdict check_product_of_coordinates(LayoutRef a, LayoutRef b, LayoutRef r, std::int64_t most) {
  const Context context = {term("R(a, b) = A(a) + A*(B(b)), A* = complement(A)"), most};
  const auto size = size_of(a.shape);
  Arith arith;
  const Layout rest = complement(arith, a);
  if (!size || *size == 0 || arith.failed() || size_of(r.shape) != size_of(concat(arith, {a, b}).shape))
    return not_checked(context, say("A does not have all of these coordinates"));
  return try_all(
      context, r, [&](Arith& m, std::int64_t i) { return at(m, r, i); },
      [&](Arith& m, std::int64_t i) {
        return add(m, as_arithmetic_tuple(m, at(m, a, i % *size)),
                   as_arithmetic_tuple(m, apply(m, rest, at(m, b, i / *size))));
      });
}

}  // namespace stridescope::verdicts
