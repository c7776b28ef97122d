// Coordinates and compact layouts: the origin of an offset and of a stride.
#include <algorithm>
#include <optional>

#include "core/algebra/flat.h"
#include "core/base/text.h"
#include "core/explain/derivation_builder.h"

namespace stridescope {
namespace {

constexpr std::uint32_t max_terms = 12;

// "1 x 3 + 2 x 12 = 27"
std::string products(DerivationBuilder& builder, TupleRef a, TupleRef b, const Value& sum) {
  const FlatLayout terms = leaves({a, b});
  if (terms.rank() > max_terms || terms.rank() == 0) return {};
  std::string out;
  for (std::uint32_t i = 0; i < terms.rank(); ++i) {
    append_all(out, i == 0 ? "" : " + ", terms.shape[i].value, " x ", builder.text(terms.stride[i]));
  }
  append_all(out, " = ", builder.text(sum));
  return out;
}

// "7 = 1 + 3 x 2; 2 = ..." : the remainders of an index along the extents.
Message remainders(const Int& index, TupleRef shape) {
  const FlatLayout extents = leaves({shape, shape});
  if (extents.rank() < 2 || extents.rank() > max_terms || index.value < 0) return {};
  std::string out;
  std::int64_t rest = index.value;
  for (std::uint32_t i = 0; i + 1 < extents.rank(); ++i) {
    const std::int64_t extent = extents.shape[i].value;
    if (extent < 1) return {};
    append_all(out, i == 0 ? "" : ", ", rest, " % ", extent, " = ", rest % extent);
    rest /= extent;
  }
  return say("{}, {} left", out, rest);
}

void explain_offset(DerivationBuilder& builder, Step& step, const Layout& a, const Value& coordinate,
                    const Value& value) {
  if (builder.tuple(coordinate).has_any()) {
    step.why = say("`_` keeps a mode, an integer fixes it");
    return;
  }
  Value natural = coordinate;
  const bool is_natural = congruent(builder.tuple(coordinate), a.shape).value;
  if (!is_natural) natural = builder.derive(step, "idx2crd", {coordinate, a.shape});
  if (builder.failed() || !congruent(builder.tuple(natural), a.shape).value) return;
  const FlatLayout extents = leaves({builder.tuple(natural), a.shape});
  for (std::uint32_t i = 0; i < extents.rank(); ++i) {
    const std::int64_t at = extents.shape[i].value;
    const std::int64_t extent = extents.stride[i].value;
    if (extent <= 0 || (at >= 0 && at < extent)) continue;
    step.why = say("the coordinate {} is outside {}: {} with an extent of {}; the offset belongs to no element",
                   builder.text(natural), builder.text(a.shape), at, extent);
    break;
  }
  builder.call(step, Rule::inner_product, "inner_product", {natural, a.stride},
               Message::verbatim(products(builder, builder.tuple(natural), a.stride, value)));
}

// "0b1101": as many digits as the longer of the two compared numbers.
std::string binary(std::int64_t number, std::int64_t other) {
  std::string out = "0b";
  int bit = 62;
  while (bit > 0 && ((number | other) >> bit) == 0) --bit;
  for (; bit >= 0; --bit) out.push_back(((number >> bit) & 1) != 0 ? '1' : '0');
  return out;
}

// One bit after the other, from the lowest one up: no bit that is read is also changed.
void explain_swizzle(DerivationBuilder& builder, Step& step, const Swizzle& swizzle, const Int& offset) {
  if (offset.value < 0 || offset.value >> 61 != 0) return;
  Value value = offset;
  for (int i = 0; i < swizzle.bits && value.integer() != nullptr; ++i) {
    const Swizzle one = {1, swizzle.base + i, swizzle.shift};
    const std::int64_t before = value.integer()->value;
    Arith arith;
    const std::int64_t after = apply(arith, one, *value.integer()).value;
    const int target = swizzle.base + i - std::min(swizzle.shift, 0);
    const int source = swizzle.base + i + std::max(swizzle.shift, 0);
    const std::string bits = binary(before, after);
    Message why = before == after
                      ? say("bit {} of {} is 0: bit {} stays", source, bits, target)
                      : say("bit {} of {} is 1: bit {} flips, {}", source, bits, target, binary(after, before));
    value = builder.call(step, Rule::swizzle_bit, "apply", {one, value}, std::move(why));
  }
}

// One function of a composed layout, of the offset that the functions to its right give. Empty if what it adds is not
// an integer.
std::optional<Value> explain_stage(DerivationBuilder& builder, Step& step, const ComposedLayout::Stage& stage,
                                   Value offset) {
  static constexpr Int nothing = static_int(0);  // a pointer that is not set adds nothing
  const bool unset = std::holds_alternative<UnsetPointer>(stage.offset);
  const Int* shift = unset ? &nothing : std::get_if<Int>(&stage.offset);
  if (shift == nullptr) return std::nullopt;
  if (!shift->is_constant(0))
    offset = builder.call(step, Rule::function, "add", {*shift, offset}, say("the offset between two functions"));
  const auto* swizzle = std::get_if<Swizzle>(&stage.function);
  if (swizzle == nullptr) return builder.derive(step, "apply", {std::get<Layout>(stage.function), offset});
  const Int* number = offset.integer();
  if (number == nullptr) return builder.call(step, Rule::swizzle, "apply", {*swizzle, offset});
  const Int place = *number;
  return builder.with_steps(step, Rule::swizzle, "apply", {*swizzle, offset},
                            [&](Step& own, const Value&) { explain_swizzle(builder, own, *swizzle, place); });
}

}  // namespace

void explain_apply(DerivationBuilder& builder, Step& step, const Operation& op) {
  Value coordinate = op.args.size() > 2
                         ? Value(builder.silent("make_coord", Values(op.args.begin() + 1, op.args.end())))
                     : op.args.size() == 2 ? op.args[1]
                                           : Value(static_int(0));
  if (!coordinate.is<IntTuple>()) return;
  if (const auto* layout = op.args[0].as<Layout>()) {
    explain_offset(builder, step, *layout, coordinate, op.value);
    return;
  }
  if (const auto* swizzle = op.args[0].as<Swizzle>(); swizzle != nullptr && coordinate.integer() != nullptr)
    return explain_swizzle(builder, step, *swizzle, *coordinate.integer());
  const auto* composed = op.args[0].as<ComposedLayout>();
  if (composed == nullptr || builder.tuple(coordinate).has_any()) return;
  std::vector<ComposedLayout::Stage> stages = composed->outer;
  stages.push_back({composed->a, composed->offset});
  if (stages.size() > max_steps_of_a_kind) {
    step.cut = true;
    return;
  }
  Value offset = builder.derive(step, "apply", {composed->b, coordinate});
  for (std::size_t i = stages.size(); i-- > 0;) {
    const auto next = explain_stage(builder, step, stages[i], offset);
    if (!next) {
      step.cut = true;
      step.steps.clear();
      return;
    }
    offset = *next;
  }
}

void explain_idx2crd(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2 || op.args[0].integer() == nullptr || !op.args[1].is<IntTuple>()) return;
  step.why = remainders(*op.args[0].integer(), builder.tuple(op.args[1]));
}

