// A layout maps coordinates of its shape to offsets: the inner product of a coordinate with the strides.
// Invariant: shape and stride are congruent (the same nesting), and the shape has no basis elements.
// Source: CUTLASS include/cute/layout.hpp, media/docs/cpp/cute/01_layout.md.
#pragma once

#include <cassert>

#include "core/value/int_tuple.h"

namespace stridescope {

// LayoutLeft, LayoutRight: which mode gets stride 1 when strides are made.
enum class Major { left, right };

// A default layout is _1:_0, the one with one element. Two are equal as values when shape and stride are; whether they
// are the same function is core/analysis/equality.h's question.
struct Layout {
  IntTuple shape = static_int(1);
  IntTuple stride = static_int(0);

  int rank() const { return shape.rank(); }
  int depth() const { return shape.depth(); }
  bool is_static() const { return shape.ref().is_static() && stride.ref().is_static(); }
  bool operator==(const Layout&) const = default;
};

// A non-owning layout: a mode of a layout, or a layout about to be built. Builds with assertions check the invariant.
struct LayoutRef {
  TupleRef shape;
  TupleRef stride;

  LayoutRef(TupleRef s, TupleRef d) : shape(s), stride(d) { assert(s.node_count() == d.node_count()); }
  LayoutRef(const Layout& layout) : LayoutRef(layout.shape, layout.stride) {}  // NOLINT(google-explicit-constructor)
  int rank() const { return shape.rank(); }
  LayoutRef operator[](int i) const { return {shape[i], stride[i]}; }
};

// Writes a layout in preorder, shape and stride together.
class LayoutBuilder {
 public:
  explicit LayoutBuilder(Arith& arith) : shape_(arith), stride_(arith) {}
  void open() {
    shape_.open();
    stride_.open();
  }
  void close() {
    shape_.close();
    stride_.close();
  }
  void mode(const Int& shape, const Int& stride) {
    shape_.integer(shape);
    stride_.integer(stride);
  }
  // A flat layout of `rank` modes as one mode.
  void flat(const Int* shape, const Int* stride, std::uint32_t rank) {
    shape_.flat(shape, rank);
    stride_.flat(stride, rank);
  }
  void copy(LayoutRef layout) {
    shape_.copy(layout.shape);
    stride_.copy(layout.stride);
  }
  void copy_modes(LayoutRef layout) {
    shape_.copy_modes(layout.shape);
    stride_.copy_modes(layout.stride);
  }
  Layout take() { return {shape_.take(), stride_.take()}; }

 private:
  TupleBuilder shape_;
  TupleBuilder stride_;
};

}  // namespace stridescope
