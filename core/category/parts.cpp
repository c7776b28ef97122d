// Combines and restricts morphisms; sorts, squeezes and coalesces them.
#include <algorithm>
#include <numeric>

#include "core/base/sort_stable.h"
#include "core/category/morphism.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

std::size_t at(int place) { return static_cast<std::size_t>(place - 1); }

std::vector<char> hit_entries(const Morphism& f) {
  std::vector<char> hit(static_cast<std::size_t>(f.codomain.ref().leaf_count()), 0);
  for (const int j : f.map) {
    if (j > 0) hit[at(j)] = 1;
  }
  return hit;
}

IntTuple joined(Arith& arith, TupleRef a, TupleRef b, bool flat) {
  if (!flat) return make_tuple(arith, {a, b});
  std::vector<Int> out = entries(a);
  const std::vector<Int> more = entries(b);
  out.insert(out.end(), more.begin(), more.end());
  return flat_tuple(arith, out);
}

// Checks for strictly increasing positions from 1 to count.
bool check_places(Arith& arith, const std::vector<int>& kept, std::size_t count, std::string_view of) {
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i] < 1 || static_cast<std::size_t>(kept[i]) > count) {
      arith.fail(ErrorCode::index_range,
                 say("entry {} of the {} does not exist; the number of entries is {}", kept[i], of, count));
      return false;
    }
    if (i > 0 && kept[i] <= kept[i - 1]) {
      arith.fail(ErrorCode::arguments, say("the entries to keep must increase: {} follows {}", kept[i], kept[i - 1]));
      return false;
    }
  }
  return true;
}

std::vector<Int> chosen(const std::vector<Int>& values, const std::vector<int>& kept) {
  std::vector<Int> out;
  out.reserve(kept.size());
  for (const int place : kept) out.push_back(values[at(place)]);
  return out;
}

// Consecutive classes: class_of[i] for each entry, and the product of each class.
struct Classes {
  std::vector<int> class_of;  // from 0
  std::vector<Int> products;

  void add(Arith& arith, Int value, bool joins) {
    if (joins) {
      products.back() = arith.mul(products.back(), value);
    } else {
      products.push_back(value);
    }
    class_of.push_back(static_cast<int>(products.size()) - 1);
  }
};

}  // namespace

Morphism concat(Arith& arith, const Morphism& f, const Morphism& g, bool flat) {
  if (!same_tuple(f.codomain, g.codomain)) {
    arith.fail(ErrorCode::profile_mismatch, say("the codomains {} and {} differ; a concatenation needs equal ones",
                                                to_text(f.codomain), to_text(g.codomain)));
    return {};
  }
  const std::vector<char> hit = hit_entries(f);
  for (const auto entry : g.map) {
    if (entry == 0 || hit[at(entry)] == 0) continue;
    arith.fail(ErrorCode::not_injective,
               say("the images are not disjoint: both hit entry {} of the codomain {}", entry, to_text(f.codomain)));
    return {};
  }
  Morphism out = {joined(arith, f.domain, g.domain, flat), f.codomain, f.map};
  out.map.insert(out.map.end(), g.map.begin(), g.map.end());
  return arith.intact(std::move(out));
}

Morphism sum(Arith& arith, const Morphism& f, const Morphism& g, bool flat) {
  Morphism out = {joined(arith, f.domain, g.domain, flat), joined(arith, f.codomain, g.codomain, flat), f.map};
  const int shift = f.codomain.ref().leaf_count();
  for (const int j : g.map) out.map.push_back(j == 0 ? 0 : j + shift);
  return arith.intact(std::move(out));
}

Morphism restrict_to(Arith& arith, const Morphism& f, const std::vector<int>& kept) {
  if (!check_places(arith, kept, f.map.size(), "domain")) return {};
  Morphism out = {flat_tuple(arith, chosen(entries(f.domain), kept)), f.codomain, {}};
  for (const int place : kept) out.map.push_back(f.map[at(place)]);
  return arith.intact(std::move(out));
}

Morphism factorize(Arith& arith, const Morphism& f, const std::vector<int>& kept) {
  const std::vector<Int> codomain = entries(f.codomain);
  if (!check_places(arith, kept, codomain.size(), "codomain")) return {};
  std::vector<int> place(codomain.size(), 0);
  for (std::size_t i = 0; i < kept.size(); ++i) place[at(kept[i])] = static_cast<int>(i) + 1;
  Morphism out = {f.domain, flat_tuple(arith, chosen(codomain, kept)), {}};
  for (std::size_t i = 0; i < f.map.size(); ++i) {
    const int j = f.map[i];
    if (j > 0 && place[at(j)] == 0) {
      arith.fail(ErrorCode::arguments,
                 say("it does not factor: entry {} of the domain maps to entry {} of the codomain, which is not kept",
                     i + 1, j));
      return {};
    }
    out.map.push_back(j == 0 ? 0 : place[at(j)]);
  }
  return arith.intact(std::move(out));
}

bool is_sorted(const Morphism& f) {
  const std::vector<Int> domain = entries(f.domain);
  const std::vector<Int> codomain = entries(f.codomain);
  std::vector<int> wide(codomain.size() + 1, 0);  // number of entries before each that are not 1
  for (std::size_t j = 0; j < codomain.size(); ++j) wide[j + 1] = wide[j] + (codomain[j].value != 1 ? 1 : 0);
  for (std::size_t i = 1; i < f.map.size(); ++i) {
    const int before = f.map[i - 1];
    const int here = f.map[i];
    if (here == 0 && (before != 0 || domain[i - 1].value > domain[i].value)) return false;
    // Out of order, except for a run of ones.
    if (here > 0 && before > here && wide[static_cast<std::size_t>(before)] != wide[at(here)]) return false;
  }
  return true;
}

