// Layouts of threads and values by digits: each digit of a dimension of the tensor belongs to threads, to values, or to
// copies of the whole. What Tilus and Mosaic GPU build layouts of. Internal to their files.
#pragma once

#include <vector>

#include "core/foreign/systems/interchange.h"

namespace stridescope {

enum class Holder { thread, value };

// Digits are listed from the slowest to the fastest, of the dimensions and of their holders alike: a digit's weight
// among its holder's numbers, and among its dimension's coordinates, is the product of those behind it.
struct Digit {
  int dimension = -1;  // -1: copies, which move nowhere
  std::int64_t extent = 1;
  Holder holder = Holder::thread;
  std::int64_t weight = 0;  // in its dimension, where the order of the list does not give it
};

// (thread, value) -> the element's index, the first dimension fastest. The shape is the product of the digits.
Layout layout_of_digits(Arith&, const std::vector<Digit>& digits, const ForeignShape& shape);
// The shape that the digits make. too_large beyond 2^30 along a dimension.
ForeignShape shape_of_digits(Arith&, const std::vector<Digit>& digits, std::size_t rank);
// The tensor of one dimension that a layout of elements covers, without further information; empty if absent.
ForeignShape whole_tensor(const Value& layout);
// The digits of a layout of threads and values over a tensor of that shape: in an order with descending weights.
// unsupported if no such order exists, or if a stride is not a weight of a dimension.
std::vector<Digit> digits_of_layout(Arith&, std::string_view system, const Value& layout, const ForeignShape& shape);

}  // namespace stridescope
