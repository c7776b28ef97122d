// The category of layouts: the functions tract.NAME of the language.
#include "core/analysis/told.h"
#include "core/base/text.h"
#include "core/category/operad.h"
#include "core/category/tikz.h"
#include "core/facts/equality.h"
#include "core/functions/builtin.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::uint64_t max_compared = 100'000;

// Work grows with the entries; charging the square also bounds the memory of a program of such calls.
void charge(const Call& c) {
  std::uint64_t entries = 0;
  for (const Value& arg : c.args) {
    const auto count = [&](TupleRef t) { entries += t.node_count(); };
    if (const auto* t = arg.as<IntTuple>()) count(*t);
    if (const auto* a = arg.as<Layout>()) count(a->shape);
    const auto* span = arg.as<TupleSpan>();
    if (const auto* f = span != nullptr ? &span->legs : arg.as<Morphism>()) {
      count(f->domain);
      count(f->codomain);
    }
    if (const auto* f = arg.as<DivisibilityMorphism>()) {
      count(f->domain);
      count(f->codomain);
    }
  }
  c.charge_done(entries * entries);
}

const Morphism& morphism_argument(const Call& c, std::size_t i) {
  if (const auto* f = c.args[i].as<Morphism>()) return *f;
  c.wrong(i, term("a morphism, such as (4,5)--(1,3)-->(4,7,5)"));
  static const Morphism none = {};
  return none;
}

Morphism flat_argument(const Call& c, std::size_t i) { return flatten(c.arith, morphism_argument(c, i)); }

// A nested tuple of positive integers.
TupleRef object_argument(const Call& c, std::size_t i) {
  const TupleRef t = c.tuple(i);
  if (c.arith.ok()) positive_entries(c.arith, t, term("the nested tuple"));
  return t;
}

// The result without a fault; after a fault any value is acceptable.
Value made(const Call& c, Morphism f) {
  charge(c);
  if (c.arith.failed()) return static_int(0);
  return Object::make(std::move(f));
}

Value made(const Call& c, Layout a) {
  charge(c);
  if (c.arith.failed()) return static_int(0);
  return a;
}

Value said(const Call& c, bool value) {
  charge(c);
  return Bool{value, false};
}

// The map under a morphism of any kind.
struct Underlying {
  const std::vector<int>* map = nullptr;
  int codomain_entries = 0;
};
Underlying underlying(const Call& c) {
  if (const auto* f = c.args[0].as<Morphism>()) return {&f->map, f->codomain.ref().leaf_count()};
  if (const auto* f = c.args[0].as<DivisibilityMorphism>()) return {&f->map, f->codomain.ref().leaf_count()};
  c.wrong(0, term("a morphism"));
  static const std::vector<int> none;
  return {&none, 0};
}

// Makes a morphism of either kind from its domain, its codomain, and the position of each entry in it.
template <class Make>
Value made_of_entries(const Call& c, Make&& make) {
  const TupleRef domain = c.tuple(0);
  const TupleRef codomain = c.tuple(1);
  const TupleRef map = c.tuple(2);
  if (c.arith.failed()) return static_int(0);
  std::vector<int> places = to_map(c.arith, map);
  if (c.arith.failed()) return static_int(0);
  return make(domain, codomain, std::move(places));
}

DivisibilityMorphism divisibility_argument(const Call& c, std::size_t i) {
  if (const auto* f = c.args[i].as<DivisibilityMorphism>()) return *f;
  return to_divisibility(c.arith, morphism_argument(c, i));
}

}  // namespace

// --- making and showing ---

Value builtin_tract_make_morphism(const Call& c) {
  return made_of_entries(c, [&](TupleRef domain, TupleRef codomain, std::vector<int> map) {
    return made(c, make_morphism(c.arith, domain, codomain, std::move(map)));
  });
}

Value builtin_tract_identity(const Call& c) { return made(c, identity_morphism(object_argument(c, 0))); }

Value builtin_tract_tikz(const Call& c) {
  const Morphism& f = morphism_argument(c, 0);
  std::string label;
  if (c.arith.ok()) {
    label = cat(to_text(f.domain), " \\xrightarrow{(");
    for (std::size_t i = 0; i < f.map.size(); ++i) append_all(label, i > 0 ? "," : "", f.map[i]);
    append_all(label, ")} ", to_text(f.codomain));
  }
  charge(c);
  return Text{morphism_tikz(c.arith, f, label)};
}

