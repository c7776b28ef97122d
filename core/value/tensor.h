// A tensor is an iterator with a layout. Two of CuTe's iterators need no memory: one counts, one carries a coordinate
// (an integer or an arithmetic tuple). A pointer is known by what CuTe prints of it. Source: CUTLASS
// include/cute/tensor_impl.hpp, numeric/arithmetic_tuple.hpp.
#pragma once

#include "core/value/composed_layout.h"
#include "core/value/pointer.h"

namespace stridescope {

// Where a tensor begins: a number that counts up, a coordinate, or a place in memory.
struct Iterator {
  enum class Kind { counting, coordinate, pointer };
  Kind kind = Kind::counting;
  IntTuple position;  // counting: a dynamic integer; pointer: elements past its address, a dynamic integer
  Pointer pointer = {};

  bool operator==(const Iterator&) const = default;
};

// law: the element at c is what the iterator has after an advance by layout(c).
struct Tensor {
  Iterator data;
  AnyLayout layout;

  bool operator==(const Tensor&) const = default;
};

}  // namespace stridescope
