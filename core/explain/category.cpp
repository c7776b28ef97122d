// Composition of layouts by morphisms, division and product of morphisms, step by step.
// Source: "Categorical Foundations for CuTe Layouts", section 4.1.3.
#include "core/analysis/equality.h"
#include "core/base/text.h"
#include "core/category/morphism.h"
#include "core/explain/deriver.h"

namespace stridescope {
namespace {

// The morphism that the value is; a placeholder if it is none, as after a fault.
const Morphism& morphism(const Value& value) {
  if (const auto* f = value.as<Morphism>()) return *f;
  static const Morphism none = {};
  return none;
}

// g after f up to refinement; the last step is the composite.
Value weak_composite_steps(Deriver& deriver, Step& step, const Value& f, const Value& g) {
  const IntTuple codomain = morphism(f).codomain;
  const IntTuple domain = morphism(g).domain;
  if (same_tuple(codomain, domain)) {
    return deriver.call(step, Rule::compose, "tract.compose", {f, g},
                        cat("composable as they are: both at ", deriver.text(codomain)));
  }
  const Value refined = deriver.call(step, Rule::mutual_refinement, "tract.mutual_refinement", {codomain, domain},
                                     cat("the codomain ", deriver.text(codomain), " of the first is not the domain ",
                                         deriver.text(domain), " of the second"));
  if (deriver.failed()) return refined;
  const TupleRef pair = deriver.tuple(refined);
  const IntTuple first(pair[0]);
  const IntTuple second(pair[1]);
  Value pulled = deriver.call(step, Rule::pullback, "tract.pullback", {f, first});
  const Value pushed = deriver.call(step, Rule::pushforward, "tract.pushforward", {g, second});
  if (!same_tuple(first, second)) {
    const Value included = deriver.call(step, Rule::inclusion, "tract.inclusion", {first, second});
    pulled = deriver.call(step, Rule::compose, "tract.compose", {pulled, included});
  }
  return deriver.call(step, Rule::compose, "tract.compose", {pulled, pushed});
}

// What CuTe's composition says of the same layouts.
std::string against_cute(Deriver& deriver, const Layout& a, const Layout& b, const Value& result) {
  Arith arith;
  const Layout cute = composition(arith, LayoutRef(b), LayoutRef(a));
  if (arith.failed()) return cat("composition(B, A) refuses: ", arith.error().value().message);
  const FunctionComparison compared = compare_functions(result, cute);
  const std::string printed = deriver.text(cute);
  switch (compared.outcome) {
    case FunctionComparison::Outcome::equal:
      return cat("composition(B, A) = ", printed, " is the same function: ", compared.size_a, " coordinates");
    case FunctionComparison::Outcome::different:
      return cat("composition(B, A) = ", printed, " is another function: ", to_text(compared));
    case FunctionComparison::Outcome::not_checked:
      break;
  }
  return cat("composition(B, A) = ", printed, "; not compared: ", compared.why);
}

}  // namespace

void explain_compose_layouts(Deriver& deriver, Step& step, const Operation& op) {
  if (op.args.size() != 2 || !op.args[0].is<Layout>() || !op.args[1].is<Layout>()) return;
  const Value f = deriver.call(step, Rule::representation, "tract.morphism", {op.args[0]}, "of A");
  const Value g = deriver.call(step, Rule::representation, "tract.morphism", {op.args[1]}, "of B");
  if (deriver.failed()) return;
  const Value composite = weak_composite_steps(deriver, step, f, g);
  deriver.call(step, Rule::encoded_layout, "tract.layout", {composite},
               against_cute(deriver, *op.args[0].as<Layout>(), *op.args[1].as<Layout>(), op.value));
}

void explain_weak_composite(Deriver& deriver, Step& step, const Operation& op) {
  if (op.args.size() == 2) weak_composite_steps(deriver, step, op.args[0], op.args[1]);
}

void explain_morphism_divide(Deriver& deriver, Step& step, const Operation& op) {
  if (op.args.size() != 2) return;
  const Value rest = deriver.call(step, Rule::morphism_complement, "tract.complement", {op.args[1]});
  const Value both = deriver.call(step, Rule::morphism_concat, "tract.concat", {op.args[1], rest});
  deriver.call(step, Rule::compose, "tract.compose", {both, op.args[0]});
}

void explain_morphism_product(Deriver& deriver, Step& step, const Operation& op) {
  if (op.args.size() != 2) return;
  const Value rest = deriver.call(step, Rule::morphism_complement, "tract.complement", {op.args[0]});
  const Value copies = deriver.call(step, Rule::compose, "tract.compose", {op.args[1], rest});
  deriver.call(step, Rule::morphism_concat, "tract.concat", {op.args[0], copies});
}

}  // namespace stridescope
