// Coalesce and filter, pair by pair from the right.
#include "core/algebra/flat.h"
#include "core/base/text.h"
#include "core/explain/derivation_builder.h"

namespace stridescope {
namespace {

struct Judged {
  Rule rule;
  Message why;
};

// The reason why the two modes merge or stay separate.
Judged judge(DerivationBuilder& builder, const Int& s0, const Int& d0, const Int& s1, const Int& d1, bool merged) {
  const auto one_element = [&](const Int& s, const Int& d) {
    return Judged{Rule::drop_one, say("the mode {} has one element", builder.text(one_mode(s, d)))};
  };
  if (s0.is_constant(1)) return one_element(s0, d0);
  if (s1.is_constant(1)) return one_element(s1, d1);
  Arith arith;
  const Int end = arith.mul(s0, d0);
  const std::string product =
      arith.failed() ? std::string() : cat(s0.value, " x ", builder.text(d0), " = ", builder.text(end));
  if (merged) {
    return {Rule::merge,
            say("{} is the next stride: one mode of {} x {} {element|elements}", product, s0.value, s1.value)};
  }
  if (!end.is_static || !d1.is_static) {
    return {Rule::keep_apart, say("{} and {} are not both known at compile time", product, builder.text(d1))};
  }
  if (end == d1) return {Rule::keep_apart, say("the extent {} is dynamic: it might be 1", s1.value)};
  return {Rule::keep_apart, say("{} is not the next stride {}", product, builder.text(d1))};
}

}  // namespace

void explain_coalesce(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!op.args[0].is<Layout>()) return;
  const Layout& a = *op.args[0].as<Layout>();
  if (op.args.size() == 2 && tiler_modes(op.args[1]) >= 0) {
    Values parts;
    for (int i = 0; i < a.rank(); ++i) {
      if (i >= max_steps_of_a_kind) {
        step.cut = true;
        step.steps.clear();
        return;
      }
      const bool reached = i < tiler_modes(op.args[1]);
      parts.push_back(reached ? builder.derive(step, "coalesce", {mode_of(a, i), tiler_mode(op.args[1], i)})
                              : Value(mode_of(a, i)));
    }
    step.why = say("at the leaves of the profile");
    builder.concatenate(step, parts);
    return;
  }
  const FlatLayout flat = leaves(a);
  const std::uint32_t n = flat.rank();
  if (n < 2) {
    step.why = n == 1 ? say("one mode: nothing to merge") : say("no mode: one element");
    return;
  }
  if (n > max_steps_of_a_kind) {
    step.cut = true;
    return;
  }
  if (a.depth() > 1) builder.call(step, Rule::flatten, "flatten", {a});
  Layout rest = one_mode(flat.shape[n - 1], flat.stride[n - 1]);
  Layout whole = rest;
  bool changed = false;
  const bool single_pair = n == 2 && a.depth() <= 1;
  for (std::uint32_t i = n - 1; i-- > 0 && !builder.failed();) {
    const Int s0 = flat.shape[i];
    const Int d0 = flat.stride[i];
    const Int s1 = rest.shape.integer();
    const Int d1 = rest.stride.integer();
    LayoutBuilder pair(builder.arith());
    pair.open();
    pair.mode(s0, d0);
    pair.mode(s1, d1);
    pair.close();
    const Layout both = pair.take();
    const Layout joined = builder.layout(builder.silent("coalesce", {both}));
    const bool merged = !joined.shape.is_tuple();
    const Judged judged = judge(builder, s0, d0, s1, d1, merged);
    if (single_pair) {
      step.why = judged.why;
      return;
    }
    builder.call(step, judged.rule, "coalesce", {both}, judged.why);
    changed = changed || merged;
    // Only the first mode can merge with the next one; the modes after it stay.
    LayoutBuilder out(builder.arith());
    out.open();
    out.copy_modes(joined);
    for (int k = 1; k < whole.rank(); ++k) out.copy(LayoutRef(whole)[k]);
    out.close();
    whole = out.take();
    rest = {IntTuple(whole.shape[0]), IntTuple(whole.stride[0])};
  }
  if (changed && whole.rank() == 1) return;  // the last merge is the result
  if (builder.text(whole) == builder.text(op.value) && step.steps.size() == 1) return;
  Values parts;
  for (int k = 0; k < whole.rank(); ++k) parts.push_back(mode_of(whole, k));
  if (whole.rank() > 1) builder.concatenate(step, parts);
}

void explain_filter(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 1 || !op.args[0].is<Layout>()) return;
  const Value& a = op.args[0];
  const Value filled = builder.silent("filter_zeros", {a});
  if (filled == a) {
    explain_coalesce(builder, step, {"coalesce", op.roles, op.template_args, op.args, op.value});
    return;
  }
  builder.call(step, Rule::filter, "filter_zeros", {a}, say("modes of stride 0 get extent 1"));
  builder.derive(step, "coalesce", {filled});
}

}  // namespace stridescope