Value builtin_tract_layout_tikz(const Call& c) {
  const Layout& a = c.layout(0);
  if (c.arith.failed()) return static_int(0);
  charge(c);
  return Text{morphism_tikz(c.arith, standard_representation(c.arith, a, false), to_text(a))};
}

Value builtin_tract_mutual_refinement_tikz(const Call& c) {
  const TupleRef t = object_argument(c, 0);
  const TupleRef u = object_argument(c, 1);
  if (c.arith.failed()) return static_int(0);
  charge(c);
  const auto [first, second] = mutual_refinement(c.arith, t, u);
  return Text{refinements_tikz(c.arith, first, second)};
}

// --- layouts and morphisms ---

Value builtin_tract_layout(const Call& c) {
  if (const auto* span = c.args[0].as<TupleSpan>()) return made(c, encoded_layout(c.arith, span->legs));
  return made(c, encoded_layout(c.arith, morphism_argument(c, 0)));
}
Value builtin_tract_flat_layout(const Call& c) { return made(c, encoded_layout(c.arith, flat_argument(c, 0))); }

Value builtin_tract_morphism(const Call& c) { return made(c, standard_representation(c.arith, c.layout(0), false)); }
Value builtin_tract_flat_morphism(const Call& c) {
  return made(c, standard_representation(c.arith, c.layout(0), true));
}

Value builtin_tract_is_tractable(const Call& c) { return said(c, !tractability_gap(c.layout(0))); }

Value builtin_tract_tractability(const Call& c) {
  const auto gap = tractability_gap(c.layout(0));
  charge(c);
  return told(std::vector<Message>{gap ? say("not tractable: {}", gap->why) : say("tractable")});
}

Value builtin_tract_precedes(const Call& c) {
  const Layout& a = c.layout(0);
  const Layout& b = c.layout(1);
  if (c.arith.ok() && (!a.shape.is_integer() || !b.shape.is_integer()))
    c.arith.fail(ErrorCode::arguments, say("precedes compares two modes"), say("precedes(4:2, 3:8)"));
  if (c.arith.failed()) return static_int(0);
  return said(c, precedes(a.shape.integer(), a.stride.integer(), b.shape.integer(), b.stride.integer()));
}

Value builtin_tract_nullify_trivial_strides(const Call& c) {
  if (const auto* f = c.args[0].as<Morphism>()) return made(c, make_nondegenerate(*f));
  return made(c, make_nondegenerate(c.arith, c.layout(0)));
}
Value builtin_tract_is_nondegenerate(const Call& c) {
  if (const auto* f = c.args[0].as<Morphism>()) return said(c, is_nondegenerate(*f));
  return said(c, is_nondegenerate(c.layout(0)));
}
Value builtin_tract_sort_flat_layout(const Call& c) { return made(c, sort_flat_layout(c.arith, c.layout(0))); }
Value builtin_tract_complement_size(const Call& c) {
  if (const auto* f = c.args[0].as<Morphism>()) return complement_size(c.arith, encoded_layout(c.arith, *f));
  return complement_size(c.arith, c.layout(0));
}
Value builtin_tract_is_standard_form(const Call& c) { return said(c, is_standard_form(morphism_argument(c, 0))); }
Value builtin_tract_standard_form(const Call& c) { return made(c, standard_form(c.arith, morphism_argument(c, 0))); }

Value builtin_tract_compose_layouts(const Call& c) {
  const Layout& a = c.layout(0);
  const Layout& b = c.layout(1);
  if (c.arith.failed()) return static_int(0);
  Arith arith;
  Layout out = compose_layouts(arith, a, b);
  if (arith.ok()) return made(c, std::move(out));
  Error refused = std::move(arith.error().value());
  Arith cute;
  const Layout by_cute = composition(cute, LayoutRef(b), LayoutRef(a));
  charge(c);
  return c.fail(refused.code, std::move(refused.message),
                cute.ok() ? say("CuTe's composition(B, A) is {}", to_text(by_cute))
                          : say("CuTe's composition(B, A) refuses it too: {}", cute.error().value().message));
}

