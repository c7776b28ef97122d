// Inverses, common parts of two layouts, and casts to other element widths.
#include <utility>

#include "core/algebra/flat.h"
#include "core/base/text.h"
#include "core/explain/derivation_builder.h"

namespace stridescope {
namespace {

struct Mode {
  Int shape;
  Int stride;
  Int domain_stride;
};
using Modes = InlineVector<Mode, 16>;

// A's modes sorted by stride, with the strides of the domain, and the steps of the sort. Uses CuTe's exchange sort,
// whose order is visible for equal strides.
Modes sorted_modes(DerivationBuilder& builder, Step& step, const Value& a, bool only_static) {
  Modes modes;
  Value flat = builder.silent("coalesce", {a});
  if (!(flat == a)) flat = builder.derive(step, "coalesce", {a});
  const Layout coalesced = builder.layout(flat);
  const Value strides = builder.call(step, Rule::domain_strides, "compact_col_major", {coalesced.shape},
                                     coalesced.rank() == 1 ? Message() : say("the strides of its 1-D coordinates"));
  const FlatLayout all = leaves(coalesced);
  Int prefix = static_int(1);
  for (std::uint32_t i = 0; i < all.rank(); ++i) {
    if (all.stride[i].is_static || !only_static) modes.push_back({all.shape[i], all.stride[i], prefix});
    prefix = builder.arith().mul(prefix, all.shape[i]);
  }
  for (std::uint32_t i = 0; i < modes.size(); ++i) {
    for (std::uint32_t j = i + 1; j < modes.size(); ++j) {
      if (modes[j].stride.value < modes[i].stride.value) std::swap(modes[i], modes[j]);
    }
  }
  return modes;
}

bool invertible(Step& step, const Operation& op) {
  const auto* a = op.args[0].as<Layout>();
  if (a == nullptr) {
    if (op.args[0].is<Swizzle>()) step.why = say("a swizzle is its own inverse");
    return false;
  }
  if (a->stride.ref().has_basis()) {
    step.why = say("the inverse has a part for each coordinate, made of the modes that move along it");
    return false;
  }
  if (leaves(*a).rank() <= static_cast<std::uint32_t>(max_steps_of_a_kind)) return true;
  step.cut = true;
  return false;
}

}  // namespace

void explain_right_inverse(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!invertible(step, op)) return;
  const Modes modes = sorted_modes(builder, step, op.args[0], true);
  FlatLayout found;
  found.mode(static_int(1), static_int(0));
  Int reached = static_int(1);
  for (const Mode& mode : modes) {
    if (!reached.is_constant(mode.stride.value)) continue;
    found.mode(mode.shape, mode.domain_stride);
    const Int next = builder.arith().mul(mode.shape, mode.stride);
    builder.call(
        step, Rule::next_mode, "mul", {mode.shape, mode.stride},
        say("the mode of stride {} is {}: the inverse gets {}", mode.stride.value,
            builder.text(one_mode(mode.shape, mode.stride)), builder.text(one_mode(mode.shape, mode.domain_stride))));
    reached = next;
  }
  if (found.rank() == 1) {
    step.why = say("no mode has a static stride 1: only the offset 0 is inverted");
  } else if (reached.is_static) {
    step.why = say("the offsets from 0 to {} are reached without a gap", reached.value - 1);
  }
  const Layout gathered = to_layout(builder.arith(), found);
  if (builder.arith().ok()) builder.derive(step, "coalesce", {gathered});
}

void explain_left_inverse(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!invertible(step, op)) return;
  const Modes modes = sorted_modes(builder, step, op.args[0], false);
  if (modes.empty()) return;
  FlatLayout shapes;
  FlatLayout strides;
  strides.mode(static_int(0), static_int(0));
  Int covered = static_int(1);
  for (const Mode& mode : modes) {
    if (mode.stride.is_constant(0)) continue;
    const Int ratio = builder.arith().div(mode.stride, covered);
    builder.call(step, Rule::stride_ratio, "div", {mode.stride, covered},
                 say("the mode {}, at stride {} of the domain", builder.text(one_mode(mode.shape, mode.stride)),
                     mode.domain_stride.value));
    shapes.mode(ratio, ratio);
    strides.mode(mode.domain_stride, mode.domain_stride);
    covered = builder.arith().mul(covered, ratio);
  }
  shapes.mode(modes.back().shape, modes.back().shape);
  FlatLayout found;
  for (std::uint32_t i = 0; i < shapes.rank(); ++i) found.mode(shapes.shape[i], strides.shape[i]);
  const Layout gathered = to_layout(builder.arith(), found);
  if (builder.arith().ok()) builder.derive(step, "coalesce", {gathered});
}

