// Complement, division and product of morphisms.
#include <algorithm>

#include "core/base/text.h"
#include "core/category/morphism.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// Faults unless f is complementable; `whose` is how the message calls it.
bool check_complementable(Arith& arith, const Morphism& f, std::string_view whose) {
  const auto lost = std::find(f.map.begin(), f.map.end(), 0);
  if (lost == f.map.end()) return true;
  arith.fail(ErrorCode::not_injective,
             cat(whose, ' ', to_text(f), " is not complementable: entry ", lost - f.map.begin() + 1,
                 " of its domain goes to the base point"),
             "only an injective morphism has a complement");
  return false;
}

bool check(Arith& arith, bool (*admissible)(Arith&, const Morphism&, const Morphism&, std::string*), const Morphism& f,
           const Morphism& g) {
  std::string why;
  if (admissible(arith, f, g, &why)) return true;
  if (arith.ok()) arith.fail(ErrorCode::arguments, std::move(why));
  return false;
}

}  // namespace

Morphism complement(Arith& arith, const Morphism& f) {
  if (!check_complementable(arith, f, "the morphism")) return {};
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

bool is_divisible(const Morphism& f, const Morphism& g, std::string* why) {
  Arith reason;
  if (!check_complementable(reason, g, "the divisor")) {
    if (why != nullptr) *why = reason.error().value().message;
    return false;
  }
  if (same_tuple(g.codomain, f.domain)) return true;
  if (why != nullptr) {
    *why = cat("the codomain ", to_text(g.codomain), " of the divisor is not the domain ", to_text(f.domain),
               " of the dividend");
  }
  return false;
}

Morphism logical_divide(Arith& arith, const Morphism& f, const Morphism& g, bool flat) {
  const auto admissible = [](Arith&, const Morphism& a, const Morphism& b, std::string* why) {
    return is_divisible(a, b, why);
  };
  if (!check(arith, admissible, f, g)) return {};
  return compose(arith, concat(arith, g, complement(arith, g), flat), f);
}

bool is_product_admissible(Arith& arith, const Morphism& f, const Morphism& g, std::string* why) {
  Arith reason;
  if (!check_complementable(reason, f, "the first factor")) {
    if (why != nullptr) *why = reason.error().value().message;
    return false;
  }
  const Morphism rest = complement(arith, f);
  if (same_tuple(g.codomain, rest.domain)) return true;
  if (why != nullptr) {
    *why = cat("the codomain ", to_text(g.codomain), " of the second factor is not the domain ", to_text(rest.domain),
               " of the complement of the first");
  }
  return false;
}

Morphism logical_product(Arith& arith, const Morphism& f, const Morphism& g, bool flat) {
  if (!check(arith, &is_product_admissible, f, g)) return {};
  return concat(arith, f, compose(arith, g, complement(arith, f)), flat);
}

}  // namespace stridescope
