// Composition: by mode, by the modes of B, and for one mode of B along the modes of A.
#include "core/base/text.h"
#include "core/explain/derivation_builder.h"

namespace stridescope {
namespace {

// The extents that remain, without those of size 1.
InlineVector<Int, 16> nontrivial(TupleRef shape) {
  InlineVector<Int, 16> out;
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    const Node& node = shape.nodes()[i];
    if (node.kind == NodeKind::integer && node.integer.value != 1) out.push_back(node.integer);
  }
  return out;
}

bool same_values(const InlineVector<Int, 16>& a, const InlineVector<Int, 16>& b) {
  if (a.size() != b.size()) return false;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    if (a[i].value != b[i].value) return false;
  }
  return true;
}

// (6,2) / 3 = (2,2) and (2,2) % 4 = (2,2): the calculation by hand. Only if the last mode does not exceed its extent,
// which the shape arithmetic of the tutorial does not cover.
void by_shape_arithmetic(DerivationBuilder& builder, Step& step, const Layout& lhs, const Int& s, const Int& d,
                         TupleRef result) {
  if (d.value < 1) return;
  Arith arith;
  const IntTuple divided = shape_div(arith, lhs.shape, IntTuple(d));
  if (arith.failed()) return;
  const IntTuple kept = shape_mod(arith, divided, s);
  if (arith.failed() || !same_values(nontrivial(kept), nontrivial(result))) return;
  if (d.value != 1) builder.call(step, Rule::divide_out, "shape_div", {lhs.shape, IntTuple(d)});
  builder.call(step, Rule::mod_out, "%", {divided, s});
}

// lhs o s:d = value, along the modes of lhs, which is flat, coalesced and of rank > 1.
void along_modes(DerivationBuilder& builder, Step& step, const Layout& lhs, Int s, Int d, const Value& value) {
  by_shape_arithmetic(builder, step, lhs, s, d, builder.layout(value).shape);
  Arith& arith = builder.arith();
  Values taken;
  const int last = lhs.rank() - 1;
  for (int i = 0; i < last && !builder.failed() && arith.ok(); ++i) {
    if (i >= max_steps_of_a_kind) {
      step.cut = true;
      step.steps.clear();
      return;
    }
    const Int extent = lhs.shape[i].integer();
    const Layout mode = mode_of(lhs, i);
    const Message where = say("mode {} of A, {}", i, builder.text(mode));
    const Int wanted = arith.abs(d);
    const Int available = arith.ceil_div(extent, wanted);
    const Int sign = arith.signum(d);
    const Int next = arith.mul(arith.ceil_div(wanted, extent), sign);
    if (available.is_constant(1) || s.is_constant(1)) {
      builder.call(step, Rule::step_over, "ceil_div", {wanted, extent},
                   say("{}: a stride of {} steps over its {} {element|elements}", where, d.value, extent.value));
    } else {
      const Int held = arith.min(available, s);
      const Int left = arith.div(s, held);
      Message why = wanted.value == 1 ? say("{}: min({}, {}) = {}", where, available.value, s.value, held.value)
                                      : say("{}: ceil({}/{}) = {}; min({}, {}) = {}", where, extent.value, wanted.value,
                                            available.value, available.value, s.value, held.value);
      if (left.value != 1) {
        why = say("{}; the extent {} = {}/{} is left, at stride {} of the next mode", why, left.value, s.value,
                  held.value, next.value);
      }
      taken.push_back(builder.call(step, Rule::take, "composition", {mode, one_mode(held, d)}, std::move(why)));
      s = left;
    }
    d = next;
    if (s.is_constant(1) && !taken.empty()) break;
  }
  if (taken.empty() || !s.is_constant(1)) {
    taken.push_back(builder.call(
        step, Rule::take, "composition", {mode_of(lhs, last), one_mode(s, d)},
        taken.empty() ? say("the last mode of A, {}, is unbounded: it gives {} {element|elements}",
                            builder.text(mode_of(lhs, last)), s.value)
                      : say("the last mode of A, {}, is unbounded: it gives the remaining {} {element|elements}",
                            builder.text(mode_of(lhs, last)), s.value)));
  }
  if (taken.size() > 1) builder.concatenate(step, taken);
}

// lhs: A as displayed; flat: A coalesced, with an unbounded last mode.
void compose_layout(DerivationBuilder& builder, Step& step, const Layout& lhs, const Layout& flat, const Layout& b,
                    const Value& value);

Rule rule_of(const Layout& flat, const Layout& b) {
  if (b.shape.is_tuple()) return Rule::distribute;
  if (b.stride.ref().is_constant(0)) return Rule::compose_zero;
  return flat.rank() == 1 ? Rule::compose_integral : Rule::compose_mode;
}

