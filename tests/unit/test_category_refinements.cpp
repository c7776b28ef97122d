// Refinements, pullback and pushforward, spans, operads, and composition of layouts by morphisms against CuTe's.
#include <algorithm>

#include "core/facts/equality.h"
#include "tests/unit/category.h"

namespace stridescope::category {
namespace {

using laws::Random;
using laws::Tally;

// All tuples with that product and entries of at least 2: the ordered factorizations.
void factorizations(std::int64_t size, Integers& prefix, std::vector<Integers>& out) {
  if (size == 1) {
    out.push_back(prefix);
    return;
  }
  for (std::int64_t first = 2; first <= size; ++first) {
    if (size % first != 0) continue;
    prefix.push_back(first);
    factorizations(size / first, prefix, out);
    prefix.pop_back();
  }
}

std::vector<Integers> factorizations(std::int64_t size) {
  std::vector<Integers> out;
  Integers prefix;
  factorizations(size, prefix, out);
  return out;
}

// Every refinement of a flat tuple by one level: each entry stays or becomes one of its factorizations.
template <class Visit>
void each_refinement(const Integers& coarse, Visit&& visit, std::vector<Integers> parts = {}) {
  if (parts.size() == coarse.size()) {
    Arith m;
    TupleBuilder out(m);
    out.open();
    for (const Integers& part : parts) {
      if (part.size() != 1) out.open();
      for (const std::int64_t value : part) out.integer(static_int(value));
      if (part.size() != 1) out.close();
    }
    out.close();
    visit(out.take());
    return;
  }
  for (Integers& part : factorizations(coarse[parts.size()])) {
    parts.push_back(std::move(part));
    each_refinement(coarse, visit, parts);
    parts.pop_back();
  }
}

// The values of a map to tuples, each tuple as the 1-D index of `grouping`: the result of an inverse colexicographic
// isomorphism, entry group by entry group.
std::string colex_agrees(TupleRef fine, TupleRef coarse) {
  Arith m;
  const std::vector<TupleRef> modes = relative_modes(fine, coarse);
  const std::int64_t size = size_of(m, coarse).value;
  for (std::int64_t x = 0; x < size; ++x) {
    const std::vector<Int> inner = entries(colex_inverse(m, fine, static_int(x)));
    const std::vector<Int> outer = entries(colex_inverse(m, coarse, static_int(x)));
    std::size_t at = 0;
    for (std::size_t j = 0; j < modes.size(); ++j) {
      const auto count = static_cast<std::size_t>(modes[j].leaf_count());
      const IntTuple part = flat_tuple(m, std::span(inner).subspan(at, count));
      at += count;
      if (colex(m, modes[j], part).value != outer[j].value || !m.ok()) return cat("at ", x, ", entry ", j + 1);
    }
    if (colex(m, fine, flat_tuple(m, inner)).value != x) return cat("colex is no inverse at ", x);
  }
  return m.ok() ? std::string() : std::string("is refused");
}

// Compares composition by morphisms and CuTe's composition of A, then B. The tally counts cases that both accept.
struct Refusals {
  long outside = 0;       // only by morphisms: A leaves the domain of B, which CuTe treats as unbounded
  long by_morphisms = 0;  // by morphisms only, within the domain: a mutual refinement does not exist
  long by_cute = 0;
  long by_both = 0;

