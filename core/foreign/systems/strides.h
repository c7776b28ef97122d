// A tensor by one stride for each dimension, as torch, NumPy, MLIR and Mojo have it. Internal to their files.
#pragma once

#include <string>
#include <vector>

#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/scanner.h"

namespace stridescope {

struct Strided {
  ForeignShape shape;
  std::vector<std::int64_t> stride;  // in elements
  std::int64_t offset = 0;           // of the first element
};

// Compact strides, the last dimension fastest.
std::vector<std::int64_t> row_major(Arith&, const ForeignShape& shape);
// The layout, or with an offset the tensor that begins there. A fault if the ranks differ.
Value layout_of_strides(Scanner&, const Strided& strided);
// The reverse: unsupported where a mode has several strides that no one stride says, with the coordinate. A shape cuts
// the layout's coordinates into dimensions where it is not the layout's own.
Strided strides_of_layout(Arith&, std::string_view system, const Value& layout, const ForeignShape& shape);

// The fault of a layout that a system without swizzles cannot say: `what` it has instead, and the first coordinate at
// which one stride for each dimension gives something else; without one where they give the same.
void refuse_swizzle(Arith&, const Message& what, const Value& layout);

// The integers of a list, with nested ones in a row: (64, 32), [64, 32], 64x32.
std::vector<std::int64_t> read_list(Scanner&);
// With a comma and a blank between; (4,) of one where the brackets are round.
std::string bracketed(const std::vector<std::int64_t>& list, char open, char close);

}  // namespace stridescope
