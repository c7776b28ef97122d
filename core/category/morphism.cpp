// Morphisms of Tuple and Nest. make_morphism checks the conditions and names the entry that violates one; composition,
// inverse and the two flattenings follow the definitions entry by entry. Sums, restrictions and sorted forms are in
// parts.cpp, complement, division and product in quotient.cpp, refinements in refinement.cpp.
#include "core/category/morphism.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void print_map(std::string& out, const std::vector<int>& map) {
  out += "--(";
  for (std::size_t i = 0; i < map.size(); ++i) append_all(out, i > 0 ? "," : "", map[i]);
  out += ")-->";
}

void print_morphism(std::string& out, const void* object, IntegerMode mode) {
  const auto& f = *static_cast<const Morphism*>(object);
  print(out, f.domain, mode);
  print_map(out, f.map);
  print(out, f.codomain, mode);
}

bool equal_morphisms(const void* a, const void* b) {
  return same_morphism(*static_cast<const Morphism*>(a), *static_cast<const Morphism*>(b));
}

IntTuple flattened(Arith& arith, TupleRef t) { return flat_tuple(arith, entries(t)); }

Morphism none() { return {}; }

// True if the map satisfies the conditions; otherwise sets the error.
bool check_map(Arith& arith, const std::vector<int>& map, const std::vector<Int>& domain,
               const std::vector<Int>& codomain) {
  const auto count = static_cast<int>(codomain.size());
  std::vector<int> from(codomain.size(), -1);
  for (std::size_t i = 0; i < map.size(); ++i) {
    const int j = map[i];
    if (j < 0 || j > count) {
      arith.fail(ErrorCode::index_range,
                 say("entry {} of the map is {}, but the codomain has {} {entry|entries}", i + 1, j, count),
                 say("1 to {}, or 0 for the base point", count));
      return false;
    }
    if (j == 0) continue;
    int& other = from[static_cast<std::size_t>(j - 1)];
    if (other >= 0) {
      arith.fail(
          ErrorCode::not_injective,
          say("condition 2 of a morphism fails: entries {} and {} of the domain both map to entry {} of the codomain",
              other + 1, i + 1, j),
          say("two entries may map to the same entry only if it is the base point 0"));
      return false;
    }
    other = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (map[i] == 0) continue;
    const Int& target = codomain[static_cast<std::size_t>(map[i] - 1)];
    if (domain[i].value == target.value) continue;
    arith.fail(ErrorCode::arguments,
               say("condition 3 of a morphism fails: entry {} of the domain is {}, but entry {} of the codomain, its "
                   "image, is {}",
                   i + 1, domain[i].value, map[i], target.value),
               say("a domain entry must map to a codomain entry of the same extent, or to the base point 0"));
    return false;
  }
  return true;
}

}  // namespace

const ObjectKind Morphism::object_kind = {"morphism", &print_morphism, &equal_morphisms};

bool same_morphism(const Morphism& a, const Morphism& b) {
  return a.map == b.map && same_tuple(a.domain, b.domain) && same_tuple(a.codomain, b.codomain);
}

std::string to_text(const Morphism& f) {
  std::string out;
  print_morphism(out, &f, IntegerMode::cute);
  return out;
}

Morphism make_morphism(Arith& arith, TupleRef domain, TupleRef codomain, std::vector<int> map) {
  if (!positive_entries(arith, domain, term("the domain")) || !positive_entries(arith, codomain, term("the codomain")))
    return none();
  const std::vector<Int> s = entries(domain);
  const std::vector<Int> t = entries(codomain);
  if (map.size() != s.size()) {
    arith.fail(ErrorCode::rank_mismatch,
               say("the map has {} {entry|entries}, but the domain {} has {}", map.size(), to_text(IntTuple(domain)),
                   s.size()),
               say("give one position in the codomain for each entry of the domain; 0 is the base point"));
    return none();
  }
  if (!check_map(arith, map, s, t)) return none();
  return {IntTuple(domain), IntTuple(codomain), std::move(map)};
}

std::vector<int> to_map(Arith& arith, TupleRef map) {
  std::vector<int> out;
  for (const Int& value : entries(map)) {
    const bool fits = value.is_plain() && value.value >= -1'000'000 && value.value <= 1'000'000;
    if (!fits || map.has_any()) {
      arith.fail(ErrorCode::arguments,
                 say("the map {} must consist of positions in the codomain", to_text(IntTuple(map))),
                 say("1, 2, ..., or 0 for the base point"));
      return {};
    }
    out.push_back(static_cast<int>(value.value));
  }
  return out;
}

Morphism identity_morphism(TupleRef object) {
  Morphism out = {IntTuple(object), IntTuple(object), {}};
  out.map.reserve(object.node_count());
  for (int i = 1; i <= object.leaf_count(); ++i) out.map.push_back(i);
  return out;
}

Morphism flatten(Arith& arith, const Morphism& f) {
  return arith.intact(Morphism{flattened(arith, f.domain), flattened(arith, f.codomain), f.map});
}

Morphism flatten_codomain(Arith& arith, const Morphism& f) {
  return arith.intact(Morphism{f.domain, flattened(arith, f.codomain), f.map});
}

Int size(Arith& arith, const Morphism& f) { return size_of(arith, f.domain); }
Int cosize(Arith& arith, const Morphism& f) { return size_of(arith, f.codomain); }

bool are_composable(const Morphism& f, const Morphism& g) { return same_tuple(f.codomain, g.domain); }

Morphism compose(Arith& arith, const Morphism& f, const Morphism& g) {
  if (!are_composable(f, g)) {
    arith.fail(ErrorCode::profile_mismatch,
               say("not composable: the codomain {} of the first is not the domain {} of the second",
                   to_text(f.codomain), to_text(g.domain)),
               say("weak_composite(f, g) composes up to refinement"));
    return none();
  }
  Morphism out = {f.domain, g.codomain, {}};
  out.map.reserve(f.map.size());
  for (const int j : f.map) out.map.push_back(j == 0 ? 0 : g.map[static_cast<std::size_t>(j - 1)]);
  return out;
}

bool is_isomorphism(const Morphism& f) {
  return static_cast<int>(f.map.size()) == f.codomain.ref().leaf_count() && is_complementable(f);
}

Morphism inverse(Arith& arith, const Morphism& f) {
  if (!is_isomorphism(f)) {
    const bool lost = !is_complementable(f);
    arith.fail(ErrorCode::not_injective,
               say("no isomorphism: {}", lost ? say("an entry of the domain maps to the base point")
                                              : say("an entry of the codomain is not hit")));
    return none();
  }
  Morphism out = {f.codomain, f.domain, std::vector<int>(f.map.size())};
  for (std::size_t i = 0; i < f.map.size(); ++i)
    out.map[static_cast<std::size_t>(f.map[i] - 1)] = static_cast<int>(i) + 1;
  return out;
}

bool is_complementable(const Morphism& f) { return std::find(f.map.begin(), f.map.end(), 0) == f.map.end(); }

}  // namespace stridescope
