// Linear maps over F2: bits in, bits out, with xor as the sum. Triton's linear layout is such a map with names; a CuTe
// layout of power-of-two extents is linear if no sum carries, and a swizzle always is.
//   bases (1,2),(4,8)   two inputs of two bits each: (4,4):(1,4)
//   bases (1,2),(5,10)  the same under Sw<2,0,2>: 4 becomes 4^1, 8 becomes 8^2
// Source: Triton include/triton/Tools/LinearLayout.h; Linear Layouts (arXiv 2505.23819).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/facts/f2.h"
#include "core/facts/offsets.h"
#include "core/value/composed_layout.h"

namespace stridescope {

// Maximum bits of all inputs, and of all outputs, together.
inline constexpr int max_linear_bits = 48;

// The bit with this number, as a mask. pre: 0 <= bit < 64.
constexpr std::uint64_t bit_at(int bit) { return std::uint64_t{1} << bit; }

struct LinearMap {
  std::vector<int> in;                 // bits of each input; the first has the lowest bits of the coordinate
  int out = 0;                         // bits of the result
  std::vector<std::uint64_t> columns;  // the result for each bit of the coordinate: the bases

  int inputs() const { return static_cast<int>(columns.size()); }
  std::uint64_t operator()(std::uint64_t coordinate) const;
  bool operator==(const LinearMap&) const = default;
};

// The map of a matrix of 0 and 1: a row for each bit of the result, a column for each bit of the coordinate, the lowest
// bits first. Rows are on lines, between `;` or in brackets, [[1, 0], [0, 1]], also printed or constructed by NumPy; a
// print of f2_matrix has its modes. arguments with the entry that is not 0 or 1, or with the row that has more entries
// than others; too_large beyond max_linear_bits. (matrix_text.cpp)
LinearMap read_matrix(Arith&, std::string_view text);
// The map of a layout, one input for each of its modes. unsupported if it is not linear, with the coordinate that
// fails.
LinearMap linear_map(Arith&, const Value& layout);

// Dimension of the image.
int rank_of(const LinearMap& a);
// a after b. law: R(x) = a(b(x)). index_range if b leaves a's domain.
LinearMap compose(Arith&, const LinearMap& a, const LinearMap& b);
// law: a(R(y)) = y for every y below 2^out, and R has the smallest coordinates. unsupported if a value is not reached.
// The shape of the result is `shape`'s bits by output, whose sum is a.out.
LinearMap right_inverse(Arith&, const LinearMap& a, std::vector<int> shape);
// a divided into tiles of b: a o (b, rest), where the rest takes the lowest bits of a's domain that b omits. law: R(x,
// 0) = a(b(x)), and R has the image of a. index_range if b leaves a's domain.
LinearMap divide(Arith&, const LinearMap& a, const LinearMap& b);

// A map in CuTe's terms.
struct LinearForm {
  enum class Kind { strides, swizzles, projected };
  Kind kind = Kind::strides;
  AnyLayout layout;
  int swizzles = 0;
  // True if no chain of fewer swizzles over strides equals the map: `tried` counts all chains on its bits.
  bool minimal = false;
  std::uint64_t tried = 0;
  // Single bits of the coordinate at which strides fail: L(first) and L(second) share a bit. 0 if strides do not fail.
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

// The map as strides; if the bits of its bases overlap, as the shortest found chain of swizzles over strides; if bases
// depend on each other, as a chain with surplus bits that a layout of stride 0 drops: so each map has a form. law:
// R.layout(x) = a(x) for every x. Takes work from the budget; tries up to about 2^22 chains of fewer swizzles.
LinearForm shortest_form(Arith&, const LinearMap& a);
// Only the swizzles of that chain, the last one acting first. law: below them no two columns share a bit. pre: columns
// of `bits` bits. Empty if the columns depend on each other, or the budget is exhausted.
std::optional<std::vector<Swizzle>> shortest_swizzles(Arith&, std::vector<std::uint64_t> columns, int bits);
// Explains the form in a sentence with numbers.
Message to_message(const LinearForm& form, const LinearMap& a);

}  // namespace stridescope
