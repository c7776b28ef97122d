// Composed layouts as CuTe nests them. In A o offset o B each of A and B is a layout, a swizzle, or composed itself,
// and CuTe's rules follow that tree: only a swizzle that is A alone, for example, lets a slice decay to a plain layout.
//
//   Sw<2,0,3> o _0 o (Sw<1,0,4> o _0 o (_8,_8):(_8,_1))     B is composed, as in every chain that a text holds
//   (_4:_1 o _-2 o Sw<1,2,3>) o _0 o _8:_1                  A is composed: an inverse, and what it is composed with
//
// Values hold a chain as a row (core/value/composed_layout.h). Source: CUTLASS include/cute/layout_composed.hpp,
// swizzle_layout.hpp, pointer_flagged.hpp.
#pragma once

#include <memory>

#include "core/algebra/algebra.h"
#include "core/value/value.h"

namespace stridescope {

// A chain that ends in a swizzle, such as `_4:_1 o _-2 o Sw<1,2,3>`: the inverse of a swizzled layout with an offset.
// It maps integers and has no shape, so it is not a layout; its composition with a layout is one. law: f(x) =
// stages[0](... inner(x) ...), each stage x -> function(offset + x).
struct ComposedFunction {
  std::vector<ComposedLayout::Stage> stages;  // outermost first, at least one
  Swizzle inner;

  static const ObjectKind object_kind;
  bool operator==(const ComposedFunction&) const = default;
};

// Maximum number of functions in a chain; more are too_large.
inline constexpr int max_chain_length = 256;

// A function, or two with an offset between them. Immutable; copies share the links.
struct FunctionChain {
  std::variant<Swizzle, Layout, std::shared_ptr<const struct FunctionLink>> form;

  // The swizzle, or null.
  const Swizzle* swizzle() const { return std::get_if<Swizzle>(&form); }
  const Layout* layout() const { return std::get_if<Layout>(&form); }
  const FunctionLink* link() const {
    const auto* shared = std::get_if<std::shared_ptr<const FunctionLink>>(&form);
    return shared != nullptr ? shared->get() : nullptr;
  }
};

// A o offset o B.
struct FunctionLink {
  FunctionChain a;
  SwizzleOffset offset = static_int(0);
  FunctionChain b;
  int length = 2;  // number of functions
};

// True for a swizzle, a layout, a composed layout and a composed function.
bool is_chain(const Value& value);
// pre: is_chain. The tree of the value, and the inverse: a chain that ends in a layout is a layout or composed layout.
FunctionChain chain_of(Arith&, const Value& value);
Value to_value(const FunctionChain& chain);
AnyLayout to_any_layout(const FunctionChain& chain);  // pre: it ends in a layout

// A o offset o B exactly, CuTe's ComposedLayout{A,offset,B}. basis: a swizzle with a coordinate as its offset.
FunctionChain join(Arith&, const FunctionChain& a, SwizzleOffset offset, const FunctionChain& b);
// The same with the simplifications of CuTe's composition(A,offset,B): an identity swizzle and a static offset 0 in
// front of a layout are dropped.
FunctionChain compose(Arith&, const FunctionChain& a, SwizzleOffset offset, const FunctionChain& b);
// A after B. A layout A moves a swizzle of B to its left, as another swizzle, and merges with the layouts of B; in a
// composed A only its B changes. law: R(c) = A(B(c)). unsupported: a layout after a composed B whose offset is not the
// static 0. bad_swizzle, dynamic_value: the swizzle on the left does not exist, or is unknown at compile time.
FunctionChain composition(Arith&, const FunctionChain& a, const FunctionChain& b);

// f of one integer. Faults are those of its layouts and swizzles.
IntTuple apply(Arith&, const ComposedFunction& f, const Int& index);

// law of right: f(R(i)) = i; of left: R(f(i)) = i. For layouts within the limits of CuTe's algorithms (algebra.h).
enum class InverseSide { right, left };
// A o offset o B gives inverse(B) o -offset o inverse(A); a swizzle with the static offset 0 passes inverse(B) instead.
// unsupported: an offset that is not an integer.
FunctionChain inverse(Arith&, InverseSide side, const FunctionChain& of);

// Applies to each function and each offset by its own rule; an identity swizzle is unchanged.
FunctionChain upcast(Arith&, const FunctionChain& a, std::int64_t n);
FunctionChain downcast(Arith&, const FunctionChain& a, std::int64_t n);

// As for layouts; a swizzle keeps 2^M adjacent elements together; the offset is ignored. unsupported if CuTe has no
// rule: the function on the left is not a swizzle, and max_common_layout of two swizzled layouts.
Layout max_common_layout(Arith&, const FunctionChain& a, const FunctionChain& b);
Int max_common_vector(Arith&, const FunctionChain& a, const FunctionChain& b);
// 1 if the function on the left is not a swizzle: CuTe does not inspect it.
Int max_alignment(Arith&, const FunctionChain& a);

// CuTe's ==: function by function, then the offsets. Comparing swizzles gives a run-time boolean.
Bool equal(Arith&, const FunctionChain& a, const FunctionChain& b);
// True if every integer is known at compile time.
bool is_static(const FunctionChain& a);

}  // namespace stridescope
