// Morphisms under divisibility, and spans. The two legs of a span are stored as one nested morphism, so that the
// composition of spans is a pullback of existing morphisms.
#include "core/category/operad.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void print_divisibility(std::string& out, const void* object, IntegerMode mode) {
  const auto& f = *static_cast<const DivisibilityMorphism*>(object);
  out += "divisibility_morphism(";
  print(out, f.domain, mode);
  out += ", ";
  print(out, f.codomain, mode);
  out += ", (";
  for (std::size_t i = 0; i < f.map.size(); ++i) append_all(out, i > 0 ? "," : "", f.map[i]);
  out += "))";
}

bool equal_divisibility(const void* a, const void* b) {
  const auto& x = *static_cast<const DivisibilityMorphism*>(a);
  const auto& y = *static_cast<const DivisibilityMorphism*>(b);
  return x.map == y.map && same_tuple(x.domain, y.domain) && same_tuple(x.codomain, y.codomain);
}

void print_span(std::string& out, const void* object, IntegerMode mode) {
  out += "span(";
  Morphism::object_kind.print(out, &static_cast<const TupleSpan*>(object)->legs, mode);
  out += ')';
}

bool equal_spans(const void* a, const void* b) {
  return same_morphism(static_cast<const TupleSpan*>(a)->legs, static_cast<const TupleSpan*>(b)->legs);
}

// For each entry of the codomain, the product of the entries that map to it.
std::vector<Int> products_over(Arith& arith, const std::vector<Int>& domain, const std::vector<int>& map,
                               std::size_t count) {
  std::vector<Int> out(count, static_int(1));
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (map[i] == 0) continue;
    Int& product = out[static_cast<std::size_t>(map[i] - 1)];
    product = arith.mul(product, domain[i]);
  }
  return out;
}

}  // namespace

const ObjectKind DivisibilityMorphism::object_kind = {"divisibility morphism", &print_divisibility,
                                                      &equal_divisibility};
const ObjectKind TupleSpan::object_kind = {"span", &print_span, &equal_spans};

DivisibilityMorphism make_divisibility_morphism(Arith& arith, TupleRef domain, TupleRef codomain,
                                                std::vector<int> map) {
  if (!positive_entries(arith, domain, term("the domain")) || !positive_entries(arith, codomain, term("the codomain")))
    return {};
  const std::vector<Int> s = entries(domain);
  const std::vector<Int> t = entries(codomain);
  if (map.size() != s.size()) {
    arith.fail(ErrorCode::rank_mismatch,
               say("the map has {} {entry|entries}, but the domain has {}", map.size(), s.size()));
    return {};
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (map[i] >= 0 && static_cast<std::size_t>(map[i]) <= t.size()) continue;
    arith.fail(ErrorCode::index_range,
               say("entry {} of the map is {}, but the codomain has {} {entry|entries}", i + 1, map[i], t.size()));
    return {};
  }
  const std::vector<Int> products = products_over(arith, s, map, t.size());
  for (std::size_t j = 0; j < t.size() && arith.ok(); ++j) {
    if (t[j].value % products[j].value == 0) continue;
    arith.fail(ErrorCode::divisibility,
               say("the entries that map to entry {} of the codomain have the product {}, which does not divide {}",
                   j + 1, products[j].value, t[j].value));
  }
  if (arith.failed()) return {};
  return arith.intact(DivisibilityMorphism{flat_tuple(arith, s), flat_tuple(arith, t), std::move(map)});
}

DivisibilityMorphism to_divisibility(Arith& arith, const Morphism& f) {
  return arith.intact(
      DivisibilityMorphism{flat_tuple(arith, entries(f.domain)), flat_tuple(arith, entries(f.codomain)), f.map});
}

DivisibilityMorphism compose(Arith& arith, const DivisibilityMorphism& f, const DivisibilityMorphism& g) {
  if (!same_tuple(f.codomain, g.domain)) {
    arith.fail(ErrorCode::profile_mismatch,
               say("not composable: the codomain {} of the first is not the domain {} of the second",
                   to_text(f.codomain), to_text(g.domain)));
    return {};
  }
  DivisibilityMorphism out = {f.domain, g.codomain, {}};
  for (const int j : f.map) out.map.push_back(j == 0 ? 0 : g.map[static_cast<std::size_t>(j - 1)]);
  return out;
}

