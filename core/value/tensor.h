// A tensor is an iterator with a layout. The iterators are CuTe's two that need no memory: one counts, one carries a
// coordinate (an integer or an arithmetic tuple).
// Source: CUTLASS include/cute/tensor_impl.hpp, numeric/arithmetic_tuple.hpp.
#pragma once

#include "core/value/composed_layout.h"

namespace stridescope {

struct Iterator {
  enum class Kind { counting, coordinate };
  Kind kind = Kind::counting;
  IntTuple position;  // counting: a dynamic integer

  bool operator==(const Iterator&) const = default;
};

struct Tensor {
  Iterator data;
  AnyLayout layout;

  bool operator==(const Tensor&) const = default;
};

}  // namespace stridescope
