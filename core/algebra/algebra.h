// CuTe's layout algebra: what each function means, and the laws it keeps. Results are those of CuTe C++ character for
// character, static and dynamic integers included; what CuTe refuses is refused with a fault in `arith` that names the
// violated condition with its numbers. Every law below is executable in tests/unit/laws.h.
//
// Conventions. A, B, R are layouts, R the result; R(i) is the offset of 1-D coordinate i, R(c) of any coordinate; `_4`
// is static, `4` dynamic. A tuple's *leaves* are its integers in order, its *modes* the entries of its outermost level,
// its *profile* the nesting without the integers. Two tuples are congruent when their profiles are equal.
//
// Common to all functions here:
//   arguments  An integer counts as a tuple of one mode wherever CuTe takes either. `_` stands only where it is named.
//   faults     Nothing throws and nothing is checked by the caller: the first fault stays in `arith`, later calls with
//              the same `arith` do no harm, and what is returned after a fault is a placeholder that fits together.
//              Besides those named below any function may report overflow (a result beyond 64 bits), division_by_zero,
//              too_large and too_deep (more than a tuple may hold), and basis, where a scaled basis element stands
//              where only an integer has a meaning.
//   results    Own what they hold; a TupleRef or LayoutRef that is returned points into an argument.
//   static     A result is static exactly where CuTe's type is. Conditions on divisibility are checked where CuTe's
//              static_assert sees them, on static integers; dynamic ones pass unseen, and may break the law.
//   work       Linear in the number of modes unless a function says otherwise; no function walks coordinates.
// Source: CUTLASS include/cute/{int_tuple,stride,layout,layout_composed,swizzle_layout}.hpp and
// media/docs/cpp/cute/02_layout_algebra.md; names are CuTe's but where a comment gives its name.
#pragma once

#include "core/value/composed_layout.h"
#include "core/value/tensor.h"
#include "core/value/tiler.h"

