// Casts: the layout of wider or narrower elements over the same memory.
#include <algorithm>
#include <numeric>

#include "core/base/strides.h"
#include "core/value/alignment.h"
#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

constexpr stridescope::Term up_law =
    term("R(c/r) = ⌊A(c)/n⌋; a mode of stride d keeps every r-th coordinate, r = n/d for d | n, else 1");
constexpr stridescope::Term down_law = term("R(n*c + k) = n*A(c) + k for k < n, in the mode of stride 1");
constexpr stridescope::Term tensor_law = term(
    "word R(c/r) holds element A(c), each from its own pointer; a mode of stride d keeps every r-th coordinate, r = "
    "n/d for d | n, else 1");
constexpr stridescope::Term order_law =
    term("n*R(c/r) + k = A(c): inside a word the elements keep their order, k = d*(c mod r)");

// R(x) = S(x*n)/n, or R(x*n) = S(x)*n: both sides are linear over the bits.
Verdict check_swizzle(const Context& context, const Swizzle& s, const Swizzle& r, std::int64_t n, bool up) {
  for (int bit = 0; bit < 31; ++bit) {
    const std::int64_t x = std::int64_t{1} << bit;
    const std::int64_t got = up ? swizzled(r, x) : swizzled(r, x * n);
    const std::int64_t should = up ? swizzled(s, x * n) / n : swizzled(s, x) * n;
    if (got != should)
      return violated_at(context, x, IntTuple(dynamic_int(0)), say("{}", got), say("{}", should), Cause::swizzle_bits);
  }
  // Inside a word: n*R(x/n) + x%n is S(x).
  for (int bit = 0; up && bit < 31; ++bit) {
    const std::int64_t x = std::int64_t{1} << bit;
    const std::int64_t got = n * swizzled(r, x / n) + x % n;
    if (got != swizzled(s, x))
      return violated_at({order_law, context.most}, x, IntTuple(dynamic_int(0)), say("{}", got),
                         say("{}", swizzled(s, x)), Cause::word_order);
  }
  Verdict out = satisfied(context, 62);
  out.checked = say("all bits; a swizzle is linear over them");
  return out;
}

// Both sides of a cast as leaves, mode by mode.
struct Sides {
  Operand a;
  Operand r;
  Leaves in_a;
  Leaves in_r;
};

// The verdict if the sides do not exist: on a swizzle, or on a value that is not a layout of integers.
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
  if (!congruent(a->domain->shape, r->domain->shape).value)
    return violated(context, say("the nesting has changed"), Cause::other);
  out = {std::move(*a), std::move(*r), {}, {}};
  append_leaves(out.in_a, *out.a.domain);
  append_leaves(out.in_r, *out.r.domain);
  return std::nullopt;
}

bool adds_negative(const Operand& a) {
  return std::any_of(a.steps.begin(), a.steps.end(),
                     [](const Step& step) { return step.kind == Step::Kind::add && step.value < 0; });
}

// Coordinates of a mode of stride d that share a wide element: r of the law.
std::int64_t coordinates_in_word(std::int64_t stride, std::int64_t n) {
  const std::int64_t step = magnitude(stride);
  return step != 0 && step < n && n % step == 0 ? n / step : 1;
}