  std::string text() const {
    return cat("where A leaves the domain of B, ", outside, " pairs are refused by morphisms only; within it ",
               by_morphisms, "; ", by_cute, " by CuTe only, ", by_both, " by both");
  }
};
void compare(Tally& tally, Refusals& refusals, const Layout& a, const Layout& b) {
  Arith m;
  Arith c;
  const Layout ours = compose_layouts(m, a, b);
  const Layout cute = composition(c, LayoutRef(b), LayoutRef(a));
  if (!m.ok() || !c.ok()) {
    const Integers reached = values_of(a);
    Arith s;
    const bool leaves_domain = *std::max_element(reached.begin(), reached.end()) >= size_of(s, b.shape).value;
    ++(m.ok()          ? refusals.by_cute
       : !c.ok()       ? refusals.by_both
       : leaves_domain ? refusals.outside
                       : refusals.by_morphisms);
    if (!m.ok()) return;
  }
  const auto describe = [&] { return cat(to_text(a), " then ", to_text(b)); };
  const Integers inner = values_of(a);
  const Integers outer = values_of(b);
  tally.add(difference(values_of(ours), after(inner, outer)), describe);
  if (c.ok()) tally.add(difference(values_of(ours), values_of(cute)), describe);
}

}  // namespace

TEST_CASE("law: refinements act as inverse colexicographic isomorphisms, exhaustively") {
  Tally tally;
  for (std::int64_t size = 2; size <= 72; ++size) {
    for (const Integers& coarse : factorizations(size)) {
      each_refinement(coarse, [&](const IntTuple& fine) {
        if (!laws::wanted()) return;
        const IntTuple object = tuple_of(coarse);
        const auto describe = [&] { return cat(to_text(fine), " of ", to_text(object)); };
        if (!refines(fine, object)) {
          tally.add("is no refinement", describe);
          return;
        }
        tally.add(colex_agrees(fine, object), describe);
        Arith m;
        const DivisibilityMorphism leg = refinement_morphism(m, fine, object);
        Message why;
        tally.add(m.ok() && is_refinement(leg, &why) ? "" : english(why), describe);
      });
    }
  }
  CHECK_HELD(tally, 4000);
}

TEST_CASE("law: pullback and pushforward keep the realization, exhaustively") {
  Tally tally;
  const Integers values = {1, 2, 4, 6};
  all_morphisms(2, values, [&](const Morphism& f) {
    Arith m;
    const Integers whole = realization(f);
    each_refinement(leaves(f.codomain), [&](const IntTuple& fine) {
      const Morphism pulled = pullback(m, f, fine);
      tally.add(m.ok() ? difference(realization(pulled), whole) : "is refused",
                [&] { return cat(to_text(f), " along ", to_text(fine)); });
      tally.add(refines(pulled.domain, f.domain) ? "" : "its domain is no refinement", [&] { return to_text(pulled); });
    });
    each_refinement(leaves(f.domain), [&](const IntTuple& fine) {
      const Morphism pushed = pushforward(m, f, fine);
      tally.add(m.ok() ? difference(realization(pushed), whole) : "is refused",
                [&] { return cat(to_text(f), " along ", to_text(fine)); });
      tally.add(refines(pushed.codomain, f.codomain) ? "" : "its codomain is no refinement",
                [&] { return to_text(pushed); });
    });
  });
  CHECK_HELD(tally, 2000);
}

TEST_CASE("law: a mutual refinement refines both, and one exists when brute force finds one") {
  Tally tally;
  std::vector<Integers> tuples;
  for (const std::int64_t size : {1, 2, 3, 4, 6, 8, 12, 24}) {
    for (Integers& one : factorizations(size)) tuples.push_back(std::move(one));
  }
  for (const Integers& t : tuples) {
    for (const Integers& u : tuples) {
      if (!laws::wanted()) continue;
      Arith m;
      const IntTuple left = tuple_of(t);
      const IntTuple right = tuple_of(u);
      const auto [first, second] = mutual_refinement(m, left, right);
      // By hand: the prefix products of t must be among the divisor chains that u can be broken along: every prefix
      // product of either, up to size(t), must divide or be divided by the next of the other.
      std::vector<std::int64_t> marks = {1};
      std::int64_t product = 1;
      for (const std::int64_t s : t) marks.push_back(product *= s);
      const std::int64_t size = product;
      product = 1;
      for (const std::int64_t s : u) marks.push_back(product *= s);
      std::sort(marks.begin(), marks.end());
      bool exists = product % size == 0;
      for (std::size_t i = 0; i + 1 < marks.size() && marks[i] < size; ++i)
        exists = exists && marks[i + 1] % marks[i] == 0;
      // The last mark inside t, and the one that ends u's entry around the end of t.
      for (std::size_t i = 0; i + 1 < marks.size(); ++i) {
        if (marks[i] == size && marks[i + 1] % marks[i] != 0) exists = false;
      }
      const auto describe = [&] { return cat(to_text(left), " and ", to_text(right)); };
      if (!m.ok()) {
        tally.add(exists ? "is refused" : "", describe);
        continue;
      }
      const Integers a = leaves(first);
      const Integers b = leaves(second);
      const bool prefix = a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin());
      tally.add(exists && prefix && refines(first, left) && refines(second, right) ? "" : "is none", describe);
    }
  }
  CHECK_HELD(tally, 1000);
}