void compose_one(DerivationBuilder& builder, Step& step, const Layout& flat, const Layout& b, const Value& value) {
  const Int s = b.shape.integer();
  const Int d = b.stride.integer();
  if (d.is_constant(0)) {
    step.why = say("stride 0: every coordinate is the same element");
  } else if (flat.rank() == 1) {
    const Int t = flat.stride.is_tuple() ? flat.stride[0].integer() : flat.stride.integer();
    step.why = say("one mode: the strides multiply, {} x {} = {}", d.value, builder.text(t),
                   builder.text(builder.arith().mul(d, t)));
  } else {
    along_modes(builder, step, flat, s, d, value);
  }
}

void compose_layout(DerivationBuilder& builder, Step& step, const Layout& lhs, const Layout& flat, const Layout& b,
                    const Value& value) {
  if (!b.shape.is_tuple()) {
    compose_one(builder, step, flat, b, value);
    return;
  }
  if (b.rank() > max_steps_of_a_kind) {
    step.cut = true;
    return;
  }
  Values parts;
  for (int i = 0; i < b.rank(); ++i) {
    const Layout mode = mode_of(b, i);
    parts.push_back(builder.with_steps(
        step, rule_of(flat, mode), "composition", {lhs, mode},
        [&](Step& child, const Value& part) { compose_layout(builder, child, lhs, flat, mode, part); }));
  }
  builder.concatenate(step, parts);
}

void compose_layouts(DerivationBuilder& builder, Step& step, const Layout& a, const Layout& b, const Value& value) {
  if (b.stride.ref().has_basis()) {
    // Each basis stride names the mode of A to step through.
    if (b.shape.is_tuple() && b.rank() <= max_steps_of_a_kind) {
      Values parts;
      for (int i = 0; i < b.rank(); ++i)
        parts.push_back(builder.call(step, Rule::distribute, "composition", {a, mode_of(b, i)}));
      builder.concatenate(step, parts);
    } else if (!b.shape.is_tuple()) {
      step.why = say("a basis stride selects the mode of A in which it steps");
    }
    return;
  }
  Arith& arith = builder.arith();
  const Layout flat = coalesce_unbounded(arith, a, IntTuple(static_int(0)));
  const Layout coalesced = coalesce(arith, a);
  if (arith.failed()) return;
  // With a trailing _1, A is more informative than its coalesced form.
  const bool same = flat == coalesced;
  if (!same) step.why = say("A's trailing _1 stays, as an unbounded last mode");
  if (same && !(coalesced == a)) builder.derive(step, "coalesce", {a});
  const Layout& lhs = same ? coalesced : a;
  if (b.shape.is_tuple() || lhs == a) {
    compose_layout(builder, step, lhs, flat, b, value);
  } else {
    builder.with_steps(step, rule_of(flat, b), "composition", {lhs, b},
                       [&](Step& child, const Value& part) { compose_layout(builder, child, lhs, flat, b, part); });
  }
}

}  // namespace

void explain_composition(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2 || !op.args[0].is<Layout>()) return;
  const Layout& a = *op.args[0].as<Layout>();
  const Value& b = op.args[1];
  if (const auto* layout = b.as<Layout>()) {
    compose_layouts(builder, step, a, *layout, op.value);
  } else if (const int modes = tiler_modes(b); modes >= 0) {
    if (modes > max_steps_of_a_kind) {
      step.cut = true;
      return;
    }
    step.why = modes < a.rank() ? say("each mode by its own tiler; the modes without one are dropped")
                                : say("each mode by its own tiler");
    Values parts;
    for (int i = 0; i < modes; ++i)
      parts.push_back(builder.derive(step, "composition", {mode_of(a, i), tiler_mode(b, i)}));
    builder.concatenate(step, parts);
  } else if (const Int* n = b.integer()) {
    builder.derive(step, "composition", {a, one_mode(*n, static_int(1))},
                   say("the integer {} is the layout {}:1", n->value, n->value));
  } else if (b.is<IntTuple>()) {
    step.why = say("`_` keeps the mode unchanged");
  }
}

void explain_with_shape(DerivationBuilder& builder, Step& step, const Operation& op) {
  const Value shape = op.args.size() > 2
                          ? Value(builder.silent("make_shape", Values(op.args.begin() + 1, op.args.end())))
                      : op.args[1].is<IntTuple>() ? op.args[1]
                                                  : Value(builder.silent("shape", {op.args[1]}));
  const Value compact = builder.derive(step, "make_layout", {shape});
  builder.derive(step, "composition", {op.args[0], compact});
}

}  // namespace stridescope
