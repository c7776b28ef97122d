// Layouts of threads and values by digits: each digit of a dimension of the tensor belongs to threads, to values, or to
// copies of the whole tensor. Tilus and Mosaic GPU build layouts from digits. Internal to their files.
#pragma once

#include <vector>

#include "core/foreign/systems/interchange.h"

namespace stridescope {

enum class Holder { thread, value };

// Digits are listed from the slowest to the fastest, both for dimensions and for holders: the weight of a digit, among
// the numbers of its holder and among the coordinates of its dimension, is the product of the digits after it.
struct Digit {
  int dimension = -1;  // -1: copies, which do not move
  std::int64_t extent = 1;
  Holder holder = Holder::thread;
  std::int64_t weight = 0;  // weight in its dimension, if the order of the list does not give it
};

// (thread, value) -> index of the element, the first dimension fastest. The shape is the product of the digits.
Layout layout_of_digits(Arith&, const std::vector<Digit>& digits, const ForeignShape& shape);
// The shape formed by the digits. too_large beyond 2^30 along a dimension.
ForeignShape shape_of_digits(Arith&, const std::vector<Digit>& digits, std::size_t rank);
// The one-dimensional tensor that a layout of elements covers, without further information; empty if absent.
ForeignShape whole_tensor(const Value& layout);
// The digits of a layout of threads and values over a tensor of that shape: in an order with descending weights.
// unsupported if no such order exists, or if a stride is not a weight of a dimension.
std::vector<Digit> digits_of_layout(Arith&, std::string_view system, const Value& layout, const ForeignShape& shape);

}  // namespace stridescope
