// Morphisms of the categories Tuple and Nest. A morphism S --(a_1,...,a_m)--> T sends entry i of S to entry a_i of T,
// or to the base point when a_i = 0, such that
//   1. the base point goes to itself,
//   2. no two entries go to the same entry of T,
//   3. an entry goes to an equal one: s_i = t_(a_i).
// It is a tuple morphism when S and T are flat. Operations report what they refuse to their Arith, with the condition
// that fails, and then return some morphism. Each takes time linear in its entries, but for sorting.
// Source: "Categorical Foundations for CuTe Layouts" (Colfax Research), chapters 2 and 3; the results of its companion
// software `tract` 0.1.0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/category/nested.h"
#include "core/value/object.h"

namespace stridescope {

// By default a harmless placeholder for what is refused: a morphism that passes every condition.
struct Morphism {
  IntTuple domain = static_int(1);
  IntTuple codomain = static_int(1);
  std::vector<int> map = {0};  // for each entry of the domain that of the codomain, from 1; 0: the base point

  // Prints S--(1,0,2)-->T.
  static const ObjectKind object_kind;
};

// Equal maps between the same tuples; whether integers are static plays no part.
bool same_morphism(const Morphism& a, const Morphism& b);
std::string to_text(const Morphism& f);

// Checks that domain and codomain have positive entries, the map an entry for each of the domain, and conditions 2, 3.
Morphism make_morphism(Arith& arith, TupleRef domain, TupleRef codomain, std::vector<int> map);
// The entries of a tuple of integers as a map.
std::vector<int> to_map(Arith& arith, TupleRef map);
Morphism identity_morphism(TupleRef object);

// --- the two categories ---

// The functor Nest -> Tuple: domain and codomain flattened.
Morphism flatten(Arith& arith, const Morphism& f);
Morphism flatten_codomain(Arith& arith, const Morphism& f);
Int size(Arith& arith, const Morphism& f);    // of the domain
Int cosize(Arith& arith, const Morphism& f);  // of the codomain

bool are_composable(const Morphism& f, const Morphism& g);  // codomain(f) = domain(g)
// g after f.
Morphism compose(Arith& arith, const Morphism& f, const Morphism& g);
// As many entries on both sides, and each of the codomain is hit.
bool is_isomorphism(const Morphism& f);
Morphism inverse(Arith& arith, const Morphism& f);

// --- putting together and taking apart ---

// (S,S') -> T; the codomains must agree and the images be disjoint. flat: the domains joined in one tuple.
Morphism concat(Arith& arith, const Morphism& f, const Morphism& g, bool flat);
// (S,S') -> (T,T'). flat: joined in one tuple on both sides.
Morphism sum(Arith& arith, const Morphism& f, const Morphism& g, bool flat);
// To the entries of the flat domain in `kept`, strictly increasing from 1.
Morphism restrict_to(Arith& arith, const Morphism& f, const std::vector<int>& kept);
// Through the entries of the flat codomain in `kept`, which must contain the image.
Morphism factorize(Arith& arith, const Morphism& f, const std::vector<int>& kept);

// --- sorted, squeezed, coalesced ---

// Entries at the base point first, smaller before larger; then by place in the codomain, ones not counted.
bool is_sorted(const Morphism& f);
Morphism sort(Arith& arith, const Morphism& f);
// Without the ones on both sides.
Morphism squeeze(Arith& arith, const Morphism& f);
// No ones in the domain, and no two neighbors that map to neighbors.
bool is_coalesced(const Morphism& f);
// Squeezed; neighbors that map to neighbors, or both to the base point, become their product. strong: also neighbors of
// the codomain that are not hit. Flat.
Morphism coalesce_flat(Arith& arith, const Morphism& f, bool strong);
// The same for Nest: one mode is an integer, none is 1.
Morphism coalesce(Arith& arith, const Morphism& f);

// --- complement, division, product ---

bool is_complementable(const Morphism& f);  // nothing goes to the base point
// The entries of the codomain that nothing goes to, included into it.
Morphism complement(Arith& arith, const Morphism& f);
// f and g are jointly an isomorphism; codomains must agree, images be disjoint.
bool is_complementary_to(Arith& arith, const Morphism& f, const Morphism& g);
// g divides f: g is complementable and its codomain is the domain of f. why: the condition that fails.
bool is_divisible(const Morphism& f, const Morphism& g, Message* why = nullptr);
// f after (g, complement of g).
Morphism logical_divide(Arith& arith, const Morphism& f, const Morphism& g, bool flat);
// f is complementable and the codomain of g is the domain of its complement.
bool is_product_admissible(Arith& arith, const Morphism& f, const Morphism& g, Message* why = nullptr);
// (f, complement of f after g).
Morphism logical_product(Arith& arith, const Morphism& f, const Morphism& g, bool flat);

// --- standard form ---

// No superfluous entry in the codomain: none after the last that is hit, no two adjacent unhit entries, no unhit one.
bool is_standard_form(const Morphism& f);
// The same encoded layout; unhit neighbors become their product. Flat codomain.
Morphism standard_form(Arith& arith, const Morphism& f);
bool is_nondegenerate(const Morphism& f);  // s_i = 1 only at the base point
Morphism make_nondegenerate(const Morphism& f);

// --- refinements (refinement.cpp) ---

// S' -> T' for T' that refines the codomain: each entry that goes to j becomes what T' has for j.
Morphism pullback(Arith& arith, const Morphism& f, TupleRef refined_codomain);
// U' -> V' for U' that refines the domain: each entry of V that is hit becomes what U' has for what hits it.
Morphism pushforward(Arith& arith, const Morphism& g, TupleRef refined_domain);
// For T' whose entries are the first entries of U'.
Morphism inclusion(Arith& arith, TupleRef first, TupleRef whole);
// g after f up to refinement: pullback and pushforward along a mutual refinement of codomain(f) and domain(g).
Morphism weak_composite(Arith& arith, const Morphism& f, const Morphism& g);

}  // namespace stridescope
