// A composed function whose innermost function is a swizzle, such as `_4:_1 o _-2 o Sw<1,2,3>`: the inverse of a
// swizzled layout with an offset. It maps integers and has no shape, so it is not a layout; composed with a layout it
// is. Source: CUTLASS include/cute/layout_composed.hpp, right_inverse and left_inverse.
#pragma once

#include "core/algebra/algebra.h"
#include "core/value/value.h"

namespace stridescope {

// law: f(x) = stages[0](... inner(x) ...), each stage x -> function(offset + x).
struct ComposedFunction {
  std::vector<ComposedLayout::Stage> stages;  // outermost first, at least one; every offset is an integer
  Swizzle inner;

  static const ObjectKind object_kind;
  bool operator==(const ComposedFunction&) const = default;
};

// f of one integer. Faults are those of its layouts and swizzles.
IntTuple apply(Arith&, const ComposedFunction& f, const Int& index);
// f o layout.
AnyLayout compose(const ComposedFunction& f, AnyLayout layout);
// The function A o offset o f; a value because f decides what it is.
Value compose(const std::variant<Swizzle, Layout>& a, const SwizzleOffset& offset, const ComposedFunction& f);

// law of right: f(R(i)) = i; of left: R(f(i)) = i. Of a layout as far as CuTe's algorithms get (algebra.h).
enum class InverseSide { right, left };
// Inverse of a layout, composed layout, swizzle, composed function, integer (an offset: its negative) or `_`; law as in
// algebra.h. A o offset o B gives inverse(B) o -offset o inverse(A); Sw o _0 o B gives the equivalent swizzled layout.
Value inverse(Arith&, InverseSide side, const Value& of);

}  // namespace stridescope
