// Composition of layouts by morphisms, division and product of morphisms, step by step.
// Source: "Categorical Foundations for CuTe Layouts", section 4.1.3.
#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/category/morphism.h"
#include "core/category/nested.h"
#include "core/explain/derivation_builder.h"
#include "core/facts/equality.h"

namespace stridescope {
namespace {

// The morphism in the value; a placeholder if it has none, for example after an error.
const Morphism& morphism(const Value& value) {
  if (const auto* f = value.as<Morphism>()) return *f;
  static const Morphism none = {};
  return none;
}

// g after f up to refinement; the last step is the composite.
Value weak_composite_steps(DerivationBuilder& builder, Step& step, const Value& f, const Value& g) {
  const IntTuple codomain = morphism(f).codomain;
  const IntTuple domain = morphism(g).domain;
  if (same_tuple(codomain, domain)) {
    return builder.call(
        step, Rule::compose, "tract.compose", {f, g},
        say("composable without a refinement: the codomain and the domain are both {}", builder.text(codomain)));
  }
  Value refined = builder.call(step, Rule::mutual_refinement, "tract.mutual_refinement", {codomain, domain},
                               say("the codomain {} of the first is not the domain {} of the second",
                                   builder.text(codomain), builder.text(domain)));
  if (builder.failed()) return refined;
  const TupleRef pair = builder.tuple(refined);
  const IntTuple first(pair[0]);
  const IntTuple second(pair[1]);
  Value pulled = builder.call(step, Rule::pullback, "tract.pullback", {f, first});
  const Value pushed = builder.call(step, Rule::pushforward, "tract.pushforward", {g, second});
  if (!same_tuple(first, second)) {
    const Value included = builder.call(step, Rule::inclusion, "tract.inclusion", {first, second});
    pulled = builder.call(step, Rule::compose, "tract.compose", {pulled, included});
  }
  return builder.call(step, Rule::compose, "tract.compose", {pulled, pushed});
}

// The result of CuTe's composition for the same layouts.
Message against_cute(DerivationBuilder& builder, const Layout& a, const Layout& b, const Value& result) {
  Arith arith;
  const Layout cute = composition(arith, LayoutRef(b), LayoutRef(a));
  if (arith.failed()) return say("composition(B, A) refuses: {}", arith.error().value().message);
  const FunctionComparison compared = compare_functions(result, cute);
  const std::string printed = builder.text(cute);
  switch (compared.outcome) {
    case FunctionComparison::Outcome::equal:
      return say("composition(B, A) = {} is the same function: {} {coordinate|coordinates}", printed, compared.size_a);
    case FunctionComparison::Outcome::different:
      return say("composition(B, A) = {} is another function: {}", printed, to_message(compared));
    case FunctionComparison::Outcome::not_checked:
      break;
  }
  return say("composition(B, A) = {}; not compared: {}", printed, compared.why);
}

}  // namespace

void explain_compose_layouts(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2 || !op.args[0].is<Layout>() || !op.args[1].is<Layout>()) return;
  const Value f = builder.call(step, Rule::representation, "tract.morphism", {op.args[0]}, say("of A"));
  const Value g = builder.call(step, Rule::representation, "tract.morphism", {op.args[1]}, say("of B"));
  if (builder.failed()) return;
  const Value composite = weak_composite_steps(builder, step, f, g);
  builder.call(step, Rule::encoded_layout, "tract.layout", {composite},
               against_cute(builder, *op.args[0].as<Layout>(), *op.args[1].as<Layout>(), op.value));
}

void explain_weak_composite(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() == 2) weak_composite_steps(builder, step, op.args[0], op.args[1]);
}

void explain_morphism_divide(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2) return;
  const Value rest = builder.call(step, Rule::morphism_complement, "tract.complement", {op.args[1]});
  const Value both = builder.call(step, Rule::morphism_concat, "tract.concat", {op.args[1], rest});
  builder.call(step, Rule::compose, "tract.compose", {both, op.args[0]});
}

void explain_morphism_product(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2) return;
  const Value rest = builder.call(step, Rule::morphism_complement, "tract.complement", {op.args[0]});
  const Value copies = builder.call(step, Rule::compose, "tract.compose", {op.args[1], rest});
  builder.call(step, Rule::morphism_concat, "tract.concat", {op.args[0], copies});
}