namespace stridescope {

// --- nesting of tuples (tuple.cpp) ---

// (a,(b,c)) -> (a,b,c): the leaves. An integer stays one in flatten and becomes (a) in flatten_to_tuple.
// post: depth <= 1, the same leaves in the same order.
IntTuple flatten(Arith&, TupleRef t);
IntTuple flatten_to_tuple(Arith&, TupleRef t);
// The inverse: the entries of a flat tuple in the nesting of the profile. post: congruent(R, profile). profile_mismatch
// unless `flat` is flat; rank_mismatch unless it has as many entries as the profile has leaves.
IntTuple unflatten(Arith&, TupleRef flat, TupleRef profile);
// a -> (a), and a tuple is unchanged; ((a)) -> a: removes all brackets around one mode.
IntTuple wrap(Arith&, TupleRef t);
IntTuple unwrap(TupleRef t);
// n copies of x side by side; one copy is x itself, none is (). index_range for n < 0. CuTe's tuple_repeat.
IntTuple repeat(Arith&, TupleRef x, std::int64_t n);
// x at every leaf of t. post: congruent(R, t).
IntTuple repeat_like(Arith&, TupleRef t, const Int& x);
// Adds one mode x at the end or at the beginning; with a rank, as many as this rank needs: (a,b) to rank 4 is
// (a,b,x,x). index_range if t already has more modes than `rank`.
IntTuple append(Arith&, TupleRef t, TupleRef x);
IntTuple append(Arith&, TupleRef t, TupleRef x, std::int64_t rank);
IntTuple prepend(Arith&, TupleRef t, TupleRef x);
IntTuple prepend(Arith&, TupleRef t, TupleRef x, std::int64_t rank);
// x before mode `at` (at = rank: after all), without mode `at`, and x in its place. index_range if the mode does not
// exist.
IntTuple insert(Arith&, TupleRef t, TupleRef x, std::int64_t at);
IntTuple remove(Arith&, TupleRef t, std::int64_t at);
IntTuple replace(Arith&, TupleRef t, TupleRef x, std::int64_t at);
// Modes [first, last) become one mode: group<0,2> of (a,b,c) is ((a,b),c). index_range beyond the rank.
IntTuple group(Arith&, TupleRef t, std::int64_t first, std::int64_t last);
// The modes in the opposite order; nested tuples are unchanged.
IntTuple reverse(Arith&, TupleRef t);
// ((a,b),(x,y)) -> ((a,x),(b,y)), as a transpose. rank_mismatch unless all modes have the same rank.
IntTuple zip(Arith&, TupleRef t);
// The first and the last leaf. pre: t has one.
TupleRef front(TupleRef t);
TupleRef back(TupleRef t);
// The mode at a path of indices, outermost first: get<1,0> of (a,(b,c)) is b. index_range if it does not exist.
TupleRef get(Arith&, TupleRef t, const std::int64_t* path, std::size_t length);

// --- arithmetic on tuples (tuple_arithmetic.cpp) ---

// The product of all leaves: the size of a shape; 1 for (). arguments where `_` is a leaf.
Int product(Arith&, TupleRef t);
// The sum of all leaves; 0 for ().
Int sum_leaves(Arith&, TupleRef t);
// The product of each mode: (2,(3,4)) -> (2,12). post: rank(R) = rank(t), depth <= 1.
IntTuple product_each(Arith&, TupleRef t);
// The product of t at each leaf of the guide. post: congruent(R, guide). rank_mismatch unless weakly_congruent(guide,
// t).
IntTuple product_like(Arith&, TupleRef t, TupleRef guide);
// The sum of the products of the leaves of two congruent tuples; with basis elements in b an arithmetic tuple.
// rank_mismatch unless they are congruent.
IntTuple inner_product(Arith&, TupleRef a, TupleRef b);
// Integers, basis elements or arithmetic tuples, mode by mode; the shorter one is padded with _0. basis: an integer
// with a tuple.
IntTuple add(Arith&, TupleRef a, TupleRef b);
// The difference, with the same rules.
IntTuple subtract(Arith&, TupleRef a, TupleRef b);
// A basis element as a tuple: v@1 -> (_0,v). Any other tuple is unchanged.
IntTuple as_arithmetic_tuple(Arith&, TupleRef t);
// Each leaf of a times the size of the matching part of b: ((2),(3)) by (4,(1,2)) is (8,6). rank_mismatch.
IntTuple elem_scale(Arith&, TupleRef a, TupleRef b);
// Leaf by leaf, rounded up; round_up is ceil_div(a,b)*b. A shorter b counts as _1 in its missing modes, and an integer
// b is divided away mode after mode. rank_mismatch if b is longer.
IntTuple ceil_div(Arith&, TupleRef a, TupleRef b);
IntTuple round_up(Arith&, TupleRef a, TupleRef b);
// S1's `/`: the shape that remains of a if the first b elements, first mode fastest, are combined into one: (6,2)/3 is
// (2,2). shape_divisibility if neither a static extent nor the rest of b divides the other.
IntTuple shape_div(Arith&, TupleRef a, TupleRef b);
// S1's `%`: the shape of the first b elements of a: (6,2)%3 is (3,1). Conditions as shape_div.
IntTuple shape_mod(Arith&, TupleRef a, const Int& b);
// The least, the greatest, or the greatest common divisor of all leaves. pre: t has one.
enum class Fold { min, max, gcd };
Int fold_leaves(Arith&, Fold fold, TupleRef t);

// Comparisons. A Bool is static where CuTe's is: when the operands decide it at compile time.
// The same integers in the same nesting.
Bool equal(Arith&, TupleRef a, TupleRef b);
// The same nesting with any integers: always static.
Bool congruent(TupleRef a, TupleRef b);
// a's nesting is a coarsening of b's: an integer of a matches anything in b. A partial order.
Bool weakly_congruent(TupleRef a, TupleRef b);
// weakly_congruent, and each leaf of a is the size of the matching part of b: every coordinate of a is a coordinate of
// b. Reflexive, transitive, antisymmetric.
Bool compatible(Arith&, TupleRef a, TupleRef b);
// Orders of coordinates: lex_less compares the first mode first, colex_less the last; elem_less requires every leaf to
// be less (the test that a coordinate is inside a shape). rank_mismatch if elem_less finds different nestings.
Bool lex_less(Arith&, TupleRef a, TupleRef b);
Bool colex_less(Arith&, TupleRef a, TupleRef b);
Bool elem_less(Arith&, TupleRef a, TupleRef b);

// --- strides and coordinates (stride.cpp) ---

// Compact strides of a shape: mode 0 fastest (Major::left) or the last mode (Major::right), the fastest with stride
// `current`, which may be a tuple with a start for each mode. A static extent 1 gets stride _0, as in CuTe.
// post: congruent(R, shape). rank_mismatch when `current` does not fit the shape.
IntTuple compact_major(Arith&, Major, TupleRef shape, TupleRef current);
// Compact strides with the modes of smaller static order faster; dynamic orders come last, from left to right:
// (_2,_3,_4) in the order (_2,_1,_3) has strides (_3,_1,_6). profile_mismatch unless weakly_congruent(order, shape).
IntTuple compact_order(Arith&, TupleRef shape, TupleRef order);
// The strides whose offsets are the coordinates: (a,(b,c)) -> (_1@0,(_1@0@1,_1@1@1)). too_large beyond the capacity of
// a BasisPath (core/value/int.h).
IntTuple make_basis_like(Arith&, TupleRef shape);
// The offset of a coordinate: the inner product of its natural form with the strides. `coord` has any shape that is
// compatible with `shape`, such as an integer, and is not reduced: it can exceed the last mode. `_` counts as 0.
// rank_mismatch if the three do not fit. With basis strides the offset is an arithmetic tuple.
IntTuple crd2idx(Arith&, TupleRef coord, TupleRef shape, TupleRef stride);
// The same for compact strides, first mode fastest: the 1-D coordinate, (1,2) in (4,8) is 9.
IntTuple crd2idx(Arith&, TupleRef coord, TupleRef shape);
// The inverse for compact strides: index / stride % extent, leaf by leaf. post: crd2idx(R, shape, stride) = index for 0
// <= index < size(shape). pre: strides are compact in some order; for others the result is CuTe's, without a meaning.
IntTuple idx2crd(Arith&, TupleRef index, TupleRef shape, TupleRef stride);
// The same for a 1-D coordinate. The last mode is not reduced modulo its extent: 40 in (4,8) is (0,10).
IntTuple idx2crd(Arith&, TupleRef index, TupleRef shape);
// The coordinate of the same element in a shape of another nesting and equal size.
IntTuple crd2crd(Arith&, TupleRef coord, TupleRef from, TupleRef to);
// The part of a coordinate that `_` marks (slice) or does not mark (dice), without the nesting of the coordinate.
// rank_mismatch if the coordinate does not fit t.
IntTuple slice(Arith&, TupleRef coord, TupleRef t);
IntTuple dice(Arith&, TupleRef coord, TupleRef t);

// --- layouts: making, measuring, evaluating (layout.cpp) ---

// A layout with compact strides, and one whose modes are ordered by `order` (compact_order). post: a bijection of [0,
// size). arguments: `_` in the shape, as in all functions that make a layout of a shape.
Layout make_layout(Arith&, TupleRef shape, Major major = Major::left);
// profile_mismatch unless the shape and the strides are nested alike; arguments: `_` in either.
Layout make_layout(Arith&, TupleRef shape, TupleRef stride);
Layout make_ordered_layout(Arith&, TupleRef shape, TupleRef order);
// Compact, with the modes in the order of A's strides, and with A's static strides 0: the layout of a new tensor for
// the elements of A.
Layout make_layout_like(Arith&, LayoutRef a);
// The same for registers, where mode 0 is one fragment: it is always compact and fastest.
Layout make_fragment_like(Arith&, LayoutRef a);
// c -> c: the layout whose offsets are its coordinates. law: R(c) = c.
Layout make_identity_layout(Arith&, TupleRef shape);
// CuTe's make_layout(A, B, ...): the layouts as modes of one. law: R(a,b,...) = A(a) + B(b) + ...
Layout concat(Arith&, std::initializer_list<LayoutRef> layouts);
// The number of coordinates: the product of the shape.
Int size(Arith&, LayoutRef a);
// The smallest shape that contains every offset, by |stride|: sum of (extent - 1) * |stride| plus 1, for basis strides
// by mode. cosize is its size: one more than the largest offset, if no stride is negative.
IntTuple coshape(Arith&, LayoutRef a);
Int cosize(Arith&, LayoutRef a);
// _0 in the form of an offset: an integer, or a tuple for basis strides.
IntTuple coprofile(Arith&, LayoutRef a);
// A(c) for a coordinate without `_`; conditions as crd2idx.
IntTuple apply(Arith&, LayoutRef a, TupleRef coord);
// The sublayout of the modes that `_` marks, or of the other modes; slice_and_offset gives the offset of the fixed
// modes.
Layout slice(Arith&, TupleRef coord, LayoutRef a);
Layout dice(Arith&, TupleRef coord, LayoutRef a);
// The coordinate that has an offset, in the shape's own nesting, by mode, and 1-D. pre: compact strides, as idx2crd.
IntTuple get_hier_coord(Arith&, LayoutRef a, const Int& index);
IntTuple get_flat_coord(Arith&, LayoutRef a, const Int& index);
IntTuple get_1d_coord(Arith&, LayoutRef a, const Int& index);
// Shape and stride by the function of that name on tuples. law of flatten: R(i) = A(i).
Layout flatten(Arith&, LayoutRef a);
Layout append(Arith&, LayoutRef a, LayoutRef x, std::int64_t rank);
Layout zip(Arith&, LayoutRef a);
// ((A,a),(B,b)) -> ((A,B),(a,b)) along the guide, CuTe's zip2_by: turns logical_ results into zipped_ ones. Modes that
// the guide does not reach go to the second part. rank_mismatch unless each tiled mode has rank 2.
Layout tile_unzip(Arith&, LayoutRef a, const Tiler& guide);

// --- coalesce and filter (coalesce.cpp) ---

// The same function with as few modes as CuTe finds: adjacent s0:d0, s1:d1 become one if s0*d0 == d1 is known at
// compile time and s1 is static; static extents 1 are dropped. With a profile, at each of its leaves. law: size(R) =
// size(A), depth(R) <= 1, R(i) = A(i) for all i < size(A). rank_mismatch: a profile with more modes.
Layout coalesce(Arith&, LayoutRef a);
Layout coalesce(Arith&, LayoutRef a, TupleRef profile);
// For a shape alone: multiplies adjacent extents that are both static or both dynamic.
IntTuple coalesce_shape(Arith&, TupleRef shape);
// As coalesce, but a trailing _1 remains as the unbounded last mode: R(i) = A(i) for every i >= 0. The left operand of
// composition.
Layout coalesce_unbounded(Arith&, LayoutRef a, TupleRef profile);
// Modes of static stride 0 get extent _1 (for tuples: where the guide is 0): each offset occurs once.
Layout filter_zeros(Arith&, LayoutRef a);
Layout filter_zeros(Arith&, LayoutRef a, TupleRef profile);
IntTuple filter_zeros(Arith&, TupleRef guide, TupleRef t);
// coalesce(filter_zeros(A)). law: the image of R is the image of A, for static strides.
Layout filter(Arith&, LayoutRef a);
Layout filter(Arith&, LayoutRef a, TupleRef profile);

// --- composition (composition.cpp) ---

// A after B. law: compatible(B, R) and R(c) = A(B(c)) for every coordinate c of B. Each mode s:d of B walks A's modes:
// d is divided away on the left (stride_divisibility if neither a static extent nor the rest of d divides the other),
// then s is taken from the remaining extents (shape_divisibility likewise). These are CuTe's sufficient conditions, not
// the necessary ones, and they see only static integers. Basis strides of B name modes of A: rank_mismatch if A lacks
// the mode, profile_mismatch if the mode is nested. Work: rank(A) * rank(B).
Layout composition(Arith&, LayoutRef a, LayoutRef b);
inline Layout composition(Arith& arith, LayoutRef a, const Layout& b) { return composition(arith, a, LayoutRef(b)); }
// By mode: layout<i>(R) = composition(layout<i>(A), B_i), where `_` keeps a mode, an integer n is n:1, and modes that
// the tiler does not reach are dropped. rank_mismatch if the tiler has more modes than A.
Layout composition(Arith&, LayoutRef a, const Tiler& b);

// --- complement (complement.cpp) ---

// The part of [0, size(M)), with the cotarget M, that A does not reach, as a layout: together they tile the codomain.
// laws: R is strictly increasing; the images of A and R meet in 0 only; cosize((A,R)) >= size(M); cosize(R) <=
// round_up(size(M), cosize(A)). pre: integer strides (basis otherwise), static if rank(filter(A)) > 1 (dynamic_stride),
// and A injective in the sense that, sorted by stride, each mode begins beyond the span of the previous ones
// (not_injective).
Layout complement(Arith&, LayoutRef a, TupleRef cotarget);
Layout complement(Arith&, LayoutRef a);  // cotarget = cosize(filter(A))

// --- inverses (inverse.cpp) ---

// Both consist of static integers; a mode with a dynamic stride ends the invertible part. If A is not a bijection, they
// are one-sided and as long as CuTe's algorithm finds, not as long as possible.
Layout right_inverse(Arith&, LayoutRef a);  // law: A(R(i)) = i for all i < size(R)
Layout left_inverse(Arith&, LayoutRef a);   // law: A(R(A(i))) = A(i) for all i < size(A)
// The coordinates that A maps to the offset of 0: its modes of stride 0. law: A(R(i)) = 0.
Layout nullspace(Arith&, LayoutRef a);
// The longest common contiguous piece of both, from the same coordinate on: the width of a vectorized copy. law:
// A(R(i)) = B(R(i)) = i. max_common_vector is its size.
Layout max_common_layout(Arith&, LayoutRef a, LayoutRef b);
Int max_common_vector(Arith&, LayoutRef a, LayoutRef b);
// The largest N that upcast<N> accepts: every stride except a 1 is a multiple of it.
Int max_alignment(Arith&, LayoutRef a);
// n elements distributed over the shape so that they divide it: for each leaf, in order, the greatest common divisor of
// its extent and the rest of n, with the leaf's compact stride; coalesced. dynamic_value unless both are static.
Layout domain_distribute(Arith&, TupleRef shape, const Int& n);

// --- division (divide.cpp) ---

// A divided into tiles. logical_divide(A,B) = composition(A, (B, complement(B, shape(coalesce(A))))): mode 0 walks one
// tile, mode 1 from tile to tile; with a by-mode tiler, in each mode. The other functions arrange the same modes
// differently. law: layout<0>(zipped_divide(A,B)) = composition(A,B). Faults are those of composition and complement.
Layout logical_divide(Arith&, LayoutRef a, const Tiler& b);  // ((tile0,rest0),(tile1,rest1),...)
Layout zipped_divide(Arith&, LayoutRef a, const Tiler& b);   // ((tile0,tile1,...),(rest0,rest1,...))
Layout tiled_divide(Arith&, LayoutRef a, const Tiler& b);    // ((tile0,tile1,...),rest0,rest1,...)
Layout flat_divide(Arith&, LayoutRef a, const Tiler& b);     // (tile0,tile1,...,rest0,rest1,...)
// True if no tile is cut off: each size of the tiler divides the size of the mode. arguments if the tiler contains `_`,
// by which CuTe would divide.
Bool evenly_divides(Arith&, TupleRef shape, const Tiler& tiler);
// The number of tiles of a layout in a shape, by mode: shape(complement(tiler, shape)).
IntTuple ceil_div(Arith&, TupleRef shape, LayoutRef tiler);

// --- product (product.cpp) ---

// A repeated in the order of B. logical_product(A,B) = (A, composition(complement(A, size(A)*cosize(B)), B)): mode 0 is
// A, mode 1 goes from copy to copy, and B counts copies. law: layout<0>(R) = A, and the copies do not overlap, like the
// complement's. Faults are those of composition and complement.
Layout logical_product(Arith&, LayoutRef a, const Tiler& b);
Layout zipped_product(Arith&, LayoutRef a, const Tiler& b);
Layout tiled_product(Arith&, LayoutRef a, const Tiler& b);
Layout flat_product(Arith&, LayoutRef a, const Tiler& b);
// Products by rank: mode i of the block with mode i of the tiler. blocked keeps a copy together,
// ((block0,tile0),(block1,tile1)); raked interleaves the copies, ((tile0,block0),(tile1,block1)). The shorter of the
// two is padded with modes _1.
Layout blocked_product(Arith&, LayoutRef block, LayoutRef tiler);
Layout raked_product(Arith&, LayoutRef block, LayoutRef tiler);
// A block repeated until it fills the shape, copies in the given order, LayoutLeft by default. post: mode i has the
// size of mode i of the shape. rank_mismatch: a shape with fewer modes than the block; shape_divisibility: an extent
// that is not a multiple of the block's.
Layout tile_to_shape(Arith&, LayoutRef block, TupleRef shape, const TupleRef* order, Major major = Major::left);

// --- recast (recast.cpp) ---

// The same memory in elements n times as wide, or in parts of them; CuTe's recast_layout is one of the two. `n` counts
// elements. upcast: strides are divided, the mode of stride 1 is shortened; divisibility if neither of a static stride
// and n divides the other. downcast: strides are multiplied, the mode of stride 1 is lengthened; not_adjacent without
// such a mode. For a swizzle the base moves by log2(n) (divisibility: n is not a power of two); for a composed layout
// both change, unless its pointer is missing: then the swizzle acts on bytes and is unchanged. arguments for n < 1.
Layout upcast(Arith&, LayoutRef a, std::int64_t n);
Layout downcast(Arith&, LayoutRef a, std::int64_t n);
Swizzle upcast(Arith&, const Swizzle&, std::int64_t n);
Swizzle downcast(Arith&, const Swizzle&, std::int64_t n);
ComposedLayout upcast(Arith&, const ComposedLayout&, std::int64_t n);
ComposedLayout downcast(Arith&, const ComposedLayout&, std::int64_t n);

// --- swizzled layouts (swizzled.cpp) ---

// A o offset o B; drops an identity swizzle with a static 0 offset, as CuTe's composition does. In front of a composed
// layout it adds a stage. function_chain.h has the other compositions of composed layouts.
AnyLayout compose(const Swizzle& a, const SwizzleOffset& offset, Layout b);
AnyLayout compose(const StageFunction& a, const SwizzleOffset& offset, AnyLayout b);
// The same functions around another domain. Identity swizzles with a static 0 offset next to it are dropped.
AnyLayout with_domain(ComposedLayout layout, Layout domain);
// The single swizzle that two consecutive swizzles form: bad_swizzle unless their shifts are equal, even if one of them
// is the identity, as in CuTe; the message gives the product if it is a swizzle.
Swizzle composition(Arith&, const Swizzle& a, const Swizzle& b);
// The swizzle S with A o Sw = S o A, and the composed layout S o _0 o A. dynamic_value if A moves the bits of Sw to a
// position that is known only at run time.
AnyLayout composition(Arith&, const Layout& a, const Swizzle& b);
// A(offset + B(c)), stage by stage. basis: the argument of a swizzle is not an integer.
IntTuple apply(Arith&, const ComposedLayout& a, TupleRef coord);
// function(offset + x) of one stage.
IntTuple apply(Arith&, const ComposedLayout::Stage& stage, TupleRef x);
struct Sliced {
  AnyLayout layout;
  IntTuple offset;
};
// The sublayout that `_` keeps and the offset of the fixed modes. law: R.offset + R.layout(c) = A(coord with c for
// `_`). A swizzled layout Sw o offset o L decays to a plain one, possibly with negative strides, if the bits that the
// sublayout reaches do not collide under the swizzle. In any other A o offset o B, B is sliced and its offset is added
// to the middle one. dynamic_value, divisibility: the bits of the fixed modes are unknown.
Sliced slice_and_offset(Arith&, TupleRef coord, const AnyLayout& a);
// The layout starting at a coordinate, and the distance by which an iterator moves there: law T'(c) = T(coord + c) if
// the coordinates do not carry. In A o offset o B the offset grows by B(coord), so the law holds if B is a layout.
Sliced domain_offset(Arith&, TupleRef coord, const AnyLayout& a);
// A repeated by a swizzled tiler: the copies are swizzled, not A. bad_swizzle unless the tiler is a swizzle with the
// static offset 0; dynamic_value if the final position of its bits is unknown.
AnyLayout logical_product(Arith&, const Layout& a, const ComposedLayout& b);

// --- tensors (tensor.cpp) ---

// data + offset. basis: an iterator over elements moves by integers only.
Iterator advance(Arith&, const Iterator& data, TupleRef offset);
// For a pointer: adds moves by whole bytes to a known address.
Iterator normal_pointer(Iterator data);
// The swizzle of byte addresses as a swizzle of elements with the given number of bits; divisibility if it would split
// elements.
Swizzle element_swizzle(Arith&, const Swizzle& bytes, int bits);
// The position of each element relative to an aligned start, for a layout without a pointer: the swizzle of byte
// addresses acts on elements instead. This function differs from the layout itself, in which CuTe swizzles element
// indices directly.
ComposedLayout without_pointer(Arith&, ComposedLayout layout);
// The same for any layout; a layout that does not wait for a pointer is unchanged. CuTe's
// as_position_independent_swizzle_layout.
AnyLayout in_memory(Arith&, const AnyLayout& layout);
// True if a stage's offset is an UnsetPointer (core/value/swizzle.h).
bool waits_for_pointer(const AnyLayout& layout);
// The layout that gives the offset of each element: the tensor's own, or the one under the swizzle of its pointer. The
// offsets under a swizzle count from the last multiple of its period (core/value/alignment.h) before the pointer, which
// is swizzle_phase elements away; 0 if the address is unknown or nothing is swizzled. unsupported if the width of its
// elements is unknown.
AnyLayout offset_layout(Arith&, const Tensor& t);
std::int64_t swizzle_phase(const Tensor& t);
// The tensor of a layout's coordinates: an iterator that begins at 0, in the form of the layout's offsets.
Tensor make_coord_tensor(Arith&, const Layout& layout);
// slice_and_offset of its layout, with the iterator moved by the offset.
Tensor slice(Arith&, TupleRef coord, const Tensor& t);
// The value at a coordinate without `_`: a number, a coordinate, or in memory the distance from the address of the
// pointer in elements, with or without a swizzle.
IntTuple element(Arith&, TupleRef coord, const Tensor& t);
// zipped_divide, then keeps the mode of the tile (inner) or of the rest (outer) and fixes the other one at coord, which
// can have fewer modes: inner_partition(t, tiler, block) is the tile of a block (CuTe's local_tile), outer_partition(t,
// tiler, thread) the elements of a thread in all tiles. rank_mismatch if the coordinate has more modes.
Tensor inner_partition(Arith&, const Tensor& t, const Tiler& tiler, TupleRef coord);
Tensor outer_partition(Arith&, const Tensor& t, const Tiler& tiler, TupleRef coord);
// The elements that thread `index` owns if the layout of threads is repeated over t: outer_partition by its extents, at
// the coordinate of that index.
Tensor local_partition(Arith&, const Tensor& t, LayoutRef threads, const Int& index);

// Applies a layout operation to the layout that defines the domain and keeps the functions around it.
template <class Operation>
AnyLayout on_domain(const AnyLayout& layout, Operation&& operation) {
  if (const auto* plain = std::get_if<Layout>(&layout)) return operation(*plain);
  const auto& composed = std::get<ComposedLayout>(layout);
  return with_domain(composed, operation(composed.b));
}

}  // namespace stridescope