// The elements of each word in their order: n*R(c/r) + k = A(c).
Verdict check_order(const Sides& sides, const Term& wide, const Term& of_a, std::int64_t n, std::int64_t most) {
  Term words = wide;
  words.steps.push_back({Step::Kind::multiply, n, {}, {}});
  Term places;       // d*c in the modes that share words
  Term words_first;  // and without what c has in whole words
  Term word_of;      // the 1-D coordinate of R
  std::int64_t wide_before = 1;
  for (std::size_t i = 0; i < sides.in_a.size(); ++i) {
    const Leaf& leaf = sides.in_a[i];
    const std::int64_t held = coordinates_in_word(leaf.stride, n);
    const std::int64_t stride = held > 1 ? leaf.stride : 0;
    places.index.push_back({leaf.extent, stride});
    words_first.index.push_back({leaf.extent, -stride * held, held});
    word_of.index.push_back({leaf.extent, wide_before, held});
    wide_before *= sides.in_r[i].extent;
  }
  const Sum got = {words, places, words_first};
  const Sum should = {of_a};
  const std::int64_t size = count(sides.in_a);
  constexpr std::int64_t most_counted = 1 << 16;
  return judge({order_law, most}, {{{}, got, should}}, size, sides.a.domain->shape, [&]() -> Explained {
    if (size > most_counted || wide_before > most_counted) return {Cause::word_order, {}};
    std::vector<bool> moved(static_cast<std::size_t>(wide_before));
    for (std::int64_t c = 0; c < size; ++c) {
      if (value_at(got, c) != value_at(should, c)) moved[static_cast<std::size_t>(value_at({word_of}, c))] = true;
    }
    return {Cause::word_order, say("in {} of {} {word|words} the elements are in another order",
                                   std::count(moved.begin(), moved.end(), true), wide_before)};
  });
}

// n elements become one. A mode whose stride divides n keeps every (n/stride)-th of its coordinates; then R is A/n.
// `shift`: elements of A from its own pointer to that of R.
Verdict check_up(const Context& context, const Value& value, const Value& result, std::int64_t n,
                 std::int64_t shift = 0) {
  Sides sides;
  if (auto decided = read_sides(sides, context, value, result, n, true)) return std::move(*decided);
  const Operand& a = sides.a;
  const Operand& r = sides.r;
  const Leaves& in_a = sides.in_a;
  const Leaves& in_r = sides.in_r;
  const std::int64_t size = count(in_a);
  if (size < 0 || count(in_r) < 0) return not_checked(context, say("the size of A does not fit 64 bits"));
  LinearModes wide;  // R at the wide coordinate that contains c
  const LayoutRef strides = *a.domain;
  std::size_t leaf = 0;
  bool dynamic = false;
  Misfit misfit;            // the first mode of R whose extent differs from that of the law
  std::int64_t before = 1;  // coordinates of the modes before it: in A, and in R
  std::int64_t wide_before = 1;
  Explained why;
  for (std::uint32_t i = 0; i < strides.shape.node_count(); ++i) {
    if (strides.shape.nodes()[i].kind == NodeKind::tuple) continue;
    const Leaf& from = in_a[leaf];
    const std::int64_t held = coordinates_in_word(from.stride, n);
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
  Term of_a = {part(in_a, {}), a.steps};
  if (shift != 0) of_a.steps.push_back({Step::Kind::add, -shift, {}, {}});
  Term should = of_a;
  should.steps.push_back({Step::Kind::divide, n, {}, {}});
  const auto explain = [&]() -> Explained {
    if (adds_negative(a)) return {Cause::negative_offset, {}};
    if (any_negative(part(in_a, {}))) return {Cause::negative_stride, {}};
    if (dynamic) return {Cause::truncated_stride, {}};
    if (a.steps.empty()) return {Cause::fractions_carry, {}};
    return {has_swizzle_step(a) ? Cause::swizzle_bits : Cause::layout_in_chain, {}};
  };
  Verdict out = judge(context, {{{}, {{wide, r.steps}}, {should}}}, size, a.domain->shape, explain);
  if (misfit.note.empty()) {
    // Strides of plain layouts keep the order.
    const bool may_move = out.status == LawStatus::satisfied && !a.steps.empty();
    if (!may_move) return out;
    Verdict order = check_order(sides, {wide, r.steps}, of_a, n, context.most);
    return order.status == LawStatus::violated ? order : out;
  }
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

// One element becomes n, which are adjacent in the mode of stride 1.
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
  // The digits of R: in the widened mode, first the n parts of an element, then the element.
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
    if (adds_negative(a)) return {Cause::negative_offset, {}};
    if (any_negative(part(in_a, {}))) return {Cause::negative_stride, {}};
    if (units > 1) return {Cause::several_units, {}};
    if (a.steps.empty()) return {Cause::other, {}};
    return {has_swizzle_step(a) ? Cause::swizzle_bits : Cause::layout_in_chain, {}};
  };
  return judge(context, {{{}, {{got, r.steps}}, {whole, {parts, {}}}}}, size, r.domain->shape, explain);
}