TEST_CASE("law: spans compose associatively, with units, and their realization is a functor") {
  Tally tally;
  Random random(8);
  const auto random_span = [&](const Integers& domain) {
    // Refine the domain at random, then map its entries to random targets.
    Arith m;
    TupleBuilder out(m);
    out.open();
    for (const std::int64_t value : domain) {
      const std::vector<Integers> parts = factorizations(value);
      const Integers& part = parts[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(parts.size())))];
      if (value == 1) {
        out.integer(static_int(1));
        continue;
      }
      out.open();
      for (const std::int64_t p : part) out.integer(static_int(p));
      out.close();
    }
    out.close();
    const IntTuple apex = out.take();
    Integers codomain;
    std::vector<int> map;
    for (const std::int64_t value : leaves(apex)) {
      const bool keep = random.chance(70);
      if (random.chance(25)) codomain.push_back(2 + random.below(3));
      if (keep) codomain.push_back(value);
      map.push_back(keep ? static_cast<int>(codomain.size()) : 0);
    }
    return TupleSpan{{apex, tuple_of(codomain), map}};
  };
  const int rounds = laws::complete ? 3000 : 200;
  for (int i = 0; i < rounds; ++i) {
    Integers start;
    for (std::int64_t k = 1 + random.below(2); k > 0; --k) start.push_back(std::int64_t{1} << (1 + random.below(3)));
    const TupleSpan f = random_span(start);
    const TupleSpan g = random_span(leaves(f.legs.codomain));
    const TupleSpan h = random_span(leaves(g.legs.codomain));
    Arith m;
    const TupleSpan left = compose(m, compose(m, f, g), h);
    const TupleSpan right = compose(m, f, compose(m, g, h));
    const auto describe = [&] { return cat(to_text(f.legs), ", ", to_text(g.legs), ", ", to_text(h.legs)); };
    tally.add(m.ok() ? "" : "is refused", describe);
    tally.add(same_morphism(left.legs, right.legs) ? "" : "is not associative", describe);
    const TupleSpan unit = make_span(m, identity_morphism(span_domain(m, f)));
    tally.add(same_morphism(compose(m, unit, f).legs, f.legs) ? "" : "the unit changes it", describe);
    tally.add(difference(realization(compose(m, f, g).legs), after(realization(f.legs), realization(g.legs))),
              describe);
    Message why;
    tally.add(is_refinement(backward_leg(m, f), &why) ? "" : english(why), describe);
    tally.add(same_tuple(span_domain(m, left), span_domain(m, f)) ? "" : "begins elsewhere", describe);
  }
  CHECK_HELD(tally, 15000);
}

TEST_CASE("law: profiles are an operad: substitution is associative and has a unit") {
  Tally tally;
  std::vector<IntTuple> profiles;
  for (int count = 1; count <= 3; ++count) {
    Arith m;
    for (const IntTuple& nesting : laws::nestings(count)) profiles.push_back(profile_of(m, nesting));
  }
  profiles.push_back(IntTuple::any());
  const auto pick = [&](Random& random) -> const IntTuple& {
    return profiles[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(profiles.size())))];
  };
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    Arith m;
    const IntTuple& p = pick(random);
    std::vector<IntTuple> q;
    std::vector<IntTuple> r;       // for all entries of all q
    std::vector<IntTuple> q_of_r;  // each q with the corresponding r substituted
    for (int k = 0; k < p.ref().leaf_count(); ++k) q.push_back(pick(random));
    for (const IntTuple& one : q) {
      std::vector<TupleRef> here;
      const std::size_t first = r.size();
      for (int k = 0; k < one.ref().leaf_count(); ++k) r.push_back(pick(random));
      for (std::size_t k = first; k < r.size(); ++k) here.push_back(r[k]);
      q_of_r.push_back(substitute(m, one, here));
    }
    const auto refs = [](const std::vector<IntTuple>& values) {
      return std::vector<TupleRef>(values.begin(), values.end());
    };
    const IntTuple inside = substitute(m, substitute(m, p, refs(q)), refs(r));
    const IntTuple outside = substitute(m, p, refs(q_of_r));
    const auto describe = [&] { return to_text(p); };
    tally.add(m.ok() && inside == outside ? "" : "is not associative", describe);
    const std::vector<IntTuple> units(static_cast<std::size_t>(p.ref().leaf_count()), IntTuple::any());
    tally.add(substitute(m, p, refs(units)) == p && substitute(m, IntTuple::any(), refs({p})) == p ? "" : "has no unit",
              describe);
  }
  CHECK_HELD(tally, 4000);
}

