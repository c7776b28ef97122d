// A layout maps coordinates of its shape to offsets: the inner product of a coordinate with the strides. A coordinate
// may be 1-D, mode by mode, or in the shape's own nesting; all coordinates of an element have the same offset.
//
//   (4,8):(1,4)          at (1,2) and at 9 yields 9     column-major
//   (4,8):(8,1)          at (1,2) and at 9 yields 10    row-major
//   (4,(2,4)):(2,(1,8))  at (1,2), (1,(0,1)) and 9 yields 10
//
// Invariant: shape and stride are congruent (the same nesting), and the shape has no basis elements. Extents and
// strides may be static or dynamic; strides may be 0 (the mode is broadcast), negative, or basis elements (the offset
// is then a coordinate). Source: CUTLASS include/cute/layout.hpp, media/docs/cpp/cute/01_layout.md.
#pragma once

#include <cassert>

#include "core/value/int_tuple.h"

namespace stridescope {

// LayoutLeft, LayoutRight: the mode that gets stride 1 when strides are made. left: the first, column-major, CuTe's
// default; right: the last, row-major as in C++ and Python.
enum class Major { left, right };

// The default is _1:_0, with one element. Equality compares shape and stride; core/facts/equality.h compares functions.
// The invariant is not checked here: layouts come from the algebra's functions, which preserve it, or from make_layout.
struct Layout {
  // The extents. Their product is the size, the number of 1-D coordinates.
  IntTuple shape = static_int(1);
  // The increase of the offset per step along a mode, in elements.
  IntTuple stride = static_int(0);

  // Number of modes at the outermost level, and levels of nesting.
  int rank() const { return shape.rank(); }
  int depth() const { return shape.depth(); }
  // True if every extent and stride is known at compile time: CuTe's is_static, an empty class in C++.
  bool is_static() const { return shape.ref().is_static() && stride.ref().is_static(); }
  bool operator==(const Layout&) const = default;
};

// A non-owning layout: a mode of a layout, or the parts of one. Builds with assertions check the invariant by the
// number of nodes. Valid as long as the owners of shape and stride are. Functions of the algebra that only read take
// it, so that a mode of a layout is passed without a copy.
struct LayoutRef {
  TupleRef shape;
  TupleRef stride;

  // pre: shape and stride are congruent.
  LayoutRef(TupleRef s, TupleRef d) : shape(s), stride(d) { assert(s.node_count() == d.node_count()); }
  LayoutRef(const Layout& layout) : LayoutRef(layout.shape, layout.stride) {}  // NOLINT(google-explicit-constructor)
  // Number of modes at the outermost level; 1 for an integer.
  int rank() const { return shape.rank(); }
  // The i-th mode as a layout, CuTe's layout<i>(L). pre: 0 <= i < rank().
  LayoutRef operator[](int i) const { return {shape[i], stride[i]}; }
};

// Writes a layout in preorder, shape and stride together, so that they are congruent by construction. Limits and faults
// are those of TupleBuilder.
//
//   LayoutBuilder out(arith);
//   out.open();
//   out.mode(static_int(4), static_int(1));
//   out.flat(extents, strides, 2);           // one nested mode
//   out.close();
//   return out.take();                       // (_4,(s0,s1)):(_1,(d0,d1))
class LayoutBuilder {
 public:
  explicit LayoutBuilder(Arith& arith) : shape_(arith), stride_(arith) {}
  // Begins and ends a nested mode.
  void open() {
    shape_.open();
    stride_.open();
  }
  void close() {
    shape_.close();
    stride_.close();
  }
  // Appends a leaf: an extent and its stride.
  void mode(const Int& shape, const Int& stride) {
    shape_.integer(shape);
    stride_.integer(stride);
  }
  // Appends a flat layout of `rank` modes as one mode, from arrays of `rank` extents and strides.
  void flat(const Int* shape, const Int* stride, std::uint32_t rank) {
    shape_.flat(shape, rank);
    stride_.flat(stride, rank);
  }
  // Appends a layout as one mode; and the modes of a layout as several modes.
  void copy(LayoutRef layout) {
    shape_.copy(layout.shape);
    stride_.copy(layout.stride);
  }
  void copy_modes(LayoutRef layout) {
    shape_.copy_modes(layout.shape);
    stride_.copy_modes(layout.stride);
  }
  // The layout; _0:_0 after a fault, which Arith::intact or finish replaces.
  Layout take() { return {shape_.take(), stride_.take()}; }

 private:
  TupleBuilder shape_;
  TupleBuilder stride_;
};

}  // namespace stridescope
