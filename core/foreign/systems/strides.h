// A tensor by one stride per dimension, as in torch, NumPy, MLIR and Mojo. Internal to their files.
#pragma once

#include <string>
#include <vector>

#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/scanner.h"

namespace stridescope {

struct Strided {
  ForeignShape shape;
  std::vector<std::int64_t> stride;  // in elements
  std::int64_t offset = 0;           // offset of the first element
};

// Compact strides, the last dimension fastest.
std::vector<std::int64_t> row_major(Arith&, const ForeignShape& shape);
// The layout, or with an offset the tensor that begins there. A fault if the ranks differ.
Value layout_of_strides(Scanner&, const Strided& strided);
// The inverse: unsupported if a mode has several strides that no single stride expresses, with the coordinate. If the
// shape is not the layout's own, it divides the coordinates into dimensions.
Strided strides_of_layout(Arith&, std::string_view system, const Value& layout, const ForeignShape& shape);

// Fails for a layout that a system without swizzles cannot express: `what` it has instead, and the first coordinate at
// which one stride per dimension differs, if any.
void refuse_swizzle(Arith&, const Message& what, const Value& layout);

// The integers of a list, flattened: (64, 32), [64, 32], 64x32.
std::vector<std::int64_t> read_list(Scanner&);
// Separated by a comma and a blank; (4,) for a single integer in round brackets.
std::string bracketed(const std::vector<std::int64_t>& list, char open, char close);

}  // namespace stridescope
