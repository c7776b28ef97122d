// Nested tuples of positive integers, their profiles, and refinements: the objects of the category Nest. A nested tuple
// consists of its flattening and its profile, S = (s_1, ..., s_m)_P. Entries count from 1 in messages and in the
// language, as in the paper; from 0 here. Equality does not distinguish static and dynamic integers. Source:
// "Categorical Foundations for CuTe Layouts" (Colfax Research), sections 3.1 and 4.1.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/value/int_tuple.h"

namespace stridescope {

// The entries of the flattening, in order.
std::vector<Int> entries(TupleRef t);
IntTuple flat_tuple(Arith& arith, std::span<const Int> values);
// Checks that every entry is a positive plain integer; otherwise the error names the entry, and `what` its owner.
bool positive_entries(Arith& arith, TupleRef t, Term what);
// Product of the entries; 1 if empty.
Int size_of(Arith& arith, std::span<const Int> values);
Int size_of(Arith& arith, TupleRef t);
// True for the same nesting and the same values, static or not.
bool same_tuple(TupleRef a, TupleRef b);

// The profile of t: `_` for each entry.
IntTuple profile_of(Arith& arith, TupleRef t);
// (x_1, ..., x_m)_P: x_i, which can be nested, replaces entry i of the profile. For profiles x this is composition in
// the operad of profiles. Error: rank_mismatch if the numbers of values and entries differ.
IntTuple substitute(Arith& arith, TupleRef profile, std::span<const TupleRef> values);
IntTuple substitute(Arith& arith, TupleRef profile, std::span<const Int> values);

// True if `fine` refines `coarse`: they are equal; or coarse is the integer size(fine); or both have the same rank and
// fine refines coarse mode by mode.
bool refines(TupleRef fine, TupleRef coarse);
// The part of fine for each entry of coarse. pre: refines(fine, coarse).
std::vector<TupleRef> relative_modes(TupleRef fine, TupleRef coarse);
// For each entry of fine, the position, from 1, of the entry of coarse that contains it. pre: refines(fine, coarse).
std::vector<int> underlying_map(TupleRef fine, TupleRef coarse);

// T' that refines t and U' that refines u such that the entries of T' are the first entries of U'. Error: divisibility,
// with the two conflicting entries, if they do not exist. Takes at most as many steps as both have entries.
std::pair<IntTuple, IntTuple> mutual_refinement(Arith& arith, TupleRef t, TupleRef u);

// colex_S(x) = sum of x_i s_1 ... s_{i-1}. x has one entry per entry of S; index_range unless 0 <= x_i < s_i.
Int colex(Arith& arith, TupleRef shape, TupleRef x);
// (x_1, ..., x_m) with x_i = floor(x / (s_1 ... s_{i-1})) mod s_i. index_range unless 0 <= x < size(S).
IntTuple colex_inverse(Arith& arith, TupleRef shape, Int x);

}  // namespace stridescope