namespace {

// Builds a morphism from its parts, as the last step.
void as_parts(DerivationBuilder& builder, Step& step, const Morphism& f, Message why) {
  TupleBuilder map(builder.arith());
  map.open();
  for (const int place : f.map) map.integer(static_int(place));
  map.close();
  builder.call(step, Rule::function, "tract.make_morphism", {f.domain, f.codomain, map.take()}, std::move(why));
}

// coarse with each entry replaced by the corresponding part of `fine`.
Value refined_steps(DerivationBuilder& builder, Step& step, const IntTuple& coarse, const IntTuple& fine, Message why) {
  TupleBuilder parts(builder.arith());
  parts.open();
  for (const TupleRef mode : relative_modes(fine, coarse)) parts.copy(mode);
  parts.close();
  const Value profile = builder.silent("tract.profile", {coarse});
  return builder.call(step, Rule::function, "tract.substitute", {profile, parts.take()}, std::move(why));
}

std::string places_text(const std::vector<int>& places) {
  std::string out;
  for (const int place : places) append_all(out, out.empty() ? "" : ", ", place);
  return out;
}

}  // namespace

// Compares two entries: the smaller one divides the larger one, and the quotient remains.
void explain_mutual_refinement(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2) return;
  const IntTuple first(builder.tuple(op.args[0]));
  const IntTuple second(builder.tuple(op.args[1]));
  const TupleRef pair = builder.tuple(op.value);
  if (builder.failed() || !pair.is_tuple() || pair.size() != 2) return;
  std::vector<Int> left = entries(first);
  std::vector<Int> right = entries(second);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left.size() && j < right.size() && !builder.failed()) {
    const bool first_smaller = left[i].value <= right[j].value;
    const Int small = first_smaller ? left[i] : right[j];
    const Int large = first_smaller ? right[j] : left[i];
    if (small.value == 0) return;
    const Value rest = builder.call(
        step, Rule::meet, "shape_div", {large, small},
        small.value == large.value ? say("entry {} of the first and {} of the second: {} and {} end together", i + 1,
                                         j + 1, left[i].value, right[j].value)
        : first_smaller ? say("entry {} of the first and {} of the second: {} and {} share a factor; the second has "
                              "the factor {} left",
                              i + 1, j + 1, left[i].value, right[j].value, large.value / small.value)
                        : say("entry {} of the first and {} of the second: {} and {} share a factor; the first has the "
                              "factor {} left",
                              i + 1, j + 1, left[i].value, right[j].value, large.value / small.value));
    if (rest.integer() == nullptr) return;
    if (small.value == large.value) {
      ++i;
      ++j;
    } else {
      (first_smaller ? right[j] : left[i]) = *rest.integer();
      ++(first_smaller ? i : j);
    }
  }
  const Value fine_first =
      refined_steps(builder, step, first, IntTuple(pair[0]), say("the first tuple, entry by entry"));
  const Value fine_second = refined_steps(builder, step, second, IntTuple(pair[1]),
                                          say("the second tuple, entry by entry; entries without a partner stay"));
  const IntTuple any = IntTuple::any();
  const IntTuple two = make_tuple(builder.arith(), {any, any});
  const IntTuple both =
      make_tuple(builder.arith(), {IntTuple(builder.tuple(fine_first)), IntTuple(builder.tuple(fine_second))});
  builder.call(step, Rule::function, "tract.substitute", {two, both}, say("both"));
}

void explain_pullback(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2) return;
  const Morphism& f = morphism(op.args[0]);
  const Morphism& out = morphism(op.value);
  refined_steps(builder, step, f.domain, out.domain, say("the image of a refined entry is refined the same way"));
  as_parts(builder, step, out, say("each part maps to its part"));
}

void explain_pushforward(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2) return;
  const Morphism& g = morphism(op.args[0]);
  const Morphism& out = morphism(op.value);
  refined_steps(builder, step, g.codomain, out.codomain,
                say("if an entry is refined, the entry that it maps to is refined the same way"));
  as_parts(builder, step, out, say("each part maps to its part"));
}

void explain_morphism_complement(DerivationBuilder& builder, Step& step, const Operation& op) {
  const Morphism& rest = morphism(op.value);
  const std::string places = places_text(rest.map);
  as_parts(builder, step, rest,
           rest.map.empty()       ? say("every entry of the codomain is hit")
           : rest.map.size() == 1 ? say("not hit: entry {} of the codomain", places)
                                  : say("not hit: entries {} of the codomain", places));
}

void explain_morphism_compose(DerivationBuilder& builder, Step& step, const Operation& op) {
  if (op.args.size() != 2 || !op.args[0].is<Morphism>() || !op.args[1].is<Morphism>()) return;
  const Morphism& f = morphism(op.args[0]);
  const Morphism& g = morphism(op.args[1]);
  std::string why;
  for (std::size_t i = 0; i < f.map.size(); ++i) {
    const int middle = f.map[i];
    const int end = middle > 0 && static_cast<std::size_t>(middle) <= g.map.size()
                        ? g.map[static_cast<std::size_t>(middle - 1)]
                        : 0;
    append_all(why, i == 0 ? "" : ", ", i + 1, " → ", middle, " → ", end);
  }
  as_parts(builder, step, morphism(op.value), Message::verbatim(why));
}

}  // namespace stridescope