void explain_make_layout(DerivationBuilder& builder, Step& step, const Operation& op) {
  const bool ordered = op.roles.derivation == roles::Derivation::ordered_layout;
  if (!op.args[0].is<IntTuple>() || (op.args.size() == 2 && !ordered && op.args[1].is<IntTuple>())) {
    step.why =
        op.args[0].is<Layout>() ? say("each layout becomes a mode of one layout") : say("shape and stride as given");
    return;
  }
  const auto* major = op.args.size() == 2 ? op.args[1].as<Major>() : nullptr;
  const bool right = major != nullptr && *major == Major::right;
  Value strides;
  if (ordered)
    strides = builder.call(step, Rule::compact, "compact_order", op.args, say("in the given order"));
  else
    strides = builder.call(step, Rule::compact, right ? "compact_row_major" : "compact_col_major", {op.args[0]},
                           right ? say("the last mode first") : say("the first mode first"));
  builder.call(step, Rule::layout, "make_layout", {op.args[0], strides});
}

void explain_cosize(DerivationBuilder& builder, Step& step, const Operation& op) {
  const auto* a = op.args[0].as<Layout>();
  if (a == nullptr || !op.template_args.empty() || op.value.integer() == nullptr) return;
  const FlatLayout modes = leaves(*a);
  if (modes.rank() > max_terms) return;
  std::string sum = "1";
  for (std::uint32_t i = 0; i < modes.rank(); ++i) {
    const std::int64_t d = modes.stride[i].value;
    append_all(sum, " + ", modes.shape[i].value - 1, " x ", d < 0 ? -d : d);
  }
  step.why = say("the largest offset plus one: {} = {}", sum, builder.text(op.value));
}

}  // namespace stridescope
