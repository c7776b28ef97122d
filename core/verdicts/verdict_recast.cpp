// Casts: the layout of wider or narrower elements over the same memory.
#include <cstdlib>
#include <numeric>

#include "core/base/strides.h"
#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

bool same_nesting(TupleRef a, TupleRef b) {
  if (a.is_tuple() != b.is_tuple() || a.size() != b.size()) return false;
  auto mode = b.begin();
  for (const TupleRef x : a) {
    if (!same_nesting(x, *mode)) return false;
    ++mode;
  }
  return true;
}

// R(x) = S(x*n)/n, or R(x*n) = S(x)*n: both sides are linear over the bits.
Verdict check_swizzle(const Context& context, const Swizzle& s, const Swizzle& r, std::int64_t n, bool up) {
  for (int bit = 0; bit < 31; ++bit) {
    const std::int64_t x = std::int64_t{1} << bit;
    const std::int64_t got = up ? swizzled(r, x) : swizzled(r, x * n);
    const std::int64_t should = up ? swizzled(s, x * n) / n : swizzled(s, x) * n;
    if (got != should)
      return violated_at(context, x, IntTuple(dynamic_int(0)), say("{}", got), say("{}", should), Cause::swizzle_bits);
  }
  Verdict out = satisfied(context, 62);
  out.checked = say("all bits; a swizzle is linear over them");
  return out;
}

// Both sides of a cast as leaves, mode for mode.
struct Sides {
  Operand a;
  Operand r;
  Leaves in_a;
  Leaves in_r;
};

// The verdict without such sides: on a swizzle, or on a value that is not a layout of integers.
std::optional<Verdict> read_sides(Sides& out, const Context& context, const Value& value, const Value& result,
                                  std::int64_t n, bool up) {
  if (const auto* s = value.as<Swizzle>()) {
    const auto* r = result.as<Swizzle>();
    const auto law = up ? term("R(x) = S(x*n)/n") : term("R(x*n) = S(x)*n");
    return r != nullptr ? check_swizzle({law, context.most}, *s, *r, n, up) : not_checked(context, no_integers);
  }
  auto a = plain_operand(value);
  auto r = plain_operand(result);
  if (!a || !r || a->domain == nullptr || r->domain == nullptr) return not_checked(context, no_integers);
  if (!same_nesting(a->domain->shape, r->domain->shape))
    return violated(context, say("the nesting has changed"), Cause::other);
  out = {std::move(*a), std::move(*r), {}, {}};
  append_leaves(out.in_a, *out.a.domain);
  append_leaves(out.in_r, *out.r.domain);
  return std::nullopt;
}

// n elements become one. A mode whose stride divides n keeps every (n/stride)-th of its coordinates; then R is A/n.
Verdict check_up(const Context& context, const Value& value, const Value& result, std::int64_t n) {
  Sides sides;
  if (auto decided = read_sides(sides, context, value, result, n, true)) return std::move(*decided);
  const Operand& a = sides.a;
  const Operand& r = sides.r;
  const Leaves& in_a = sides.in_a;
  const Leaves& in_r = sides.in_r;
  const std::int64_t size = count(in_a);
  if (size < 0 || count(in_r) < 0) return not_checked(context, say("the size of A does not fit 64 bits"));
  LinearModes wide;  // R at the coordinate that holds c
  const LayoutRef strides = *a.domain;
  std::size_t leaf = 0;
  bool dynamic = false;
  Misfit misfit;            // the first mode of R with another extent than the law gives it
  std::int64_t before = 1;  // coordinates of the modes before it: of A, and of R
  std::int64_t wide_before = 1;
  Explained why;
  for (std::uint32_t i = 0; i < strides.shape.node_count(); ++i) {
    if (strides.shape.nodes()[i].kind == NodeKind::tuple) continue;
    const Leaf& from = in_a[leaf];
    const std::int64_t step = magnitude(from.stride);
    const std::int64_t held = step != 0 && step < n && n % step == 0 ? n / step : 1;
    const std::int64_t extent = from.extent / held + (from.extent % held != 0 ? 1 : 0);
    const bool is_dynamic = !strides.stride.nodes()[i].integer.is_static;
    dynamic |= is_dynamic && from.stride % n != 0;
    if (in_r[leaf].extent != extent && misfit.note.empty()) {
      const bool missing = in_r[leaf].extent < extent;
      misfit = {missing ? in_r[leaf].extent * held * before : extent * wide_before, missing,
                say("the mode {}:{} has {} wide {coordinate|coordinates}; expected {}", from.extent, from.stride,
                    in_r[leaf].extent, extent)};
      if (is_dynamic) why = {Cause::dynamic_extent, say("the stride {} is dynamic", from.stride)};
    }
    wide.push_back({from.extent, in_r[leaf].stride, held});
    before *= from.extent;
    wide_before *= in_r[leaf].extent;
    ++leaf;
  }
  Term should = {part(in_a, {}), a.steps};
  should.steps.push_back({Step::Kind::divide, n, {}, {}});
  const auto explain = [&]() -> Explained {
    if (any_negative(part(in_a, {}))) return {Cause::negative_stride, {}};
    if (dynamic) return {Cause::truncated_stride, {}};
    return {a.steps.empty() ? Cause::fractions_carry : Cause::swizzle_bits, {}};
  };
  Verdict out = judge(context, {{{}, {{wide, r.steps}}, {should}}}, size, a.domain->shape, explain);
  if (misfit.note.empty()) return out;
  if (out.status != LawStatus::violated) {
    const Term all = {modes_of(*r.domain), r.steps};
    const Layout& domain = misfit.missing ? *a.domain : *r.domain;
    return misfits(context, {{{}, {all}, {should}}}, misfit, misfit.missing ? size : count(in_r), domain.shape,
                   std::move(why));
  }
  out.text = say("{} ({})", out.text, misfit.note);
  out.cause = why.cause;
  out.explanation = std::move(why.text);
  return out;
}

