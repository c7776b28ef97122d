// The layout of a buffer argument, read from its text without the language: (64,64):(64,1), ((2,4),8):((1,2),8), 1024,
// with or without underscores before static integers. Missing strides are compact, the first mode fastest. A swizzle
// may be in front: Sw<3,3,3> o 0 o (64,64):(64,1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/swizzle_chain.h"

namespace stridescope::debugger {

// The elements of a buffer as a matrix: rows are those of the first mode, columns those of all others.
struct TensorLayout {
  struct Leaf {
    std::int64_t extent = 1;
    std::int64_t stride = 0;
  };
  std::vector<Leaf> rows;
  std::vector<Leaf> columns;
  SwizzleChain swizzles;
  std::int64_t start = 0;  // added in front of the swizzle

  std::int64_t row_count() const;
  std::int64_t column_count() const;
  // pre: 0 <= row < row_count(), and so is the column.
  std::int64_t offset(std::int64_t row, std::int64_t column) const;
  // One more than the largest offset; with a swizzle at least that.
  std::int64_t reach() const;
};

inline constexpr std::int64_t most_elements = std::int64_t{1} << 34;

// syntax: the text is not a layout; arguments: an extent is not positive, a stride is negative, or the strides have
// another nesting than the shape; too_large: more than most_elements.
Result<TensorLayout> read_tensor_layout(const std::string& text);

}  // namespace stridescope::debugger
