// Pullback and pushforward along refinements, and composition up to refinement.
// Source: "Categorical Foundations for CuTe Layouts", sections 4.1.2 and 4.1.3.
#include "core/category/morphism.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

bool check_refines(Arith& arith, TupleRef fine, TupleRef coarse, const Message& whose) {
  if (!positive_entries(arith, fine, term("the refinement"))) return false;
  if (refines(fine, coarse)) return true;
  arith.fail(ErrorCode::profile_mismatch,
             say("{} does not refine the {} {}", to_text(IntTuple(fine)), whose, to_text(IntTuple(coarse))),
             say("a refinement replaces entries by tuples of that size"));
  return false;
}

// For each relative mode, the position, from 1, of its first entry in the flattening.
std::vector<int> first_places(const std::vector<TupleRef>& modes) {
  std::vector<int> out;
  out.reserve(modes.size());
  int place = 1;
  for (const TupleRef mode : modes) {
    out.push_back(place);
    place += mode.leaf_count();
  }
  return out;
}

void append_places(std::vector<int>& map, int first, int count) {
  for (int k = 0; k < count; ++k) map.push_back(first + k);
}

}  // namespace

Morphism pullback(Arith& arith, const Morphism& f, TupleRef refined) {
  if (!check_refines(arith, refined, f.codomain, say("codomain"))) return {};
  const std::vector<TupleRef> modes = relative_modes(refined, f.codomain);
  const std::vector<int> first = first_places(modes);
  const std::vector<Int> domain = entries(f.domain);
  std::vector<IntTuple> kept;  // entries at the base point, which stay unchanged
  kept.reserve(domain.size());
  std::vector<TupleRef> values;
  values.reserve(domain.size());
  Morphism out = {{}, IntTuple(refined), {}};
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (f.map[i] == 0) {
      values.push_back(kept.emplace_back(domain[i]).ref());
      out.map.push_back(0);
    } else {
      const auto j = static_cast<std::size_t>(f.map[i] - 1);
      values.push_back(modes[j]);
      append_places(out.map, first[j], modes[j].leaf_count());
    }
  }
  out.domain = substitute(arith, f.domain, values);
  return arith.intact(std::move(out));
}

Morphism pushforward(Arith& arith, const Morphism& g, TupleRef refined) {
  if (!check_refines(arith, refined, g.domain, say("domain"))) return {};
  const std::vector<TupleRef> modes = relative_modes(refined, g.domain);
  const std::vector<Int> codomain = entries(g.codomain);
  std::vector<int> from(codomain.size(), -1);
  for (std::size_t i = 0; i < g.map.size(); ++i) {
    if (g.map[i] > 0) from[static_cast<std::size_t>(g.map[i] - 1)] = static_cast<int>(i);
  }
  std::vector<IntTuple> kept;
  kept.reserve(codomain.size());
  std::vector<TupleRef> values;
  values.reserve(codomain.size());
  for (std::size_t j = 0; j < codomain.size(); ++j) {
    values.push_back(from[j] < 0 ? kept.emplace_back(codomain[j]).ref() : modes[static_cast<std::size_t>(from[j])]);
  }
  const std::vector<int> first = first_places(values);
  Morphism out = {IntTuple(refined), substitute(arith, g.codomain, values), {}};
  for (std::size_t i = 0; i < g.map.size(); ++i) {
    const int count = modes[i].leaf_count();
    if (g.map[i] == 0) {
      out.map.insert(out.map.end(), static_cast<std::size_t>(count), 0);
    } else {
      append_places(out.map, first[static_cast<std::size_t>(g.map[i] - 1)], count);
    }
  }
  return arith.intact(std::move(out));
}

Morphism inclusion(Arith& arith, TupleRef first, TupleRef whole) {
  std::vector<int> map;
  map.reserve(first.node_count());
  append_places(map, 1, first.leaf_count());
  return make_morphism(arith, first, whole, std::move(map));
}

Morphism weak_composite(Arith& arith, const Morphism& f, const Morphism& g) {
  const auto [first, second] = mutual_refinement(arith, f.codomain, g.domain);
  if (arith.failed()) return {};
  const Morphism pulled = pullback(arith, f, first);
  const Morphism pushed = pushforward(arith, g, second);
  if (arith.failed()) return {};
  return compose(arith, compose(arith, pulled, inclusion(arith, first, second)), pushed);
}

}  // namespace stridescope