TEST_CASE("law: divisibility morphisms are a category around tuple morphisms and refinements") {
  Tally tally;
  each_tuple(2, {2, 3, 6}, [&](const Integers& s) {
    each_tuple(2, {1, 2, 6, 12}, [&](const Integers& t) {
      laws::for_each_vector(static_cast<int>(s.size()), {0, 1, 2}, [&](const Integers& raw) {
        std::vector<int> map(raw.begin(), raw.end());
        Arith m;
        const DivisibilityMorphism f = make_divisibility_morphism(m, tuple_of(s), tuple_of(t), map);
        bool valid = true;
        std::vector<std::int64_t> products(t.size(), 1);
        for (std::size_t i = 0; i < map.size(); ++i) {
          if (static_cast<std::size_t>(map[i]) > t.size())
            valid = false;
          else if (map[i] > 0)
            products[static_cast<std::size_t>(map[i] - 1)] *= s[i];
        }
        for (std::size_t j = 0; j < t.size(); ++j) valid = valid && t[j] % products[j] == 0;
        const auto describe = [&] { return cat(to_text(tuple_of(s)), " to ", to_text(tuple_of(t))); };
        tally.add(valid == m.ok() ? "" : "is judged otherwise", describe);
        if (!valid) return;
        const DivisibilityMorphism same = compose(m, f, to_divisibility(m, identity_morphism(f.codomain)));
        tally.add(same.map == f.map ? "" : "the identity changes it", describe);
        const bool refinement = std::find(map.begin(), map.end(), 0) == map.end() &&
                                std::is_sorted(map.begin(), map.end()) && products == t &&
                                std::all_of(t.begin(), t.end(), [](std::int64_t x) { return x > 1; });
        // An entry 1 of the codomain that is not hit is the only difference between equal products and surjectivity.
        if (std::all_of(t.begin(), t.end(), [](std::int64_t x) { return x > 1; }))
          tally.add(refinement == is_refinement(f) ? "" : "a refinement is judged otherwise", describe);
      });
    });
  });
  CHECK_HELD(tally, 400);
}

TEST_CASE("law: composition by morphisms is CuTe's, all small tractable layouts") {
  std::vector<Layout> family;
  each_tuple(2, {1, 2, 3, 4}, [&](const Integers& s) {
    laws::for_each_vector(static_cast<int>(s.size()), {0, 1, 2, 3, 4, 6, 8, 12}, [&](const Integers& d) {
      if (tractable(s, d)) family.push_back(layout_of(s, d));
    });
  });
  std::vector<Layout> left = family;
  for (const Integers& s : {Integers{2, 3, 2}, {4, 3, 2}, {2, 2, 4}, {6, 2, 3}}) {
    laws::for_each_vector(3, {0, 1, 2, 4, 6, 8, 12, 24}, [&](const Integers& d) {
      if (tractable(s, d)) left.push_back(layout_of(s, d));
    });
  }
  Tally tally;
  Refusals refusals;
  long pairs = 0;
  for (const Layout& b : left) {
    for (const Layout& a : family) {
      if (!laws::wanted()) continue;
      ++pairs;
      compare(tally, refusals, a, b);
    }
  }
  CHECK_HELD(tally, 50000);
  MESSAGE(pairs, " pairs; ", refusals.text());
  // CuTe composes everything that the morphisms accept, too.
  CHECK(refusals.by_cute == 0);
}

TEST_CASE("law: composition by morphisms is CuTe's, 100,000 random pairs of tractable layouts") {
  Tally tally;
  Refusals refusals;
  Random random(2026);
  const int rounds = laws::complete ? 100000 : 4000;
  long composed = 0;
  for (int i = 0; i < rounds; ++i) {
    Arith m;
    const Layout b = encoded_layout(m, random_morphism(random, 2 + static_cast<int>(random.below(4)), 6));
    // Half of the time the codomain of A is made from the shape of B, so that they meet.
    Morphism f = random_morphism(random, 2 + static_cast<int>(random.below(3)), 6);
    if (i % 2 == 0) {
      Integers codomain;
      for (const std::int64_t s : leaves(b.shape)) {
        const std::vector<Integers> parts = factorizations(s);
        const Integers& part = parts[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(parts.size())))];
        codomain.insert(codomain.end(), part.begin(), part.end());
      }
      Integers domain;
      std::vector<int> map;
      std::vector<int> places;
      for (std::size_t j = 0; j < codomain.size(); ++j) places.push_back(static_cast<int>(j) + 1);
      for (std::size_t j = places.size(); j-- > 1;)
        std::swap(places[j], places[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(j) + 1))]);
      for (const int place : places) {
        if (!random.chance(60)) continue;
        domain.push_back(codomain[static_cast<std::size_t>(place - 1)]);
        map.push_back(place);
      }
      f = {tuple_of(domain), tuple_of(codomain), map};
    }
    const Layout a = encoded_layout(m, f);
    if (size_of(m, a.shape).value > 4096 || size_of(m, b.shape).value > 4096) continue;
    const long before = tally.tried();
    compare(tally, refusals, a, b);
    composed += tally.tried() > before ? 1 : 0;
  }
  CHECK_HELD(tally, 60000);
  MESSAGE(rounds, " pairs, ", composed, " composed; ", refusals.text());
}

}  // namespace stridescope::category