// One element becomes n: in the mode of stride 1 they follow each other.
Verdict check_down(const Context& context, const Value& value, const Value& result, std::int64_t n) {
  Sides sides;
  if (auto decided = read_sides(sides, context, value, result, n, false)) return std::move(*decided);
  const Operand& a = sides.a;
  const Operand& r = sides.r;
  const Leaves& in_a = sides.in_a;
  const Leaves& in_r = sides.in_r;
  const std::int64_t size = count(in_r);
  const std::int64_t narrow = count(in_a);
  std::int64_t all = 0;
  if (size < 0 || narrow < 0 || mul_overflows(narrow, n, all))
    return not_checked(context, say("sizes do not fit 64 bits"));
  int units = 0;
  for (const Leaf& leaf : in_a) units += magnitude(leaf.stride) == 1;
  if (size != all) {
    const Term result_term = {modes_of(*r.domain), r.steps};
    return size > all ? wrong_size(context, {{{}, {result_term}, {}}}, size, all,
                                   {units > 1 ? Cause::several_units : Cause::other, {}})
                      : violated(context, say("the size is {}, should be {}", size, all), Cause::other);
  }
  // The digits of R: in the widened mode, the n parts of an element, then the element.
  LinearModes parts;
  LinearModes elements;
  LinearModes got;
  bool widened = false;
  for (std::size_t i = 0; i < in_a.size(); ++i) {
    const std::int64_t times = !widened && n != 1 && in_r[i].extent == in_a[i].extent * n ? n : 1;
    widened |= times != 1;
    if (in_r[i].extent != in_a[i].extent * times)
      return violated(
          context,
          say("the mode {}:{} has {} {coordinate|coordinates}", in_a[i].extent, in_a[i].stride, in_r[i].extent),
          Cause::other);
    got.push_back({times, in_r[i].stride});
    got.push_back({in_a[i].extent, in_r[i].stride * times});
    parts.push_back({times, 1});
    parts.push_back({in_a[i].extent, 0});
    elements.push_back({times, 0});
    elements.push_back({in_a[i].extent, in_a[i].stride});
  }
  Term whole = {elements, a.steps};
  whole.steps.push_back({Step::Kind::multiply, n, {}, {}});
  const auto explain = [&]() -> Explained {
    if (any_negative(part(in_a, {}))) return {Cause::negative_stride, {}};
    if (units > 1) return {Cause::several_units, {}};
    return {a.steps.empty() ? Cause::other : Cause::swizzle_bits, {}};
  };
  return judge(context, {{{}, {{got, r.steps}}, {whole, {parts, {}}}}}, size, r.domain->shape, explain);
}

constexpr stridescope::Term up_law =
    term("R(c/r) = ⌊A(c)/n⌋; a mode of stride d keeps every r-th coordinate, r = n/d for d | n, else 1");
constexpr stridescope::Term down_law = term("R(n*c + k) = n*A(c) + k for k < n, in the mode of stride 1");

}  // namespace

Verdict check_upcast(const Operation& operation, const Value& result, std::int64_t most) {
  return check_up({up_law, most}, operation.args[0], result, operation.template_args[0]);
}

Verdict check_downcast(const Operation& operation, const Value& result, std::int64_t most) {
  return check_down({down_law, most}, operation.args[0], result, operation.template_args[0]);
}

Verdict check_recast(const Operation& operation, const Value& result, std::int64_t most) {
  const Value& a = operation.args[0];
  const std::int64_t to = operation.template_args[0];
  // recast<NEW>(T): the tensor gives its previous width.
  const std::int64_t from =
      operation.template_args.size() > 1 ? operation.template_args[1] : a.as<Tensor>()->data.pointer.bits;
  const std::int64_t common = std::gcd(to, from);
  const std::int64_t up = to / common;
  const std::int64_t down = from / common;
  if (down == 1) return check_up({up_law, most}, a, result, up);
  if (up == 1) return check_down({down_law, most}, a, result, down);
  // Both: by way of the wider elements, each step by its own law.
  Arith arith;
  Value between;
  if (const auto* layout = a.as<Layout>()) {
    between = upcast(arith, *layout, up);
  } else if (const auto* composed = a.as<ComposedLayout>()) {
    between = upcast(arith, *composed, up);
  } else if (const auto* swizzle = a.as<Swizzle>()) {
    between = upcast(arith, *swizzle, up);
  }
  const Context context = {term("downcast after upcast, each by its law"), most};
  if (arith.failed()) return not_checked(context, no_integers);
  const Verdict first = check_up({up_law, most}, a, between, up);
  return first.status == LawStatus::satisfied ? check_down({down_law, most}, between, result, down) : first;
}

}  // namespace stridescope::verdicts
