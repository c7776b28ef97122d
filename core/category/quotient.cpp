// Complement, division and product of morphisms.
#include <algorithm>

#include "core/category/morphism.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// Sets an error unless f is complementable; `whose` names it in the message.
bool check_complementable(Arith& arith, const Morphism& f, const Message& whose) {
  const auto lost = std::find(f.map.begin(), f.map.end(), 0);
  if (lost == f.map.end()) return true;
  arith.fail(ErrorCode::not_injective,
             say("{} {} is not complementable: entry {} of its domain maps to the base point", whose, to_text(f),
                 lost - f.map.begin() + 1),
             say("only an injective morphism has a complement"));
  return false;
}

bool check(Arith& arith, bool (*admissible)(Arith&, const Morphism&, const Morphism&, Message*), const Morphism& f,
           const Morphism& g) {
  Message why;
  if (admissible(arith, f, g, &why)) return true;
  if (arith.ok()) arith.fail(ErrorCode::arguments, std::move(why));
  return false;
}

}  // namespace

Morphism complement(Arith& arith, const Morphism& f) {
  if (!check_complementable(arith, f, say("the morphism"))) return {};
  const std::vector<Int> codomain = entries(f.codomain);
  std::vector<char> hit(codomain.size(), 0);
  for (const int j : f.map) hit[static_cast<std::size_t>(j - 1)] = 1;
  std::vector<Int> domain;
  Morphism out = {{}, f.codomain, {}};
  for (std::size_t j = 0; j < codomain.size(); ++j) {
    if (hit[j] != 0) continue;
    domain.push_back(codomain[j]);
    out.map.push_back(static_cast<int>(j) + 1);
  }
  out.domain = flat_tuple(arith, domain);
  return arith.intact(std::move(out));
}

bool is_complementary_to(Arith& arith, const Morphism& f, const Morphism& g) {
  return is_isomorphism(concat(arith, f, g, false));
}

bool is_divisible(const Morphism& f, const Morphism& g, Message* why) {
  Arith reason;
  if (!check_complementable(reason, g, say("the divisor"))) {
    if (why != nullptr) *why = reason.error().value().message;
    return false;
  }
  if (same_tuple(g.codomain, f.domain)) return true;
  if (why != nullptr) {
    *why = say("the codomain {} of the divisor is not the domain {} of the dividend", to_text(g.codomain),
               to_text(f.domain));
  }
  return false;
}

Morphism logical_divide(Arith& arith, const Morphism& f, const Morphism& g, bool flat) {
  const auto admissible = [](Arith&, const Morphism& a, const Morphism& b, Message* why) {
    return is_divisible(a, b, why);
  };
  if (!check(arith, admissible, f, g)) return {};
  return compose(arith, concat(arith, g, complement(arith, g), flat), f);
}

bool is_product_admissible(Arith& arith, const Morphism& f, const Morphism& g, Message* why) {
  Arith reason;
  if (!check_complementable(reason, f, say("the first factor"))) {
    if (why != nullptr) *why = reason.error().value().message;
    return false;
  }
  const Morphism rest = complement(arith, f);
  if (same_tuple(g.codomain, rest.domain)) return true;
  if (why != nullptr) {
    *why = say("the codomain {} of the second factor is not the domain {} of the complement of the first",
               to_text(g.codomain), to_text(rest.domain));
  }
  return false;
}

Morphism logical_product(Arith& arith, const Morphism& f, const Morphism& g, bool flat) {
  if (!check(arith, &is_product_admissible, f, g)) return {};
  return concat(arith, f, compose(arith, g, complement(arith, f)), flat);
}

}  // namespace stridescope
