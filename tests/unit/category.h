// Families of small morphisms and tractable layouts, and their meaning, computed without core/category.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/category/operad.h"
#include "core/value/print.h"
#include "tests/unit/layouts.h"
#include "tests/unit/tally.h"

namespace stridescope::category {

using laws::Integers;

inline IntTuple tuple_of(const Integers& values) {
  Arith arith;
  TupleBuilder out(arith);
  out.open();
  for (const std::int64_t value : values) out.integer(static_int(value));
  out.close();
  return out.take();
}

inline Layout layout_of(const Integers& shape, const Integers& stride) { return {tuple_of(shape), tuple_of(stride)}; }

inline Integers leaves(TupleRef t) {
  Integers out;
  out.reserve(t.node_count());
  for (std::uint32_t i = 0; i < t.node_count(); ++i) {
    if (t.nodes()[i].kind == NodeKind::integer) out.push_back(t.nodes()[i].integer.value);
  }
  return out;
}

// The values of a layout at 0, 1, ..., size - 1.
inline Integers values_of(LayoutRef a) {
  const Integers s = leaves(a.shape);
  const Integers d = leaves(a.stride);
  Integers out = {0};
  std::int64_t size = 1;
  for (const std::int64_t extent : s) size *= extent;
  if (size > 1) out.reserve(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < s.size(); ++i) {
    const std::size_t block = out.size();
    for (std::int64_t k = 1; k < s[i]; ++k) {
      for (std::size_t j = 0; j < block; ++j) out.push_back(out[j] + k * d[i]);
    }
  }
  return out;
}

// The values of the realization, from the definition: each entry of the coordinate goes to its image under the map.
inline Integers realization(const Morphism& f) {
  const Integers s = leaves(f.domain);
  const Integers t = leaves(f.codomain);
  Integers d;
  for (const int j : f.map) {
    std::int64_t stride = j == 0 ? 0 : 1;
    for (int k = 0; k + 1 < j; ++k) stride *= t[static_cast<std::size_t>(k)];
    d.push_back(stride);
  }
  return values_of(layout_of(s, d));
}

// The first difference of two lists as text; empty if they are equal.
inline std::string difference(const Integers& a, const Integers& b) {
  if (a.size() != b.size()) return cat(a.size(), " and ", b.size(), " values");
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return cat("at ", i, ": ", a[i], " and ", b[i]);
  }
  return {};
}

// The composite: f, then g.
inline Integers after(const Integers& f, const Integers& g) {
  Integers out;
  out.reserve(f.size());
  for (const std::int64_t x : f)
    out.push_back(static_cast<std::size_t>(x) < g.size() ? g[static_cast<std::size_t>(x)] : -1);
  return out;
}

// Calls visit for every vector of at most `length` entries from `values`.
template <class Visit>
void each_tuple(std::size_t length, const Integers& values, Visit&& visit, Integers prefix = {}) {
  visit(prefix);
  if (prefix.size() == length) return;
  for (const std::int64_t value : values) {
    prefix.push_back(value);
    each_tuple(length, values, visit, prefix);
    prefix.pop_back();
  }
}

// Calls visit for every map of pointed sets from `domain` to `codomain` that is a morphism.
template <class Visit>
void each_morphism(const Integers& domain, const Integers& codomain, Visit&& visit, std::vector<int> map = {}) {
  if (map.size() == domain.size()) {
    visit(Morphism{tuple_of(domain), tuple_of(codomain), map});
    return;
  }
  map.push_back(0);
  each_morphism(domain, codomain, visit, map);
  for (std::size_t j = 0; j < codomain.size(); ++j) {
    const int place = static_cast<int>(j) + 1;
    const bool taken = std::find(map.begin(), map.end() - 1, place) != map.end() - 1;
    if (taken || codomain[j] != domain[map.size() - 1]) continue;
    map.back() = place;
    each_morphism(domain, codomain, visit, map);
  }
}

// Calls visit for all morphisms between tuples of at most `length` entries.
template <class Visit>
void all_morphisms(std::size_t length, const Integers& values, Visit&& visit) {
  each_tuple(length, values, [&](const Integers& s) {
    each_tuple(length, values, [&](const Integers& t) { each_morphism(s, t, visit); });
  });
}

// The definition of a tractable layout, for all pairs of different modes.
inline bool tractable(const Integers& s, const Integers& d) {
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (i == j || d[i] == 0 || d[j] == 0) continue;
      const bool before = d[i] < d[j] || (d[i] == d[j] && s[i] <= s[j]);
      if (before && d[j] % (s[i] * d[i]) != 0) return false;
    }
  }
  return true;
}

// A random morphism between random tuples: some codomain entries are not hit, some domain entries map to the base
// point.
inline Morphism random_morphism(laws::Random& random, int entries, std::int64_t largest) {
  Integers codomain;
  Integers domain;
  std::vector<int> map;
  for (int i = 0; i < entries; ++i) codomain.push_back(1 + random.below(largest));
  std::vector<int> places;
  for (int i = 1; i <= entries; ++i) places.push_back(i);
  for (std::size_t i = places.size(); i-- > 1;)
    std::swap(places[i], places[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i) + 1))]);
  const std::int64_t used = random.below(entries + 1);
  for (std::int64_t i = 0; i < used; ++i) {
    const bool lost = random.chance(12);
    const int place = places[static_cast<std::size_t>(i)];
    domain.push_back(lost ? 1 + random.below(largest) : codomain[static_cast<std::size_t>(place - 1)]);
    map.push_back(lost ? 0 : place);
  }
  return {tuple_of(domain), tuple_of(codomain), map};
}

}  // namespace stridescope::category
