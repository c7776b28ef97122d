// Nested tuples of positive integers, their profiles, and refinements: the objects of the category Nest. A nested tuple
// is its flattening together with its profile, S = (s_1, ..., s_m)_P. Entries are counted from 1 in messages and in the
// language, as in the paper; from 0 here. Whether an integer is static plays no part in what is equal.
// Source: "Categorical Foundations for CuTe Layouts" (Colfax Research), sections 3.1 and 4.1.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/value/int_tuple.h"

namespace stridescope {

// The entries of the flattening, in order.
std::vector<Int> entries(TupleRef t);
IntTuple flat_tuple(Arith& arith, std::span<const Int> values);
// Every entry must be a positive plain integer; otherwise a fault names the entry, and `what` its owner.
bool positive_entries(Arith& arith, TupleRef t, Term what);
// Product of the entries; 1 for none.
Int size_of(Arith& arith, std::span<const Int> values);
Int size_of(Arith& arith, TupleRef t);
// The same nesting and the same values, static or not.
bool same_tuple(TupleRef a, TupleRef b);

// The profile of t: `_` for each entry.
IntTuple profile_of(Arith& arith, TupleRef t);
// (x_1, ..., x_m)_P: entry i of the profile becomes x_i, which may be nested. With profiles for x this is composition
// in the operad of profiles. rank_mismatch unless there are as many x as entries.
IntTuple substitute(Arith& arith, TupleRef profile, std::span<const TupleRef> values);
IntTuple substitute(Arith& arith, TupleRef profile, std::span<const Int> values);

// `fine` refines `coarse`: they are equal; or coarse is the integer size(fine); or their ranks agree and fine refines
// coarse mode by mode.
bool refines(TupleRef fine, TupleRef coarse);
// For each entry of coarse the corresponding part of fine. Requires refines(fine, coarse).
std::vector<TupleRef> relative_modes(TupleRef fine, TupleRef coarse);
// The place, from 1, of the entry of coarse that each entry of fine belongs to. Requires refines(fine, coarse).
std::vector<int> underlying_map(TupleRef fine, TupleRef coarse);

// T' that refines t and U' that refines u such that the entries of T' are the first entries of U'. divisibility, with
// the two entries that meet, if they do not exist. Takes at most as many steps as both have entries.
std::pair<IntTuple, IntTuple> mutual_refinement(Arith& arith, TupleRef t, TupleRef u);

// colex_S(x) = sum of x_i s_1 ... s_{i-1}. x has an entry for each of S; index_range unless 0 <= x_i < s_i.
Int colex(Arith& arith, TupleRef shape, TupleRef x);
// (x_1, ..., x_m) with x_i = floor(x / (s_1 ... s_{i-1})) mod s_i. index_range unless 0 <= x < size(S).
IntTuple colex_inverse(Arith& arith, TupleRef shape, Int x);

}  // namespace stridescope
