// Morphisms of the categories Tuple and Nest. A morphism S --(a_1,...,a_m)--> T maps entry i of S to entry a_i of T, or
// to the base point if a_i = 0, such that
//   1. the base point maps to itself,
//   2. no two entries map to the same entry of T,
//   3. an entry maps to an equal one: s_i = t_(a_i).
// It is a tuple morphism if S and T are flat. An operation reports an error to its Arith, with the violated condition,
// and then returns an arbitrary morphism. Each operation is linear in its entries, except for sorting. Source:
// "Categorical Foundations for CuTe Layouts" (Colfax Research), chapters 2 and 3; the results of its companion software
// `tract` 0.1.0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/category/nested.h"
#include "core/value/object.h"

namespace stridescope {

// The default is a placeholder for results with errors: a morphism that satisfies every condition.
struct Morphism {
  IntTuple domain = static_int(1);
  IntTuple codomain = static_int(1);
  std::vector<int> map = {0};  // for each entry of the domain, the entry of the codomain, from 1; 0: the base point

  // Prints S--(1,0,2)-->T.
  static const ObjectKind object_kind;
};

// Equal maps between the same tuples; static and dynamic integers count as equal.
bool same_morphism(const Morphism& a, const Morphism& b);
std::string to_text(const Morphism& f);

// Checks that domain and codomain have positive entries, that the map has one entry for each of the domain, and
// conditions 2 and 3.
Morphism make_morphism(Arith& arith, TupleRef domain, TupleRef codomain, std::vector<int> map);
// Converts the entries of a tuple of integers to a map.
std::vector<int> to_map(Arith& arith, TupleRef map);
Morphism identity_morphism(TupleRef object);

// --- the two categories ---

// The functor Nest -> Tuple: domain and codomain flattened.
Morphism flatten(Arith& arith, const Morphism& f);
Morphism flatten_codomain(Arith& arith, const Morphism& f);
Int size(Arith& arith, const Morphism& f);    // size of the domain
Int cosize(Arith& arith, const Morphism& f);  // cosize of the codomain

bool are_composable(const Morphism& f, const Morphism& g);  // codomain(f) = domain(g)
// g after f.
Morphism compose(Arith& arith, const Morphism& f, const Morphism& g);
// True if both sides have the same number of entries, and each entry of the codomain is hit.
bool is_isomorphism(const Morphism& f);
Morphism inverse(Arith& arith, const Morphism& f);

// --- combination and restriction -------------------------------------------------------------------------------------

// (S,S') -> T; the codomains must be equal and the images disjoint. flat: joins the domains in one tuple.
Morphism concat(Arith& arith, const Morphism& f, const Morphism& g, bool flat);
// (S,S') -> (T,T'). flat: joins both sides in one tuple each.
Morphism sum(Arith& arith, const Morphism& f, const Morphism& g, bool flat);
// The restriction to the entries of the flat domain in `kept`, which are strictly increasing from 1.
Morphism restrict_to(Arith& arith, const Morphism& f, const std::vector<int>& kept);
// The factorization through the entries of the flat codomain in `kept`, which must contain the image.
Morphism factorize(Arith& arith, const Morphism& f, const std::vector<int>& kept);

// --- sorted, squeezed, coalesced ---

// Entries at the base point come first, sorted by size; then the others, by their position in the codomain without
// ones.
bool is_sorted(const Morphism& f);
Morphism sort(Arith& arith, const Morphism& f);
// Removes the ones on both sides.
Morphism squeeze(Arith& arith, const Morphism& f);
// True if the domain has no ones, and no two neighbors map to neighbors.
bool is_coalesced(const Morphism& f);
// Squeezes; then replaces neighbors that map to neighbors, or both to the base point, by their product. strong: also
// neighbors of the codomain that are not hit. The result is flat.
Morphism coalesce_flat(Arith& arith, const Morphism& f, bool strong);
// The same for Nest: a single mode becomes an integer, no modes become 1.
Morphism coalesce(Arith& arith, const Morphism& f);

// --- complement, division, product ---

bool is_complementable(const Morphism& f);  // true if no entry maps to the base point
// The inclusion of the codomain's entries that are not hit.
Morphism complement(Arith& arith, const Morphism& f);
// True if f and g together are an isomorphism; their codomains must be equal and their images disjoint.
bool is_complementary_to(Arith& arith, const Morphism& f, const Morphism& g);
// True if g divides f: g is complementable and its codomain is the domain of f. why: the violated condition.
bool is_divisible(const Morphism& f, const Morphism& g, Message* why = nullptr);
// f after (g, complement of g).
Morphism logical_divide(Arith& arith, const Morphism& f, const Morphism& g, bool flat);
// True if f is complementable and the codomain of g is the domain of its complement. why: the violated condition.
bool is_product_admissible(Arith& arith, const Morphism& f, const Morphism& g, Message* why = nullptr);
// (f, complement of f after g).
Morphism logical_product(Arith& arith, const Morphism& f, const Morphism& g, bool flat);

// --- standard form ---

// True if the codomain has no superfluous entries: none after the last one that is hit, no two adjacent entries that
// are not hit, and no such entry equal to 1.
bool is_standard_form(const Morphism& f);
// The standard form with the same encoded layout: the product replaces neighbors that are not hit. Flat codomain.
Morphism standard_form(Arith& arith, const Morphism& f);
bool is_nondegenerate(const Morphism& f);  // true if entries equal to 1 map to the base point
Morphism make_nondegenerate(const Morphism& f);

// --- refinements (refinement.cpp) ---

// S' -> T' for T' that refines the codomain: the part of T' for j replaces each entry that maps to j.
Morphism pullback(Arith& arith, const Morphism& f, TupleRef refined_codomain);
// U' -> V' for U' that refines the domain: the part of U' for an entry replaces the entry of V that it maps to.
Morphism pushforward(Arith& arith, const Morphism& g, TupleRef refined_domain);
// For T' whose entries are the first entries of U'.
Morphism inclusion(Arith& arith, TupleRef first, TupleRef whole);
// g after f up to refinement: pullback and pushforward along a mutual refinement of codomain(f) and domain(g).
Morphism weak_composite(Arith& arith, const Morphism& f, const Morphism& g);

}  // namespace stridescope