Morphism sort(Arith& arith, const Morphism& f) {
  const std::vector<Int> domain = entries(f.domain);
  std::vector<int> order(domain.size());
  std::iota(order.begin(), order.end(), 1);
  sort_stable(std::span(order), [&](int a, int b) {
    const int x = f.map[at(a)];
    const int y = f.map[at(b)];
    if (x != 0 || y != 0) return x < y;
    return domain[at(a)].value < domain[at(b)].value;
  });
  Morphism out = {flat_tuple(arith, chosen(domain, order)), f.codomain, {}};
  for (const int place : order) out.map.push_back(f.map[at(place)]);
  return arith.intact(std::move(out));
}

Morphism squeeze(Arith& arith, const Morphism& f) {
  const auto wide = [](const std::vector<Int>& values) {
    std::vector<int> kept;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].value != 1) kept.push_back(static_cast<int>(i) + 1);
    }
    return kept;
  };
  const Morphism restricted = restrict_to(arith, f, wide(entries(f.domain)));
  return factorize(arith, restricted, wide(entries(f.codomain)));
}

bool is_coalesced(const Morphism& f) {
  const std::vector<Int> domain = entries(f.domain);
  const std::vector<Int> codomain = entries(f.codomain);
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (domain[i].value == 1) return false;
    if (i + 1 == domain.size() || f.map[i] == 0 || f.map[i] >= f.map[i + 1]) continue;
    bool parted = false;
    for (int j = f.map[i] + 1; j < f.map[i + 1]; ++j) parted = parted || codomain[at(j)].value > 1;
    if (!parted) return false;
  }
  return true;
}

Morphism coalesce_flat(Arith& arith, const Morphism& f, bool strong) {
  const Morphism g = squeeze(arith, f);
  if (arith.failed()) return {};
  const std::vector<Int> s = entries(g.domain);
  const std::vector<Int> t = entries(g.codomain);
  Classes domain;
  std::vector<char> hit(t.size(), 0);
  std::vector<char> joins(t.size(), 0);  // with the previous entry: two neighbors map to both
  for (std::size_t i = 0; i < s.size(); ++i) {
    const int j = g.map[i];
    const bool follows = i > 0 && j != 0 && g.map[i - 1] != 0 && j == g.map[i - 1] + 1;
    if (j != 0) hit[at(j)] = 1;
    if (follows) joins[at(j)] = 1;
    domain.add(arith, s[i], follows || (i > 0 && j == 0 && g.map[i - 1] == 0));
  }
  Classes codomain;
  for (std::size_t j = 0; j < t.size(); ++j) {
    codomain.add(arith, t[j], j > 0 && (joins[j] != 0 || (strong && hit[j] == 0 && hit[j - 1] == 0)));
  }
  Morphism out = {flat_tuple(arith, domain.products), flat_tuple(arith, codomain.products), {}};
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (i > 0 && domain.class_of[i] == domain.class_of[i - 1]) continue;
    out.map.push_back(g.map[i] == 0 ? 0 : codomain.class_of[at(g.map[i])] + 1);
  }
  return arith.intact(std::move(out));
}

Morphism coalesce(Arith& arith, const Morphism& f) {
  Morphism out = coalesce_flat(arith, f, false);
  if (out.map.empty()) {
    const bool known = f.domain.ref().leaf_count() + f.codomain.ref().leaf_count() > 0 && f.domain.ref().is_static() &&
                       f.codomain.ref().is_static();
    out.domain = IntTuple(known ? static_int(1) : dynamic_int(1));
    out.map = {0};
  } else if (out.map.size() == 1) {
    out.domain = IntTuple(out.domain[0]);
  }
  return arith.intact(std::move(out));
}

bool is_standard_form(const Morphism& f) {
  if (!f.codomain.is_tuple() || f.codomain.depth() > 1) return false;
  const std::vector<Int> codomain = entries(f.codomain);
  const std::vector<char> hit = hit_entries(f);
  for (std::size_t j = 0; j < codomain.size(); ++j) {
    if (hit[j] != 0) continue;
    if (codomain[j].value == 1 || j + 1 == codomain.size() || hit[j + 1] == 0) return false;
  }
  return true;
}

Morphism standard_form(Arith& arith, const Morphism& f) {
  const std::vector<Int> codomain = entries(f.codomain);
  const std::vector<char> hit = hit_entries(f);
  std::vector<Int> kept;
  std::vector<int> place(codomain.size(), 0);
  bool open = false;  // the last entry of kept is a product of entries that are not hit
  for (std::size_t j = 0; j < codomain.size(); ++j) {
    if (hit[j] != 0) {
      kept.push_back(codomain[j]);
      open = false;
    } else if (codomain[j].value != 1) {
      if (open) {
        kept.back() = arith.mul(kept.back(), codomain[j]);
      } else {
        kept.push_back(codomain[j]);
      }
      open = true;
    }
    place[j] = static_cast<int>(kept.size());
  }
  if (open) kept.pop_back();
  Morphism out = {f.domain, flat_tuple(arith, kept), {}};
  for (const int j : f.map) out.map.push_back(j == 0 ? 0 : place[at(j)]);
  return arith.intact(std::move(out));
}

bool is_nondegenerate(const Morphism& f) {
  const std::vector<Int> domain = entries(f.domain);
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (domain[i].value == 1 && f.map[i] != 0) return false;
  }
  return true;
}

Morphism make_nondegenerate(const Morphism& f) {
  Morphism out = f;
  const std::vector<Int> domain = entries(f.domain);
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (domain[i].value == 1) out.map[i] = 0;
  }
  return out;
}

}  // namespace stridescope
