// The categories around Tuple: morphisms over any map of pointed sets, with divisibility instead of equality, and spans
// of a refinement and a tuple morphism. Source: "Categorical Foundations for CuTe Layouts", the section on operads.
#pragma once

#include <string>
#include <vector>

#include "core/category/tractable.h"

namespace stridescope {

// A morphism of the operad of positive integers under divisibility: any map of pointed sets such that, for each entry
// of the codomain, the product of the entries that map to it divides it. Flat.
struct DivisibilityMorphism {
  IntTuple domain = static_int(1);
  IntTuple codomain = static_int(1);
  std::vector<int> map = {0};  // from 1; 0: the base point

  // Prints divisibility_morphism((2,3), (6), (1,1)).
  static const ObjectKind object_kind;
};

// Errors: rank_mismatch, index_range; divisibility names the entry of the codomain that violates it.
DivisibilityMorphism make_divisibility_morphism(Arith& arith, TupleRef domain, TupleRef codomain, std::vector<int> map);
DivisibilityMorphism to_divisibility(Arith& arith, const Morphism& f);
// g after f.
DivisibilityMorphism compose(Arith& arith, const DivisibilityMorphism& f, const DivisibilityMorphism& g);
// flat(fine) -> flat(coarse): each entry maps to the entry that it is a factor of. Error: profile_mismatch unless fine
// refines coarse.
DivisibilityMorphism refinement_morphism(Arith& arith, TupleRef fine, TupleRef coarse);

bool is_active(const std::vector<int>& map);         // only the base point maps to the base point
bool is_nondecreasing(const std::vector<int>& map);  // on the entries that do not map to the base point
// Every entry of the codomain, from 1 on, is hit.
bool is_surjective_on(const std::vector<int>& map, int codomain_entries);
// The products are equal to the entries, not only divisors: cocartesian.
bool is_cocartesian(const DivisibilityMorphism& f);
// True if active, surjective, non-decreasing and cocartesian. why: the violated condition.
bool is_refinement(const DivisibilityMorphism& f, Message* why = nullptr);

// T <- R -> U: R refines T, and a tuple morphism maps R to U. Stored as the nested tuple morphism whose domain is R
// with the nesting of T (the sizes of its modes are T), and whose codomain is flat.
struct TupleSpan {
  Morphism legs;

  // Prints span(((2,6),3)--(1,0,2)-->(2,3)).
  static const ObjectKind object_kind;
};

// The span of a nested tuple morphism: its domain refines the sizes of its modes; its codomain is flattened.
TupleSpan make_span(Arith& arith, const Morphism& f);
IntTuple span_domain(Arith& arith, const TupleSpan& s);  // T
// The refinement R -> T.
DivisibilityMorphism backward_leg(Arith& arith, const TupleSpan& s);
// second after first: the forward leg of the first is pulled back along the backward leg of the second.
TupleSpan compose(Arith& arith, const TupleSpan& first, const TupleSpan& second);
bool are_composable(const TupleSpan& first, const TupleSpan& second);

// --- composition of layouts by morphisms ---

// B after A for tractable A and B: standard representations, mutual refinement, pullback and pushforward, composition,
// encoded layout. Where both are defined it is the function of `composition(B, A)`.
Layout compose_layouts(Arith& arith, LayoutRef a, LayoutRef b);

}  // namespace stridescope
