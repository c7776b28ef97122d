// Derivations of divisions and products: logical_divide and logical_product from complement and composition, the others
// from these two.
#include <algorithm>

#include "core/base/text.h"
#include "core/explain/derivation_builder.h"

namespace stridescope {
namespace {

// Applies the operation to each mode with its tiler; further modes stay.
void by_mode(DerivationBuilder& builder, Step& step, const Operation& op, const Layout& a) {
  const int modes = tiler_modes(op.args[1]);
  if (a.rank() > max_steps_of_a_kind) {
    step.cut = true;
    return;
  }
  step.why = modes < a.rank() ? say("each mode by its own tiler; the modes without one stay")
                              : say("each mode by its own tiler");
  Values parts;
  for (int i = 0; i < a.rank(); ++i) {
    if (i < modes)
      parts.push_back(builder.derive(step, op.function, {mode_of(a, i), tiler_mode(op.args[1], i)}));
    else
      parts.push_back(mode_of(a, i));
  }
  builder.concatenate(step, parts);
}

// The tiler as a layout: an integer n is n:1.
Value tile_layout(DerivationBuilder& builder, Step& step, const Value& tiler) {
  if (tiler.integer() == nullptr) return tiler;
  return builder.call(step, Rule::tile_layout, "make_layout", {tiler});
}

bool leaves_alone(Step& step, const Value& tiler) {
  const auto* tuple = tiler.as<IntTuple>();
  if (tuple == nullptr || !tuple->ref().is_any()) return false;
  step.why = say("`_` keeps the mode unchanged");
  return true;
}

}  // namespace

void explain_logical_divide(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!op.args[0].is<Layout>() || leaves_alone(step, op.args[1])) return;
  const Value& a = op.args[0];
  if (tiler_modes(op.args[1]) >= 0) {
    by_mode(builder, step, op, *a.as<Layout>());
    return;
  }
  const Value tile = tile_layout(builder, step, op.args[1]);
  Value flat = builder.silent("coalesce", {a});
  if (!(flat == a)) flat = builder.derive(step, "coalesce", {a});
  const Value shape = builder.call(step, Rule::shape_of, "shape", {flat});
  const Value rest = builder.derive(step, "complement", {tile, shape});
  const Value both = builder.call(step, Rule::tile_and_rest, "make_layout", {tile, rest});
  builder.derive(step, "composition", {a, both});
}

void explain_logical_product(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!op.args[0].is<Layout>() || leaves_alone(step, op.args[1])) return;
  const Value& a = op.args[0];
  if (tiler_modes(op.args[1]) >= 0) {
    by_mode(builder, step, op, *a.as<Layout>());
    return;
  }
  const Value tiler = tile_layout(builder, step, op.args[1]);
  if (!tiler.is<Layout>()) return;
  Values around = {a};
  if (!a.as<Layout>()->stride.ref().has_basis()) {  // the complement of a layout into coordinates takes no size
    const Value count = builder.silent("size", {a});
    const Value spread = builder.silent("cosize", {tiler});
    around.push_back(builder.call(step, Rule::reach, "mul", {count, spread},
                                  say("size(A) = {}, cosize(B) = {}", builder.text(count), builder.text(spread))));
  }
  const Value places = builder.derive(step, "complement", around);
  const Value copies = builder.derive(step, "composition", {places, tiler});
  builder.concatenate(step, {a, copies}, Rule::block_and_copies);
}

void explain_zipped(DerivationBuilder& builder, Step& step, const Operation& op) {
  const Value divided =
      builder.derive(step, op.roles.law == roles::Law::divide ? "logical_divide" : "logical_product", op.args);
  builder.call(step, Rule::zip_tiles, "tile_unzip", {divided, op.args[1]});
}

// tiled_ and flat_: the modes of the zipped result next to each other.
void explain_unpacked(DerivationBuilder& builder, Step& step, const Operation& op) {
  const bool product = op.roles.law == roles::Law::product;
  const Layout zipped = builder.layout(builder.derive(step, product ? "zipped_product" : "zipped_divide", op.args));
  if (builder.failed() || zipped.rank() != 2) return;
  Values parts;
  for (int i = 0; i < 2; ++i) {
    const Layout mode = mode_of(zipped, i);
    const bool unpack = (i == 1 || op.roles.form == roles::Form::flat) && mode.rank() != 1;
    for (int k = 0; unpack && k < mode.rank() && parts.size() < max_tuple_nodes; ++k) parts.push_back(mode_of(mode, k));
    if (!unpack) parts.push_back(mode);
  }
  builder.concatenate(step, parts);
}

void explain_blocked_or_raked(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!op.args[0].is<Layout>() || !op.args[1].is<Layout>()) return;
  const int rank = std::max(op.args[0].as<Layout>()->rank(), op.args[1].as<Layout>()->rank());
  const auto padded = [&](const Value& value) {
    if (value.as<Layout>()->rank() == rank && value.as<Layout>()->shape.is_tuple()) return value;
    return builder.call(step, Rule::same_rank, "append", {value}, {}, {rank});
  };
  const Value block = padded(op.args[0]);
  const Value tiler = padded(op.args[1]);
  const Layout result = builder.layout(builder.derive(step, "logical_product", {block, tiler}));
  if (builder.failed() || result.rank() != 2) return;
  const Layout first = mode_of(result, 0);
  const Layout second = mode_of(result, 1);
  const bool blocked = op.roles.form == roles::Form::blocked;
  const Layout pair = concat(builder.arith(), {blocked ? first : second, blocked ? second : first});
  builder.call(step, Rule::zip_tiles, "zip", {pair},
               blocked ? say("(block, copies) mode by mode") : say("(copies, block) mode by mode"));
}

void explain_tile_to_shape(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (!op.args[0].is<Layout>()) return;
  const Value shape = op.args[1].is<IntTuple>() ? op.args[1] : builder.silent("shape", {op.args[1]});
  const int rank = builder.tuple(shape).rank();
  Value block = op.args[0];
  if (block.as<Layout>()->rank() < rank) block = builder.call(step, Rule::same_rank, "append", {block}, {}, {rank});
  const Value extents = builder.call(step, Rule::shape_of, "product_each", {builder.silent("shape", {block})},
                                     say("the block's extent in each mode"));
  const Value target = builder.silent("product_each", {shape});
  const Value counts = builder.call(step, Rule::copies, "ceil_div", {target, extents});
  Value tiler;
  if (op.args.size() == 3 && op.args[2].is<IntTuple>()) {
    tiler = builder.derive(step, "make_ordered_layout", {counts, op.args[2]});
  } else if (op.args.size() == 3) {
    tiler = builder.derive(step, "make_layout", {counts, op.args[2]});
  } else {
    tiler = builder.derive(step, "make_layout", {counts});
  }
  builder.derive(step, "blocked_product", {block, tiler});
}

}  // namespace stridescope
