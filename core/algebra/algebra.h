// CuTe's layout algebra: what each function means, and the laws it keeps. Results are those of CuTe C++ character for
// character, static and dynamic integers included; what CuTe refuses is refused with a fault in `arith` that names the
// violated condition with its numbers. Every law below is executable in tests/unit/laws.h.
//
// Conventions: A, B, R are layouts; R(i) is the offset of 1-D coordinate i; `_4` is static, `4` dynamic.
// Source: CUTLASS include/cute/{int_tuple,stride,layout,layout_composed,swizzle_layout}.hpp and
// media/docs/cpp/cute/02_layout_algebra.md.
#pragma once

#include "core/value/composed_layout.h"
#include "core/value/tensor.h"
#include "core/value/tiler.h"

namespace stridescope {

// --- integers and tuples (tuple.cpp) ---

IntTuple flatten(Arith&, TupleRef t);           // (a,(b,c)) -> (a,b,c); an integer stays one
IntTuple flatten_to_tuple(Arith&, TupleRef t);  // the same, an integer becomes (a)
// Folds a flat tuple into the profile; needs as many entries as the profile has leaves.
IntTuple unflatten(Arith&, TupleRef flat, TupleRef profile);
IntTuple wrap(Arith&, TupleRef t);                       // a -> (a); a tuple stays
IntTuple unwrap(TupleRef t);                             // ((a)) -> a
IntTuple repeat(Arith&, TupleRef x, std::int64_t n);     // n copies; one copy is x itself
IntTuple repeat_like(Arith&, TupleRef t, const Int& x);  // x at every leaf of t
IntTuple append(Arith&, TupleRef t, TupleRef x);
IntTuple append(Arith&, TupleRef t, TupleRef x, std::int64_t rank);  // until rank
IntTuple prepend(Arith&, TupleRef t, TupleRef x);
IntTuple prepend(Arith&, TupleRef t, TupleRef x, std::int64_t rank);
IntTuple insert(Arith&, TupleRef t, TupleRef x, std::int64_t at);
IntTuple remove(Arith&, TupleRef t, std::int64_t at);
IntTuple replace(Arith&, TupleRef t, TupleRef x, std::int64_t at);
IntTuple group(Arith&, TupleRef t, std::int64_t first, std::int64_t last);  // modes [first,last) become one mode
IntTuple reverse(Arith&, TupleRef t);                                       // top-level modes
IntTuple zip(Arith&, TupleRef t);                                           // ((a,b),(x,y)) -> ((a,x),(b,y))
TupleRef front(TupleRef t);                                                 // first and last leaf
TupleRef back(TupleRef t);
// The mode at a path of indices; index_range when there is none.
TupleRef get(Arith&, TupleRef t, const std::int64_t* path, std::size_t length);

Int product(Arith&, TupleRef t);
Int sum_leaves(Arith&, TupleRef t);
IntTuple product_each(Arith&, TupleRef t);                  // product of each mode
IntTuple product_like(Arith&, TupleRef t, TupleRef guide);  // product of t at each leaf of guide
// Sum of products of the leaves; with basis elements the result is an arithmetic tuple.
IntTuple inner_product(Arith&, TupleRef a, TupleRef b);
// Integer, basis element or arithmetic tuple addition; shorter tuples are padded with _0.
IntTuple add(Arith&, TupleRef a, TupleRef b);
IntTuple as_arithmetic_tuple(Arith&, TupleRef t);  // v@1 -> (_0,v)
IntTuple elem_scale(Arith&, TupleRef a, TupleRef b);
IntTuple ceil_div(Arith&, TupleRef a, TupleRef b);
IntTuple round_up(Arith&, TupleRef a, TupleRef b);
IntTuple shape_div(Arith&, TupleRef a, TupleRef b);    // S1's `/`: divides the modes one after the other
IntTuple shape_mod(Arith&, TupleRef a, const Int& b);  // S1's `%`: keeps the first b elements
enum class Fold { min, max, gcd };
Int fold_leaves(Arith&, Fold fold, TupleRef t);

Bool equal(Arith&, TupleRef a, TupleRef b);
Bool congruent(TupleRef a, TupleRef b);           // same nesting
Bool weakly_congruent(TupleRef a, TupleRef b);    // a's nesting is a coarsening of b's
Bool compatible(Arith&, TupleRef a, TupleRef b);  // weakly congruent with equal sizes at a's leaves
Bool lex_less(Arith&, TupleRef a, TupleRef b);
Bool colex_less(Arith&, TupleRef a, TupleRef b);
Bool elem_less(Arith&, TupleRef a, TupleRef b);

// --- strides and coordinates (stride.cpp) ---

// Compact strides: mode 0 fastest (left) or last mode fastest (right), starting at `current` (by mode if a tuple).
// A static extent 1 gets stride _0.
IntTuple compact_major(Arith&, Major, TupleRef shape, TupleRef current);
// Compact strides in the order of the static entries of `order`; dynamic ones come last, from left to right.
IntTuple compact_order(Arith&, TupleRef shape, TupleRef order);
IntTuple make_basis_like(Arith&, TupleRef shape);  // (a,(b,c)) -> (_1@0,(_1@0@1,_1@1@1))
// Offset of a coordinate: law crd2idx(c,S,D) = inner product of the natural coordinate with D. `_` counts as 0.
IntTuple crd2idx(Arith&, TupleRef coord, TupleRef shape, TupleRef stride);
IntTuple crd2idx(Arith&, TupleRef coord, TupleRef shape);  // 1-D index of a coordinate, first mode fastest
IntTuple idx2crd(Arith&, TupleRef index, TupleRef shape, TupleRef stride);  // inverse for compact strides
IntTuple idx2crd(Arith&, TupleRef index, TupleRef shape);  // the last mode is not reduced modulo its extent
IntTuple crd2crd(Arith&, TupleRef coord, TupleRef from, TupleRef to);
// Keeps (slice) or drops (dice) what `_` marks.
IntTuple slice(Arith&, TupleRef coord, TupleRef t);
IntTuple dice(Arith&, TupleRef coord, TupleRef t);

// --- layouts (layout.cpp) ---

Layout make_layout(Arith&, TupleRef shape, Major major = Major::left);
Layout make_ordered_layout(Arith&, TupleRef shape, TupleRef order);
Layout make_layout_like(Arith&, LayoutRef a);
Layout make_fragment_like(Arith&, LayoutRef a);
Layout make_identity_layout(Arith&, TupleRef shape);
Layout concat(Arith&, std::initializer_list<LayoutRef> layouts);  // make_layout(A, B, ...)
Int size(Arith&, LayoutRef a);
IntTuple coshape(Arith&, LayoutRef a);    // smallest shape that holds every offset's coordinate; uses |stride|
Int cosize(Arith&, LayoutRef a);          // size(coshape)
IntTuple coprofile(Arith&, LayoutRef a);  // _0 in the form of an offset
IntTuple apply(Arith&, LayoutRef a, TupleRef coord);  // A(c), no `_`
Layout slice(Arith&, TupleRef coord, LayoutRef a);
Layout dice(Arith&, TupleRef coord, LayoutRef a);
IntTuple get_hier_coord(Arith&, LayoutRef a, const Int& index);
IntTuple get_flat_coord(Arith&, LayoutRef a, const Int& index);
IntTuple get_1d_coord(Arith&, LayoutRef a, const Int& index);
Layout flatten(Arith&, LayoutRef a);
Layout append(Arith&, LayoutRef a, LayoutRef x, std::int64_t rank);
Layout zip(Arith&, LayoutRef a);
Layout tile_unzip(Arith&, LayoutRef a, const Tiler& guide);  // ((A,a),(B,b)) -> ((A,B),(a,b)) along the guide

// --- coalesce (coalesce.cpp) ---
// law: size(R) = size(A), depth(R) <= 1, R(i) = A(i) for all i < size(A)
Layout coalesce(Arith&, LayoutRef a);
Layout coalesce(Arith&, LayoutRef a, TupleRef profile);  // at the leaves of the profile
IntTuple coalesce_shape(Arith&, TupleRef shape);         // multiplies neighbours that are both static or both dynamic
// As coalesce, but a trailing _1 stays the unbounded last mode: R(i) = A(i) for every i >= 0.
Layout coalesce_unbounded(Arith&, LayoutRef a, TupleRef profile);
Layout filter_zeros(Arith&, LayoutRef a);  // stride _0 modes get extent _1
Layout filter_zeros(Arith&, LayoutRef a, TupleRef profile);
IntTuple filter_zeros(Arith&, TupleRef guide, TupleRef t);
Layout filter(Arith&, LayoutRef a);  // coalesce(filter_zeros(A))
Layout filter(Arith&, LayoutRef a, TupleRef profile);

// --- composition (composition.cpp) ---
// law: compatible(B, R) and R(c) = A(B(c)) for every coordinate c of B. Static violations of the divisibility
// conditions are refused; dynamic ones are not seen, as in CuTe, and may break the law.
Layout composition(Arith&, LayoutRef a, LayoutRef b);
Layout composition(Arith&, LayoutRef a, const Tiler& b);  // by mode; modes that b does not reach are dropped

// --- complement (complement.cpp) ---
// laws: R is strictly increasing; the images of A and R meet in 0 only; cosize((A,R)) >= size(M);
// cosize(R) <= round_up(size(M), cosize(A)). Needs static strides when rank(filter(A)) > 1.
Layout complement(Arith&, LayoutRef a, TupleRef cotarget);
Layout complement(Arith&, LayoutRef a);  // cotarget = cosize(filter(A))

// --- inverses (inverse.cpp) ---
Layout right_inverse(Arith&, LayoutRef a);                   // law: A(R(i)) = i for all i < size(R)
Layout left_inverse(Arith&, LayoutRef a);                    // law: A(R(A(i))) = A(i) for all i < size(A)
Layout nullspace(Arith&, LayoutRef a);                       // law: A(R(i)) = 0
Layout max_common_layout(Arith&, LayoutRef a, LayoutRef b);  // law: A(R(i)) = B(R(i)) = i
Int max_common_vector(Arith&, LayoutRef a, LayoutRef b);
Int max_alignment(Arith&, LayoutRef a);  // largest N that upcast<N> accepts
Layout domain_distribute(Arith&, TupleRef shape, const Int& n);

// --- division (divide.cpp) ---
// logical_divide(A,B) = composition(A, (B, complement(B, shape(coalesce(A)))))
// law: layout<0>(zipped_divide(A,B)) = composition(A,B)
Layout logical_divide(Arith&, LayoutRef a, const Tiler& b);
Layout zipped_divide(Arith&, LayoutRef a, const Tiler& b);  // (tile, rest)
Layout tiled_divide(Arith&, LayoutRef a, const Tiler& b);   // (tile, rest0, rest1, ...)
Layout flat_divide(Arith&, LayoutRef a, const Tiler& b);    // (tile0, ..., rest0, ...)
Bool evenly_divides(Arith&, TupleRef shape, const Tiler& tiler);
IntTuple ceil_div(Arith&, TupleRef shape, LayoutRef tiler);  // how many tiles; shape(complement(tiler, shape))

// --- product (product.cpp) ---
// logical_product(A,B) = (A, composition(complement(A, size(A)*cosize(B)), B))
Layout logical_product(Arith&, LayoutRef a, const Tiler& b);
Layout zipped_product(Arith&, LayoutRef a, const Tiler& b);
Layout tiled_product(Arith&, LayoutRef a, const Tiler& b);
Layout flat_product(Arith&, LayoutRef a, const Tiler& b);
Layout blocked_product(Arith&, LayoutRef block, LayoutRef tiler);
Layout raked_product(Arith&, LayoutRef block, LayoutRef tiler);
// Repeats a block to fill the shape; order LayoutLeft unless given.
Layout tile_to_shape(Arith&, LayoutRef block, TupleRef shape, const TupleRef* order, Major major = Major::left);

// --- recast (recast.cpp) ---
Layout upcast(Arith&, LayoutRef a, std::int64_t n);    // n elements become one
Layout downcast(Arith&, LayoutRef a, std::int64_t n);  // one element becomes n
Swizzle upcast(Arith&, const Swizzle&, std::int64_t n);
Swizzle downcast(Arith&, const Swizzle&, std::int64_t n);
ComposedLayout upcast(Arith&, const ComposedLayout&, std::int64_t n);
ComposedLayout downcast(Arith&, const ComposedLayout&, std::int64_t n);

// --- swizzled layouts (swizzled.cpp) ---
// A o offset o B; drops an identity swizzle with a static 0 offset, as CuTe's composition does.
AnyLayout compose(const Swizzle& a, const SwizzleOffset& offset, Layout b);
AnyLayout compose(const std::variant<Swizzle, Layout>& a, const SwizzleOffset& offset, AnyLayout b);
Swizzle composition(Arith&, const Swizzle& a, const Swizzle& b);
AnyLayout composition(Arith&, const Layout& a, const Swizzle& b);  // finds the swizzle S with A o Sw = S o A
IntTuple apply(Arith&, const ComposedLayout& a, TupleRef coord);
struct Sliced {
  AnyLayout layout;
  IntTuple offset;
};
// The sublayout that `_` keeps and the offset of what it fixes. A swizzled layout decays to a plain one, possibly with
// negative strides, when the bits that the sublayout reaches do not collide under the swizzle.
Sliced slice_and_offset(Arith&, TupleRef coord, const AnyLayout& a);
// The layout seen from a coordinate on, and how far an iterator moves to there: law T'(c) = T(coord + c) where the
// coordinates do not carry. A composed layout takes the step into its own offset.
Sliced domain_offset(Arith&, TupleRef coord, const AnyLayout& a);
AnyLayout logical_product(Arith&, const Layout& a, const ComposedLayout& b);

// --- tensors (tensor.cpp) ---
Iterator advance(Arith&, const Iterator& data, TupleRef offset);  // data + offset
// Of a pointer: what is moved by whole bytes goes into a known address.
Iterator normal_pointer(Iterator data);
// The swizzle of byte addresses as one of elements of so many bits.
Swizzle element_swizzle(Arith&, const Swizzle& bytes, int bits);
// Where the elements of a layout that waits for a pointer lie from an aligned start: the swizzle of byte addresses acts
// on elements instead. Another function than the layout itself, which CuTe lets swizzle element indices as they are.
ComposedLayout without_pointer(Arith&, ComposedLayout layout);
AnyLayout in_memory(Arith&, const AnyLayout& layout);  // CuTe's as_position_independent_swizzle_layout
// Whether the layout waits for a pointer.
bool waits_for_pointer(const AnyLayout& layout);
// The layout that gives the offset of each element: the tensor's own, or under the swizzle of its pointer, whose
// address counts from the last multiple of the swizzle's period.
AnyLayout offset_layout(Arith&, const Tensor& t);
Tensor make_coord_tensor(Arith&, const Layout& layout);
Tensor slice(Arith&, TupleRef coord, const Tensor& t);
IntTuple element(Arith&, TupleRef coord, const Tensor& t);  // in memory: the offset that it stands at
// zipped_divide, then the tile's (inner) or the rest's (outer) mode is kept and the other fixed at coord.
Tensor inner_partition(Arith&, const Tensor& t, const Tiler& tiler, TupleRef coord);
Tensor outer_partition(Arith&, const Tensor& t, const Tiler& tiler, TupleRef coord);
// The elements that thread `index` of the thread layout owns.
Tensor local_partition(Arith&, const Tensor& t, LayoutRef threads, const Int& index);

// Applies a layout operation to the layout that defines the domain and keeps the swizzle around it.
template <class Operation>
AnyLayout on_domain(const AnyLayout& layout, Operation&& operation) {
  if (const auto* plain = std::get_if<Layout>(&layout)) return operation(*plain);
  const auto& composed = std::get<ComposedLayout>(layout);
  AnyLayout out = compose(composed.a, composed.offset, operation(composed.b));
  for (std::size_t i = composed.outer.size(); i-- > 0;)
    out = compose(composed.outer[i].function, composed.outer[i].offset, std::move(out));
  return out;
}

}  // namespace stridescope
