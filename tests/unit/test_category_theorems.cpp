// The theorems of "Categorical Foundations for CuTe Layouts", by brute force over all small objects. The families are
// complete within their limits; the reference is tests/unit/category.h, not core/category.
#include <set>

#include "tests/unit/category.h"

namespace stridescope::category {
namespace {

using laws::Tally;

// A divided or repeated layout differs from CuTe's in the modes that CuTe drops; as functions they must agree.
std::string same_function(LayoutRef a, LayoutRef b) { return difference(values_of(a), values_of(b)); }

// (a,b,c) as ((a,b),c); shorter tuples as they are.
IntTuple folded(TupleRef t) {
  if (t.size() < 2) return IntTuple(t);
  Arith m;
  TupleBuilder out(m);
  out.open();
  out.open();
  out.copy(t[0]);
  out.copy(t[1]);
  out.close();
  for (int i = 2; i < t.size(); ++i) out.copy(t[i]);
  out.close();
  return out.take();
}

std::string same_layout(const Layout& a, const Layout& b) {
  return same_tuple(a.shape, b.shape) && same_tuple(a.stride, b.stride) ? std::string()
                                                                        : cat(to_text(a), " and ", to_text(b));
}

}  // namespace

TEST_CASE("law: tractable by the definition over all pairs, exhaustively") {
  Tally tally;
  const Integers extents = {1, 2, 3, 4};
  const Integers strides = {0, 1, 2, 3, 4, 6, 8, 12};
  long tractables = 0;
  each_tuple(3, extents, [&](const Integers& s) {
    laws::for_each_vector(static_cast<int>(s.size()), strides, [&](const Integers& d) {
      const Layout a = layout_of(s, d);
      const auto gap = tractability_gap(a);
      std::string wrong = gap.has_value() == tractable(s, d) ? "is judged otherwise" : "";
      if (gap) {
        // The named pair violates it.
        const auto i = static_cast<std::size_t>(gap->first - 1);
        const auto j = static_cast<std::size_t>(gap->second - 1);
        if (d[i] == 0 || d[j] == 0 || d[j] % (s[i] * d[i]) == 0)
          wrong = cat("names a pair that does not break it: ", english(gap->why));
      } else {
        ++tractables;
      }
      tally.add(wrong, [&] { return to_text(a); });
    });
  });
  CHECK_HELD(tally, 30000);
  if (laws::complete) CHECK(tractables == 9406);
}

TEST_CASE(
    "law: non-degenerate tractable layouts and non-degenerate morphisms of standard form correspond, exhaustively") {
  Tally there;
  std::set<std::string> encoded;
  // One direction: a layout, its standard representation, and the layout that this encodes.
  each_tuple(3, {1, 2, 3, 4}, [&](const Integers& s) {
    laws::for_each_vector(static_cast<int>(s.size()), {0, 1, 2, 3, 4, 6, 8, 12, 24}, [&](const Integers& d) {
      if (!tractable(s, d)) return;
      const Layout a = layout_of(s, d);
      Arith m;
      const Morphism f = standard_representation(m, a, false);
      std::string wrong = same_layout(encoded_layout(m, f), a);
      if (!m.ok()) wrong = "is refused";
      if (is_nondegenerate(a) && !is_standard_form(f)) wrong = "is not of standard form";
      if (is_nondegenerate(a) != is_nondegenerate(f)) wrong = "degenerate on one side only";
      if (wrong.empty()) wrong = difference(realization(f), values_of(a));
      // Nested: the same layout and the same map, with the domain's nesting.
      if (s.size() > 1) {
        const Layout nested = {folded(a.shape), folded(a.stride)};
        const Morphism n = standard_representation(m, nested, false);
        if (wrong.empty()) wrong = same_layout(encoded_layout(m, n), nested);
        if (!same_morphism(flatten(m, n), f) || !same_morphism(standard_representation(m, nested, true), f))
          wrong = cat("is another morphism when nested: ", to_text(n));
      }
      there.add(wrong, [&] { return cat(to_text(a), " as ", to_text(f)); });
      encoded.insert(to_text(f));
    });
  });
  CHECK_HELD(there, 6000);
  // The other direction: a morphism in standard form, its layout, and the standard representation of that.
  Tally back;
  long standard = 0;
  all_morphisms(4, {1, 2, 3}, [&](const Morphism& f) {
    Arith m;
    const Morphism form = standard_form(m, f);
    std::string wrong = difference(realization(form), realization(f));
    if (!is_standard_form(form) && is_nondegenerate(f)) wrong = "standard_form gives none";
    if (is_standard_form(f) != same_morphism(form, f)) wrong = "standard form is judged otherwise";
    if (is_standard_form(f) && is_nondegenerate(f)) {
      ++standard;
      const Morphism again = standard_representation(m, encoded_layout(m, f), false);
      if (!same_morphism(again, f)) wrong = cat("comes back as ", to_text(again));
    }
    back.add(m.ok() ? wrong : "is refused", [&] { return to_text(f); });
  });
  CHECK_HELD(back, 40000);
  if (laws::complete) {
    CHECK(encoded.size() == static_cast<std::size_t>(there.tried()));
    CHECK(standard > 2000);
  }
}

TEST_CASE("law: the encoded layout of coalesce and complement, exhaustively") {
  Tally coalesced;
  Tally complements;
  all_morphisms(4, {1, 2, 3}, [&](const Morphism& f) {
    if (!laws::wanted()) return;
    Arith m;
    const Layout a = encoded_layout(m, f);
    const auto describe = [&] { return to_text(f); };
    coalesced.add(same_layout(encoded_layout(m, coalesce(m, f)), coalesce(m, LayoutRef(a))), describe);
    // Strong coalescence changes the codomain only.
    coalesced.add(difference(realization(coalesce_flat(m, f, true)), values_of(a)), describe);
    coalesced.add(difference(realization(coalesce_flat(m, f, false)), values_of(a)), describe);
    coalesced.add(difference(realization(squeeze(m, f)), values_of(a)), describe);
    if (!is_complementable(f) || !is_standard_form(f) || !is_nondegenerate(f)) return;
    const Morphism rest = complement(m, f);
    Arith c;
    const Layout cute = complement(c, LayoutRef(a));
    if (!c.ok()) {
      complements.add("CuTe refuses", describe);
      return;
    }
    complements.add(same_layout(coalesce(m, LayoutRef(encoded_layout(m, rest))), coalesce(m, LayoutRef(cute))),
                    describe);
    // Both together are compact, with the size from complement_size.
    const Integers all = values_of(encoded_layout(m, concat(m, f, rest, false)));
    const std::set<std::int64_t> different(all.begin(), all.end());
    const Int size = complement_size(m, a);
    complements.add(different.size() == all.size() &&
                            *different.rbegin() + 1 == static_cast<std::int64_t>(all.size()) &&
                            size.value == static_cast<std::int64_t>(all.size())
                        ? ""
                        : "is no complement",
                    describe);
    complements.add(m.ok() ? "" : "is refused", describe);
  });
  CHECK_HELD(coalesced, 160000);
  CHECK_HELD(complements, 2000);
}

TEST_CASE("law: realization and flattening are functors; composites encode composites, exhaustively") {
  Tally tally;
  Tally cute;
  const Integers values = {1, 2, 3};
  each_tuple(3, values, [&](const Integers& s) {
    each_tuple(3, values, [&](const Integers& t) {
      each_morphism(s, t, [&](const Morphism& f) {
        each_tuple(2, values, [&](const Integers& u) {
          each_morphism(t, u, [&](const Morphism& g) {
            if (!laws::wanted()) return;
            Arith m;
            const auto describe = [&] { return cat(to_text(f), " then ", to_text(g)); };
            const Morphism h = compose(m, f, g);
            tally.add(difference(realization(h), after(realization(f), realization(g))), describe);
            // The flattening functor: nested morphisms compose as their flattenings do.
            const IntTuple middle = folded(f.codomain);
            const Morphism nf = {folded(f.domain), middle, f.map};
            const Morphism ng = {middle, folded(g.codomain), g.map};
            const Morphism nh = compose(m, nf, ng);
            tally.add(same_morphism(flatten(m, nh), compose(m, flatten(m, nf), flatten(m, ng))) &&
                              same_morphism(flatten(m, nh), h) && same_tuple(nh.domain, nf.domain)
                          ? ""
                          : "does not flatten as its flattenings compose",
                      describe);
            Arith c;
            const Layout a = encoded_layout(m, f);
            const Layout b = encoded_layout(m, g);
            const Layout r = composition(c, LayoutRef(b), LayoutRef(a));
            if (c.ok()) {
              cute.add(same_function(r, encoded_layout(m, h)), describe);
            } else {
              cute.refuse();
            }
          });
        });
      });
    });
  });
  CHECK_HELD(tally, 30000);
  CHECK_HELD(cute, 20000);
  Tally units;
  all_morphisms(3, values, [&](const Morphism& f) {
    Arith m;
    const bool unital = same_morphism(compose(m, identity_morphism(f.domain), f), f) &&
                        same_morphism(compose(m, f, identity_morphism(f.codomain)), f);
    units.add(unital ? "" : "an identity changes it", [&] { return to_text(f); });
    if (is_isomorphism(f)) {
      const bool inverted = same_morphism(compose(m, f, inverse(m, f)), identity_morphism(f.domain));
      units.add(inverted ? "" : "its inverse is none", [&] { return to_text(f); });
    }
    // The realization at single points, by core/category.
    const Integers all = realization(f);
    std::string wrong;
    for (std::size_t x = 0; x < all.size(); ++x) {
      if (realize(m, f, static_int(static_cast<std::int64_t>(x))).value != all[x])
        wrong = cat("realized otherwise at ", x);
    }
    Integers together;
    for (const Int& value : stridescope::realization(m, f)) together.push_back(value.value);
    if (wrong.empty()) wrong = difference(together, all);
    units.add(wrong, [&] { return to_text(f); });
  });
  CHECK_HELD(units, 3000);
}

TEST_CASE("law: division and product encode division and product, exhaustively") {
  Tally divided;
  Tally multiplied;
  const Integers values = {1, 2, 3};
  each_tuple(3, values, [&](const Integers& middle) {
    each_tuple(3, values, [&](const Integers& s) {
      each_morphism(s, middle, [&](const Morphism& g) {
        if (!is_complementable(g)) return;
        // f after (g, complement of g), for every f with this domain.
        each_tuple(3, values, [&](const Integers& t) {
          each_morphism(middle, t, [&](const Morphism& f) {
            if (!laws::wanted()) return;
            Arith m;
            const auto describe = [&] { return cat(to_text(f), " by ", to_text(g)); };
            const Morphism quotient = logical_divide(m, f, g, false);
            Arith c;
            const Layout cute =
                coalesce(c, LayoutRef(logical_divide(c, encoded_layout(c, f), Tiler(encoded_layout(c, g)))));
            if (c.ok()) {
              divided.add(same_layout(coalesce(m, LayoutRef(encoded_layout(m, quotient))), cute), describe);
            } else {
              divided.refuse();
            }
            divided.add(m.ok() && is_divisible(f, g) ? "" : "is refused", describe);
          });
        });
        // (g, complement of g after h), for every h that ends at the domain of the complement.
        if (!is_standard_form(g)) return;
        Arith m;
        const Morphism rest = complement(m, g);
        each_tuple(2, values, [&](const Integers& u) {
          each_morphism(u, leaves(rest.domain), [&](const Morphism& h) {
            const auto describe = [&] { return cat(to_text(g), " times ", to_text(h)); };
            const Morphism product = logical_product(m, g, h, false);
            Arith c;
            const Layout cute = logical_product(c, encoded_layout(c, g), Tiler(encoded_layout(c, h)));
            if (c.ok()) {
              multiplied.add(same_function(encoded_layout(m, product), cute), describe);
            } else {
              multiplied.refuse();
            }
            multiplied.add(m.ok() && is_product_admissible(m, g, h) ? "" : "is refused", describe);
          });
        });
      });
    });
  });
  CHECK_HELD(divided, 10000);
  CHECK_HELD(multiplied, 1000);
  MESSAGE("division: CuTe refuses ", divided.refused(), "; product: ", multiplied.refused());
}

}  // namespace stridescope::category