Value builtin_tract_compare_composition(const Call& c) {
  const Layout& a = c.layout(0);
  const Layout& b = c.layout(1);
  if (c.arith.failed()) return static_int(0);
  charge(c);
  Arith ours;
  Arith cute;
  const Layout by_morphisms = compose_layouts(ours, a, b);
  const Layout by_cute = composition(cute, LayoutRef(b), LayoutRef(a));
  const auto side = [](Arith& arith, const Layout& r) {
    return arith.ok() ? to_text(r) : cat("refused: ", english(arith.error().value().message));
  };
  const bool both = ours.ok() && cute.ok();
  std::string out = cat("by morphisms  ", side(ours, by_morphisms));
  append_all(out, "\nby CuTe       ", side(cute, by_cute), '\n');
  if (both) {
    c.charge_done(max_compared);
    append_all(out, "as functions  ", english(to_message(compare_functions(by_morphisms, by_cute))), '\n');
  }
  return Text{std::move(out)};
}

// --- the category ---

Value builtin_tract_flatten(const Call& c) { return made(c, flat_argument(c, 0)); }
Value builtin_tract_flatten_codomain(const Call& c) {
  return made(c, flatten_codomain(c.arith, morphism_argument(c, 0)));
}
Value builtin_tract_size(const Call& c) {
  if (const auto* span = c.args[0].as<TupleSpan>()) return size(c.arith, span->legs);
  return size(c.arith, morphism_argument(c, 0));
}
Value builtin_tract_cosize(const Call& c) {
  if (const auto* span = c.args[0].as<TupleSpan>()) return cosize(c.arith, span->legs);
  return cosize(c.arith, morphism_argument(c, 0));
}

Value builtin_tract_are_composable(const Call& c) {
  const auto* first = c.args[0].as<TupleSpan>();
  const auto* second = c.args[1].as<TupleSpan>();
  if (first != nullptr && second != nullptr) return said(c, are_composable(*first, *second));
  return said(c, are_composable(morphism_argument(c, 0), morphism_argument(c, 1)));
}

Value builtin_tract_compose(const Call& c) {
  const auto* first = c.args[0].as<TupleSpan>();
  const auto* second = c.args[1].as<TupleSpan>();
  if (first != nullptr && second != nullptr) {
    TupleSpan out = compose(c.arith, *first, *second);
    charge(c);
    return Object::make(std::move(out));
  }
  if (c.args[0].is<DivisibilityMorphism>() || c.args[1].is<DivisibilityMorphism>()) {
    const DivisibilityMorphism left = divisibility_argument(c, 0);
    DivisibilityMorphism out = compose(c.arith, left, divisibility_argument(c, 1));
    charge(c);
    return Object::make(std::move(out));
  }
  return made(c, compose(c.arith, morphism_argument(c, 0), morphism_argument(c, 1)));
}
Value builtin_tract_composition(const Call& c) {
  const Value swapped[] = {c.args[1], c.args[0]};
  const Call call(c.arith, c.name, c.template_args, swapped);
  return builtin_tract_compose(call);
}
Value builtin_tract_flat_compose(const Call& c) {
  const Morphism first = flat_argument(c, 0);
  return made(c, compose(c.arith, first, flat_argument(c, 1)));
}
Value builtin_tract_is_isomorphism(const Call& c) { return said(c, is_isomorphism(morphism_argument(c, 0))); }
Value builtin_tract_inverse(const Call& c) { return made(c, inverse(c.arith, morphism_argument(c, 0))); }

Value builtin_tract_concat(const Call& c) {
  return made(c, concat(c.arith, morphism_argument(c, 0), morphism_argument(c, 1), false));
}
Value builtin_tract_flat_concat(const Call& c) {
  const Morphism first = flat_argument(c, 0);
  return made(c, concat(c.arith, first, flat_argument(c, 1), true));
}
Value builtin_tract_sum(const Call& c) {
  return made(c, sum(c.arith, morphism_argument(c, 0), morphism_argument(c, 1), false));
}
Value builtin_tract_flat_sum(const Call& c) {
  const Morphism first = flat_argument(c, 0);
  return made(c, sum(c.arith, first, flat_argument(c, 1), true));
}
Value builtin_tract_restrict(const Call& c) {
  const Morphism& f = morphism_argument(c, 0);
  return made(c, restrict_to(c.arith, f, to_map(c.arith, c.tuple(1))));
}
Value builtin_tract_factorize(const Call& c) {
  const Morphism& f = morphism_argument(c, 0);
  return made(c, factorize(c.arith, f, to_map(c.arith, c.tuple(1))));
}