void explain_max_common_layout(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!op.args[0].is<Layout>() || !op.args[1].is<Layout>()) return;
  const Value inverse = builder.derive(step, "right_inverse", {op.args[1]});
  const Value both = builder.derive(step, "composition", {op.args[0], inverse});
  const Layout common = builder.layout(builder.derive(step, "coalesce", {both}));
  if (builder.failed()) return;
  const Layout first = common.shape.is_tuple() && common.rank() > 0 ? mode_of(common, 0) : common;
  if (first.stride.ref().is_constant(1) && first.shape.ref().is_static()) {
    builder.derive(step, "composition", {inverse, first}, say("the part of the inverse that is the identity"));
  } else {
    builder.call(step, Rule::layout, "make_layout", {static_int(1), static_int(0)},
                 say("it does not start as a static identity: one element is common"));
  }
}

void explain_max_common_vector(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!op.args[0].is<Layout>() || !op.args[1].is<Layout>()) return;
  const Value common = builder.derive(step, "max_common_layout", op.args);
  builder.call(step, Rule::function, "size", {common});
}

namespace {

Message cast_reason(const Int& s, const Int& d, std::int64_t n, bool up) {
  if (!d.is_plain()) return {};
  if (!up) {
    if (d.is_constant(1) || d.is_constant(-1)) return say("contiguous: each of the {} becomes {}", s.value, n);
    return say("the stride is {} x {}", d.value, n);
  }
  if (d.is_constant(0)) return say("a stride of 0 stays");
  if (!d.is_static) return say("a dynamic stride is divided by {} without a check of the remainder", n);
  if (d.value % n == 0) return say("{} divides the stride {}", n, d.value);
  return say("the stride {} divides {}: {} {element becomes|elements become} one", d.value, n,
             n / (d.value < 0 ? -d.value : d.value));
}

}  // namespace

void explain_cast(DerivationBuilder& builder, Step& step, const Operation& op) {
  const bool up = op.roles.derivation == roles::Derivation::upcast;
  const std::int64_t n = op.template_args.empty() ? 1 : op.template_args[0];
  if (const auto* composed = op.args[0].as<ComposedLayout>()) {
    // Each function of the chain alone.
    const auto cast = [&](const StageFunction& function) {
      if (const auto* swizzle = std::get_if<Swizzle>(&function)) {
        builder.call(step, Rule::function, op.function, {*swizzle}, {}, op.template_args);
      } else {
        builder.derive(step, op.function, {std::get<Layout>(function)}, {}, op.template_args);
      }
    };
    if (composed->outer.size() >= max_steps_of_a_kind) {
      step.cut = true;
      return;
    }
    for (const auto& stage : composed->outer) cast(stage.function);
    cast(composed->a);
    builder.derive(step, op.function, {composed->b}, {}, op.template_args);
    return;
  }
  const auto* a = op.args[0].as<Layout>();
  if (a == nullptr) return;
  if (!a->shape.is_tuple()) {
    step.why = cast_reason(a->shape.integer(), a->stride.integer(), n, up);
    return;
  }
  if (a->rank() > max_steps_of_a_kind) {
    step.cut = true;
    return;
  }
  Values parts;
  for (int i = 0; i < a->rank(); ++i) {
    const Layout mode = mode_of(*a, i);
    if (up) {
      parts.push_back(builder.derive(step, op.function, {mode}, {}, op.template_args));
      continue;
    }
    // A mode alone may have no stride 1 to widen: then shows its strides instead.
    const Layout changed = {IntTuple(builder.layout(op.value).shape[i]), IntTuple(builder.layout(op.value).stride[i])};
    if (mode.shape.is_tuple()) {
      parts.push_back(changed);
    } else if (mode.stride.ref().is_constant(1)) {
      parts.push_back(builder.derive(step, op.function, {mode}, {}, op.template_args));
    } else {
      builder.call(step, Rule::downcast, "mul", {mode.stride, static_int(n)},
                   say("mode {}, {}: {}", i, builder.text(mode),
                       cast_reason(mode.shape.integer(), mode.stride.integer(), n, up)));
      parts.push_back(changed);
    }
  }
  builder.concatenate(step, parts);
}

void explain_recast(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.template_args.size() != 2 || op.template_args[0] < 1 || op.template_args[1] < 1) return;
  Arith& arith = builder.arith();
  const Int common = arith.gcd(static_int(op.template_args[0]), static_int(op.template_args[1]));
  const std::int64_t up = op.template_args[0] / common.value;
  const std::int64_t down = op.template_args[1] / common.value;
  Value value = op.args[0];
  step.why = say("from {} to {} {bit|bits}", op.template_args[1], op.template_args[0]);
  if (up != 1) value = builder.derive(step, "upcast", {value}, {}, {up});
  if (down != 1) builder.derive(step, "downcast", {value}, {}, {down});
}

}  // namespace stridescope