DivisibilityMorphism refinement_morphism(Arith& arith, TupleRef fine, TupleRef coarse) {
  if (!positive_entries(arith, fine, term("the refinement")) || !positive_entries(arith, coarse, term("the tuple")))
    return {};
  if (!refines(fine, coarse)) {
    arith.fail(ErrorCode::profile_mismatch,
               say("{} does not refine {}", to_text(IntTuple(fine)), to_text(IntTuple(coarse))));
    return {};
  }
  return arith.intact(DivisibilityMorphism{flat_tuple(arith, entries(fine)), flat_tuple(arith, entries(coarse)),
                                           underlying_map(fine, coarse)});
}

bool is_active(const std::vector<int>& map) { return std::find(map.begin(), map.end(), 0) == map.end(); }

bool is_nondecreasing(const std::vector<int>& map) {
  int last = 0;
  for (const int j : map) {
    if (j != 0 && j < last) return false;
    last = std::max(last, j);
  }
  return true;
}

bool is_surjective_on(const std::vector<int>& map, int codomain_entries) {
  std::vector<char> hit(static_cast<std::size_t>(codomain_entries), 0);
  for (const int j : map) {
    if (j > 0) hit[static_cast<std::size_t>(j - 1)] = 1;
  }
  return std::find(hit.begin(), hit.end(), 0) == hit.end();
}

bool is_cocartesian(const DivisibilityMorphism& f) {
  Arith arith;
  const std::vector<Int> t = entries(f.codomain);
  const std::vector<Int> products = products_over(arith, entries(f.domain), f.map, t.size());
  return arith.ok() &&
         std::equal(t.begin(), t.end(), products.begin(), [](Int a, Int b) { return a.value == b.value; });
}

bool is_refinement(const DivisibilityMorphism& f, Message* why) {
  Message reason;
  if (!is_active(f.map)) {
    reason = say("it is not active: an entry maps to the base point");
  } else if (!is_surjective_on(f.map, f.codomain.ref().leaf_count())) {
    reason = say("it is not surjective: an entry of the codomain is not hit");
  } else if (!is_nondecreasing(f.map)) {
    reason = say("it is not non-decreasing");
  } else if (!is_cocartesian(f)) {
    reason = say("it is not cocartesian: a product is a proper divisor");
  }
  if (why != nullptr) *why = reason;
  return reason.empty();
}

TupleSpan make_span(Arith& arith, const Morphism& f) {
  Morphism legs = flatten_codomain(arith, f);
  if (!legs.domain.is_tuple()) legs.domain = make_tuple(arith, {legs.domain.ref()});
  return arith.intact(TupleSpan{std::move(legs)});
}

IntTuple span_domain(Arith& arith, const TupleSpan& s) {
  std::vector<Int> sizes;
  for (const TupleRef mode : s.legs.domain.ref()) sizes.push_back(size_of(arith, mode));
  return flat_tuple(arith, sizes);
}

DivisibilityMorphism backward_leg(Arith& arith, const TupleSpan& s) {
  DivisibilityMorphism out = {flat_tuple(arith, entries(s.legs.domain)), span_domain(arith, s), {}};
  int place = 0;
  for (const TupleRef mode : s.legs.domain.ref()) {
    ++place;
    out.map.insert(out.map.end(), static_cast<std::size_t>(mode.leaf_count()), place);
  }
  return arith.intact(std::move(out));
}

bool are_composable(const TupleSpan& first, const TupleSpan& second) {
  Arith arith;
  return same_tuple(first.legs.codomain, span_domain(arith, second)) && arith.ok();
}

TupleSpan compose(Arith& arith, const TupleSpan& first, const TupleSpan& second) {
  const IntTuple middle = span_domain(arith, second);
  if (!same_tuple(first.legs.codomain, middle)) {
    arith.fail(ErrorCode::profile_mismatch,
               say("not composable: the first span ends at {}, and the second begins at {}",
                   to_text(first.legs.codomain), to_text(middle)));
    return {};
  }
  return {compose(arith, pullback(arith, first.legs, second.legs.domain), second.legs)};
}

Layout compose_layouts(Arith& arith, LayoutRef a, LayoutRef b) {
  const Morphism f = standard_representation(arith, a, false);
  const Morphism g = standard_representation(arith, b, false);
  if (arith.failed()) return {};
  const Morphism composite = weak_composite(arith, f, g);
  if (arith.failed()) return {};
  return encoded_layout(arith, composite);
}

}  // namespace stridescope