Value builtin_tract_is_sorted(const Call& c) { return said(c, is_sorted(morphism_argument(c, 0))); }
Value builtin_tract_sort(const Call& c) { return made(c, sort(c.arith, flat_argument(c, 0))); }
Value builtin_tract_squeeze(const Call& c) { return made(c, squeeze(c.arith, flat_argument(c, 0))); }
Value builtin_tract_is_coalesced(const Call& c) { return said(c, is_coalesced(morphism_argument(c, 0))); }
Value builtin_tract_coalesce(const Call& c) { return made(c, coalesce(c.arith, morphism_argument(c, 0))); }
Value builtin_tract_flat_coalesce(const Call& c) { return made(c, coalesce_flat(c.arith, flat_argument(c, 0), false)); }
Value builtin_tract_strong_coalesce(const Call& c) {
  return made(c, coalesce_flat(c.arith, flat_argument(c, 0), true));
}

Value builtin_tract_is_complementable(const Call& c) { return said(c, is_complementable(morphism_argument(c, 0))); }
Value builtin_tract_complement(const Call& c) { return made(c, complement(c.arith, morphism_argument(c, 0))); }
Value builtin_tract_flat_complement(const Call& c) { return made(c, complement(c.arith, flat_argument(c, 0))); }
Value builtin_tract_is_complementary_to(const Call& c) {
  return said(c, is_complementary_to(c.arith, morphism_argument(c, 0), morphism_argument(c, 1)));
}
Value builtin_tract_is_divisible(const Call& c) {
  return said(c, is_divisible(morphism_argument(c, 0), morphism_argument(c, 1)));
}
Value builtin_tract_logical_divide(const Call& c) {
  return made(c, logical_divide(c.arith, morphism_argument(c, 0), morphism_argument(c, 1), false));
}
Value builtin_tract_flat_divide(const Call& c) {
  const Morphism first = flat_argument(c, 0);
  return made(c, logical_divide(c.arith, first, flat_argument(c, 1), true));
}
Value builtin_tract_is_product_admissible(const Call& c) {
  return said(c, is_product_admissible(c.arith, morphism_argument(c, 0), morphism_argument(c, 1)));
}
Value builtin_tract_logical_product(const Call& c) {
  return made(c, logical_product(c.arith, morphism_argument(c, 0), morphism_argument(c, 1), false));
}
Value builtin_tract_flat_product(const Call& c) {
  const Morphism first = flat_argument(c, 0);
  return made(c, logical_product(c.arith, first, flat_argument(c, 1), true));
}

// --- refinements ---

Value builtin_tract_refines(const Call& c) {
  const TupleRef fine = object_argument(c, 0);
  const TupleRef coarse = object_argument(c, 1);
  return said(c, refines(fine, coarse));
}

Value builtin_tract_mutual_refinement(const Call& c) {
  const TupleRef t = object_argument(c, 0);
  const TupleRef u = object_argument(c, 1);
  if (c.arith.failed()) return static_int(0);
  charge(c);
  const auto [first, second] = mutual_refinement(c.arith, t, u);
  return make_tuple(c.arith, {first, second});
}
Value builtin_tract_pullback(const Call& c) {
  const Morphism& f = morphism_argument(c, 0);
  return made(c, pullback(c.arith, f, c.tuple(1)));
}
Value builtin_tract_pushforward(const Call& c) {
  const Morphism& f = morphism_argument(c, 0);
  return made(c, pushforward(c.arith, f, c.tuple(1)));
}
Value builtin_tract_inclusion(const Call& c) {
  const TupleRef first = object_argument(c, 0);
  const TupleRef whole = object_argument(c, 1);
  if (c.arith.failed()) return static_int(0);
  return made(c, inclusion(c.arith, first, whole));
}
Value builtin_tract_weak_composite(const Call& c) {
  return made(c, weak_composite(c.arith, morphism_argument(c, 0), morphism_argument(c, 1)));
}

// --- finite sets ---

