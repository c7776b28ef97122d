// A tensor is an iterator with a layout. Two of CuTe's iterators need no memory: one counts, one carries a coordinate
// (an integer or an arithmetic tuple). A pointer is represented by its printed form and never dereferenced: a Tensor
// contains no elements, only their positions.
//
//   counting_iter(0) o (4,8):(1,4)              elements 0, 1, 2, ... by offset
//   ArithTuple(_0,_0) o (4,8):(_1@0,_1@1)       the element at c is c: an identity tensor
//   smem_ptr[16b](0x400) o (4,8):(8,1)          16-bit elements in shared memory
//
// Source: CUTLASS include/cute/tensor_impl.hpp, numeric/arithmetic_tuple.hpp.
#pragma once

#include "core/value/composed_layout.h"
#include "core/value/pointer.h"

namespace stridescope {

// The start of a tensor: a number that counts up, a coordinate, or an address in memory. `advance`
// (core/algebra/algebra.h) moves it.
struct Iterator {
  enum class Kind { counting, coordinate, pointer };
  Kind kind = Kind::counting;
  // counting: the first number, a dynamic integer; coordinate: the first coordinate; pointer: elements from its
  // address, a dynamic integer.
  IntTuple position;
  // Only for a pointer; otherwise default.
  Pointer pointer = {};

  bool operator==(const Iterator&) const = default;
};

// law: the element at c is the iterator's element after an advance by layout(c). Offsets are in elements, whose width
// the pointer specifies. CuTe's Engine and Layout.
struct Tensor {
  Iterator data;
  AnyLayout layout;

  bool operator==(const Tensor&) const = default;
};

}  // namespace stridescope
