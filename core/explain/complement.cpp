// Complement: the gaps between A's modes from the smallest stride up, then the repetitions of the whole.
#include "core/algebra/flat.h"
#include "core/base/text.h"
#include "core/explain/derivation_builder.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_drawn = 32;

// The codomain with the offsets of A in brackets: "[0] 1 [2] 3 4 5". Empty if it is too long to draw.
std::string image(const Layout& a, const Int& count, std::int64_t codomain) {
  if (codomain < 1 || codomain > max_drawn || count.value < 1 || count.value > max_drawn) return {};
  bool hit[max_drawn] = {};
  for (std::int64_t i = 0; i < count.value; ++i) {
    Arith arith;
    const IntTuple offset = apply(arith, a, IntTuple(static_int(i)));
    if (arith.failed() || !offset.is_integer()) return {};
    const std::int64_t at = offset.integer().value;
    if (at >= 0 && at < codomain) hit[at] = true;
  }
  std::string out;
  for (std::int64_t i = 0; i < codomain; ++i) {
    if (i > 0) out.push_back(' ');
    if (hit[i])
      append_all(out, '[', i, ']');
    else
      append_all(out, i);
  }
  return out;
}

}  // namespace

void explain_complement(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!op.args[0].is<Layout>()) return;
  const Layout& a = *op.args[0].as<Layout>();
  if (a.stride.ref().has_basis()) {
    step.why = say("the complement has a part for each coordinate: the gaps between the modes that move along it");
    return;
  }
  const Layout filtered = builder.layout(builder.silent("filter", {a}));
  if (builder.failed()) return;
  if (!(filtered == a)) builder.derive(step, "filter", {a});
  Value target = op.args.size() == 2 ? op.args[1]
                                     : builder.call(step, Rule::function, "cosize", {filtered},
                                                    say("without a codomain the complement ends where A ends"));
  if (!target.is<IntTuple>()) target = builder.call(step, Rule::shape_of, "shape", {target});
  Arith& arith = builder.arith();
  const Int all = product(arith, builder.tuple(target));
  const Int count = size(arith, a);
  if (arith.failed() || builder.failed()) return;
  if (const std::string drawn = image(a, count, all.value); !drawn.empty())
    step.why = say("the codomain, with the range of A in brackets: {}", drawn);

  FlatLayout modes = leaves(filtered);
  if (modes.rank() > max_steps_of_a_kind) {
    step.cut = true;
    return;
  }
  FlatLayout found;
  FlatLayout taken;
  Int reached = static_int(1);
  if (modes.rank() == 1 && modes.stride[0].is_constant(0)) {
    builder.derive(step, "make_layout", {coalesce_shape(arith, builder.tuple(target))},
                   say("A reaches only 0: all of the codomain remains"));
    return;
  }
  while (modes.rank() > 0 && !builder.failed() && arith.ok()) {
    std::uint32_t next = 0;
    for (std::uint32_t i = 1; i < modes.rank(); ++i) {
      if (modes.stride[i].value < modes.stride[next].value) next = i;
    }
    const Int s = modes.shape[next];
    const Int d = modes.stride[next];
    const Int before = reached;
    reached = arith.mul(d, s);
    const Int room = arith.div(d, before);
    const std::string mode = builder.text(one_mode(s, d));
    const Message so_far = say("before the mode {}, {} {element is|elements are} reached", mode, before.value);
    Message why = room.value == 1 ? say("{}: no gap; with it {} x {} = {}", so_far, s.value, d.value, reached.value)
                                  : say("{}: a mode {}; with it {} x {} = {}", so_far,
                                        builder.text(one_mode(room, before)), s.value, d.value, reached.value);
    // Shown as the number line up to the span of the modes so far, with all gaps below it filled. The line of the whole
    // layout shows the rest.
    taken.mode(s, d);
    const Layout modes_so_far = to_layout(arith, taken);
    if (arith.failed()) return;
    if (reached.value < all.value)
      builder.call(step, Rule::gap, "complement", {modes_so_far, IntTuple(reached)}, std::move(why));
    else
      builder.call(step, Rule::gap, "div", {d, before}, std::move(why));
    found.mode(room, before);
    FlatLayout others;
    for (std::uint32_t i = 0; i < modes.rank(); ++i) {
      if (i != next) others.mode(modes.shape[i], modes.stride[i]);
    }
    modes = others;
  }
  const Value rest = builder.call(step, Rule::tail, "ceil_div", {target, reached},
                                  say("in a codomain of {}, at stride {}", all.value, reached.value));
  const IntTuple tail = coalesce_shape(arith, builder.tuple(rest));
  Int stride = reached;
  for (const Int& extent : leaves({tail, tail}).shape) {
    found.mode(extent, extent.is_constant(1) ? static_int(0) : stride);
    if (!extent.is_constant(1)) stride = arith.mul(stride, extent);
  }
  const Layout gathered = to_layout(arith, found);
  if (arith.failed()) return;
  builder.derive(step, "coalesce", {gathered});
}

}  // namespace stridescope