// A tensor in memory as a layout, and the bit of memory that its offset 0 is: of the address, or of the place where an
// unknown pointer leads to. A swizzle of addresses is one of elements then.
struct Placed {
  Value layout;
  std::int64_t origin = 0;
};

std::optional<Placed> placed(const Tensor& tensor) {
  const Pointer& p = tensor.data.pointer;
  if (tensor.data.kind != Iterator::Kind::pointer || p.bits == 0 || p.space == MemorySpace::tmem) return std::nullopt;
  const auto first = static_cast<std::int64_t>(p.known ? p.address * 8 : 0);
  if (!p.swizzled) return Placed{to_value(tensor.layout), first + tensor.data.position.integer().value * p.bits};
  Arith arith;
  Placed out = {to_value(offset_layout(arith, tensor)), first - swizzle_phase(tensor) * p.bits};
  return arith.failed() ? std::nullopt : std::optional(std::move(out));
}

Message address_text(const Pointer& pointer, std::int64_t origin) {
  if (!pointer.known) return say("{} {byte|bytes} from the pointer", origin / 8);
  return say("{}", hex_address(static_cast<std::uint64_t>(origin) / 8));
}

// A cast of a tensor: the words lie where the pointer of R leads to.
Verdict check_tensor(const Tensor& a, const Tensor& r, std::int64_t n, bool up, std::int64_t most) {
  const Context context = {up ? tensor_law : down_law, most};
  const auto from = placed(a);
  const auto to = placed(r);
  const int bits = a.data.pointer.bits;
  if (!from || !to || (to->origin - from->origin) % bits != 0) return not_checked(context, no_integers);
  const std::int64_t shift = (to->origin - from->origin) / bits;
  if (!up) {
    if (shift == 0) return check_down(context, from->layout, to->layout, n);
    return not_checked(context, say("the pointer has moved"));
  }
  Verdict out = check_up(context, from->layout, to->layout, n, shift);
  if (out.status != LawStatus::violated) return out;
  // A word of negative strides begins at the last of its elements.
  std::int64_t begin = 0;
  Leaves leaves;
  append_leaves(leaves, domain_layout(a.layout));
  for (const Leaf& leaf : leaves) {
    const std::int64_t held = std::min(coordinates_in_word(leaf.stride, n), leaf.extent);
    if (leaf.stride < 0) begin += (held - 1) * leaf.stride;
  }
  if (begin == shift || check_up(context, from->layout, to->layout, n, begin).status != LawStatus::satisfied)
    return out;
  const std::int64_t right = from->origin + begin * bits;
  return violated_at(
      context, 0, domain_layout(a.layout).shape, address_text(r.data.pointer, to->origin),
      address_text(r.data.pointer, right), Cause::pointer_shift,
      say("the pointer moves by {} {byte|bytes}, the first word begins at {}", shift * bits / 8, begin * bits / 8));
}

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
  // recast<NEW>(T): the tensor gives the old width.
  const std::int64_t from =
      operation.template_args.size() > 1 ? operation.template_args[1] : a.as<Tensor>()->data.pointer.bits;
  const std::int64_t common = std::gcd(to, from);
  const std::int64_t up = to / common;
  const std::int64_t down = from / common;
  const auto* tensor = a.as<Tensor>();
  const auto* recast = result.as<Tensor>();
  if (tensor != nullptr && recast != nullptr && (down == 1 || up == 1))
    return check_tensor(*tensor, *recast, down == 1 ? up : down, down == 1, most);
  if (down == 1) return check_up({up_law, most}, a, result, up);
  if (up == 1) return check_down({down_law, most}, a, result, down);
  // Both apply: checks the step to the wider elements and the step from them, each by its own law.
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
