// Flat layouts as two arrays: the working form of coalesce and complement, which is cheaper than a tree until the end.
#pragma once

#include "core/algebra/algebra.h"

namespace stridescope {

// Mode i is shape[i]:stride[i]. post of the functions here that return one: shape and stride have equal lengths.
struct FlatLayout {
  InlineVector<Int, 16> shape;
  InlineVector<Int, 16> stride;

  std::uint32_t rank() const { return shape.size(); }
  // Inlined everywhere: a call would pass both integers through memory.
  [[gnu::always_inline]] void mode(Int s, Int d) {
    shape.add() = s;
    stride.add() = d;
  }
};

// The leaves, in order.
FlatLayout leaves(LayoutRef a);
// The leaves; those of static stride 0 get extent _1.
FlatLayout leaves_without_zeros(LayoutRef a);
// Coalesced: at least one mode.
FlatLayout merged(Arith&, const FlatLayout& modes);
// As merged, but a trailing _1 stays the unbounded last mode (its extent, never used, is then 2).
FlatLayout merged_unbounded(Arith&, const FlatLayout& modes);
// A single mode becomes an integer pair.
Layout to_layout(Arith&, const FlatLayout& modes);
// A o (B, C), for the result A of merged_unbounded. pre: no stride of B is a basis element.
Layout composition_of_two(Arith&, const FlatLayout& a, LayoutRef b, const FlatLayout& c);
// The modes by increasing stride; equal strides keep their order.
InlineVector<std::uint32_t, 16> by_stride(const FlatLayout& a);
// The complement of a filtered (merged, without zeros) layout; the cotarget's extents in order.
FlatLayout complement_of(Arith&, const FlatLayout& filtered, const InlineVector<Int, 16>& cotarget);

}  // namespace stridescope