Value builtin_tract_colex(const Call& c) {
  const TupleRef shape = object_argument(c, 0);
  const TupleRef x = c.tuple(1);
  if (c.arith.failed()) return static_int(0);
  charge(c);
  return colex(c.arith, shape, x);
}
Value builtin_tract_colex_inverse(const Call& c) {
  const TupleRef shape = object_argument(c, 0);
  const Int x = c.integer(1);
  if (c.arith.failed()) return static_int(0);
  charge(c);
  return colex_inverse(c.arith, shape, x);
}

Value builtin_tract_realize(const Call& c) {
  const auto* span = c.args[0].as<TupleSpan>();
  const Morphism& f = span != nullptr ? span->legs : morphism_argument(c, 0);
  const Int count = size(c.arith, f);
  if (c.arith.ok() && count.value >= max_tuple_nodes) {
    c.arith.fail(ErrorCode::too_large,
                 say("the realization has {} {value|values}; the limit is {}", count.value, max_tuple_nodes - 1),
                 say("apply(f, x) gives a single value"));
  }
  if (c.arith.failed()) return static_int(0);
  charge(c);
  if (!c.charge(static_cast<std::uint64_t>(count.value))) return static_int(0);
  return flat_tuple(c.arith, realization(c.arith, f));
}

Value builtin_tract_apply(const Call& c) {
  const auto* span = c.args[0].as<TupleSpan>();
  const Morphism& f = span != nullptr ? span->legs : morphism_argument(c, 0);
  const Int x = c.integer(1);
  if (c.arith.failed()) return static_int(0);
  charge(c);
  return realize(c.arith, f, x);
}

// --- profiles, divisibility, spans ---

Value builtin_tract_profile(const Call& c) { return profile_of(c.arith, c.shape(0)); }

Value builtin_tract_substitute(const Call& c) {
  const TupleRef profile = c.tuple(0);
  const TupleRef values = c.tuple(1);
  if (c.arith.ok() && !profile.all_any()) {
    c.arith.fail(ErrorCode::arguments, say("a profile consists of `_`, not {}", to_text(IntTuple(profile))),
                 say("(_,(_,_))"));
  }
  if (c.arith.failed()) return static_int(0);
  charge(c);
  std::vector<TupleRef> modes;
  for (const TupleRef mode : values) modes.push_back(mode);
  return substitute(c.arith, profile, modes);
}

Value builtin_tract_divisibility_morphism(const Call& c) {
  return made_of_entries(c, [&](TupleRef domain, TupleRef codomain, std::vector<int> map) -> Value {
    charge(c);
    return Object::make(make_divisibility_morphism(c.arith, domain, codomain, std::move(map)));
  });
}
Value builtin_tract_refinement_morphism(const Call& c) {
  const TupleRef fine = c.tuple(0);
  const TupleRef coarse = c.tuple(1);
  if (c.arith.failed()) return static_int(0);
  charge(c);
  DivisibilityMorphism out = refinement_morphism(c.arith, fine, coarse);
  return Object::make(std::move(out));
}
Value builtin_tract_is_active(const Call& c) { return said(c, is_active(*underlying(c).map)); }
Value builtin_tract_is_nondecreasing(const Call& c) { return said(c, is_nondecreasing(*underlying(c).map)); }
Value builtin_tract_is_surjective(const Call& c) {
  const Underlying u = underlying(c);
  return said(c, is_surjective_on(*u.map, u.codomain_entries));
}
Value builtin_tract_is_refinement(const Call& c) { return said(c, is_refinement(divisibility_argument(c, 0))); }

Value builtin_tract_span(const Call& c) {
  const Morphism& f = morphism_argument(c, 0);
  charge(c);
  TupleSpan out = make_span(c.arith, f);
  return Object::make(std::move(out));
}
Value builtin_tract_forward_leg(const Call& c) {
  const auto* span = c.args[0].as<TupleSpan>();
  if (span == nullptr) return c.wrong(0, term("a span, such as span(((2,6),3)--(1,0,2)-->(2,3))"));
  return made(c, flatten(c.arith, span->legs));
}
Value builtin_tract_backward_leg(const Call& c) {
  const auto* span = c.args[0].as<TupleSpan>();
  if (span == nullptr) return c.wrong(0, term("a span, such as span(((2,6),3)--(1,0,2)-->(2,3))"));
  charge(c);
  return Object::make(backward_leg(c.arith, *span));
}

}  // namespace stridescope
