// The laws of the algebra (core/algebra/algebra.h) as code. Each function compares a result with its specification at
// every coordinate, and returns the first counterexample as text, or an empty text if the law holds. The checkers share
// no code with the algebra (reference.h), and test_laws_can_fail.cpp gives each of them wrong results.
//
// All laws are for plain integer strides. A, B, R are layouts, and R(i) is the offset of 1-D coordinate i. A function
// has the name of the operation that it checks.
#pragma once

#include <string>

#include "core/algebra/algebra.h"

namespace stridescope::laws {

using Counterexample = std::string;

// --- fewer modes, the same function ---
// size(R) = size(A), depth(R) <= 1, R(i) = A(i) for every i < size(A).
Counterexample coalesce(LayoutRef a, LayoutRef r);
// R is flat, R(i) = A(i) for every i >= 0 (tried to three times the size).
Counterexample coalesce_unbounded(LayoutRef a, LayoutRef r);
// At each leaf of the profile: the law of coalesce; modes beyond the profile are unchanged.
Counterexample coalesce_by_profile(LayoutRef a, TupleRef profile, LayoutRef r);
// R is flat and has A's offsets in order without the modes of static stride 0. R has no such mode, unless it is _1:_0.
Counterexample filter(LayoutRef a, LayoutRef r);

// --- composition ---
// compatible(B, R), and R(c) = A(B(c)) for every c < size(B).
Counterexample composition(LayoutRef a, LayoutRef b, LayoutRef r);

// --- complement, of an A without negative strides ---
// R(i-1) < R(i), and R(i) is an offset of A only for i = 0. Holds if no mode of A overlaps the span of the faster ones
// (overlap).
Counterexample complement(LayoutRef a, LayoutRef r);
// For a codomain of `target` elements: cosize((A,R)) >= target, and cosize(R) <= round_up(target, span(A)), where
// span(A) is the largest extent*stride of a mode. Holds if each stride of A is a multiple of the span of the faster
// modes (divides); otherwise R may fall short: complement((_2,_2):(_1,_3),_12) = _2:_6 reaches 11. The tutorial's upper
// bound, round_up(target, cosize(A)), is false for an A with gaps: complement(_2:_3,_8) = (_3,_2):(_1,_6) has cosize 9.
Counterexample complement_reach(LayoutRef a, std::int64_t target, LayoutRef r);

// --- inverses ---
Counterexample right_inverse(LayoutRef a, LayoutRef r);  // A(R(i)) = i for every i < size(R)
Counterexample left_inverse(LayoutRef a, LayoutRef r);   // A(R(A(i))) = A(i) for every i < size(A)
// A(R(i)) = 0; the R(i) are different coordinates of A, one for each element of the static stride-0 modes.
Counterexample nullspace(LayoutRef a, LayoutRef r);
Counterexample max_common_layout(LayoutRef a, LayoutRef b, LayoutRef r);  // A(R(i)) = B(R(i)) = i
// A covers every aligned block of n offsets that it touches.
Counterexample max_alignment(LayoutRef a, std::int64_t n);
// size(R) divides n; R is increasing and stays inside the shape.
Counterexample domain_distribute(TupleRef shape, std::int64_t n, LayoutRef r);

// --- divide and product ---
// R has rank 2, and layout<0>(R) is identical to `tile`, the composition of A with the tiler.
Counterexample zipped_divide(LayoutRef tile, LayoutRef r);
// R has A's offsets with equal multiplicities. Holds if the tiler is injective and divides A exactly.
Counterexample divide_rearranges(LayoutRef a, LayoutRef r);
// R has rank 2; layout<0>(R) = A; compatible(B, layout<1>(R)); the only common offset of layout<1>(R) and A is 0.
Counterexample logical_product(LayoutRef a, LayoutRef b, LayoutRef r);
// R has the larger rank of A and B; the size of mode i is the product of their sizes; and R contains A: it is A where
// the tile's coordinates are 0. In a blocked product A's coordinates are the fast ones of each mode, in a raked product
// the slow ones.
Counterexample blocked_product(LayoutRef block, LayoutRef tiler, LayoutRef r);
Counterexample raked_product(LayoutRef block, LayoutRef tiler, LayoutRef r);
// The modes of R have the sizes of the shape's; R begins with the block and repeats it, translated as a whole.
Counterexample tile_to_shape(LayoutRef block, TupleRef shape, LayoutRef r);

// --- recast ---
// The offsets of R are A(i)*n+k, 0 <= k < n, with equal multiplicities. Holds if exactly one mode has stride 1.
Counterexample downcast(LayoutRef a, std::int64_t n, LayoutRef r);
// The offsets of R are the values A(i)/n. Holds if modes with strides below n do not carry past n.
Counterexample upcast(LayoutRef a, std::int64_t n, LayoutRef r);
Counterexample same_function(LayoutRef a, LayoutRef r);  // congruent, and equal at every coordinate

// --- strides and coordinates ---
Counterexample compact(LayoutRef r);  // the offsets are 0 .. size-1, each once
// compact, and a mode of smaller order has smaller strides (equal orders: the left one).
Counterexample ordered(TupleRef order, LayoutRef r);
// The core evaluates A like the reference, at every coordinate of every nesting that is compatible with its shape.
Counterexample evaluation(LayoutRef a);
// size, and cosize = 1 + sum of (extent-1)*|stride|, more than every offset.
Counterexample cosize(LayoutRef a);
// idx2crd(i, S) is congruent to S and inside it, and crd2idx is its inverse; also in the forms with compact strides.
Counterexample coordinates(TupleRef shape);
// slice(c,A)(k) + A(c without its `_`) = A(c with the `_` filled by k); dice(c,A)(dice(c,c)) = A(c without its `_`).
Counterexample slice(TupleRef coord, LayoutRef a, LayoutRef kept, LayoutRef fixed);

// --- swizzles ---
// The swizzle is an involution, preserves the bits outside of its target field, and maps every aligned block onto
// itself.
Counterexample swizzle(const Swizzle& s);
Counterexample composition(const Swizzle& a, const Swizzle& b, const Swizzle& r);   // R(x) = A(B(x))
Counterexample composition(const Layout& a, const Swizzle& b, const AnyLayout& r);  // R(i) = A(B(i)), i < size(A)
Counterexample upcast(const Swizzle& s, std::int64_t n, const Swizzle& r);          // R(x) = S(x*n)/n
Counterexample downcast(const Swizzle& s, std::int64_t n, const Swizzle& r);        // R(x*n+k) = S(x)*n+k
// The core evaluates the layout like the reference.
Counterexample evaluation(const ComposedLayout& a);
// sliced(k) + offset = A(c with the `_` filled by k), for every k.
Counterexample slice_and_offset(TupleRef coord, const AnyLayout& a, const Sliced& sliced);

}  // namespace stridescope::laws
