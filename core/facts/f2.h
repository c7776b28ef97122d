// A layout of power-of-two size as a matrix over F2: bits of the 1-D coordinate in, bits of the offset out, with xor as
// the sum. Swizzles are linear over F2, and so are layouts whose strides never carry into each other. Source: the
// linear layouts of Triton (include/triton/Tools/LinearLayout.h).
//   (4,4):(1,4)                   the identity of 4 bits
//   Sw<2,0,2> o 0 o (4,4):(1,4)   column j of the upper two bits has a second 1: bit j is xored into bit j-2
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/value/value.h"

namespace stridescope {

// L(i) = constant ^ the xor of columns[j] over the bits j that are set in i.
// What is asked of such a matrix: its rank says how many offsets there are, its kernel which coordinates share one,
// and bank conflicts and swizzles are statements about some of its rows.
// post of f2_map: columns.size() = inputs, bit r of a column is row r, and no column has a bit beyond `outputs`.
struct F2Map {
  int inputs = 0;   // bits of the coordinate: columns of the matrix
  int outputs = 0;  // bits of the offset that any coordinate sets: rows
  std::vector<std::uint64_t> columns;
  std::uint64_t constant = 0;  // L(0); the map is linear if it is 0, else affine

  // The dimension of the image of the linear part: there are 2^rank different offsets. One elimination, inputs^2 at
  // most.
  int rank() const;
  // A basis of the coordinates that change nothing: L(i ^ k) = L(i); inputs - rank of them, highest bits ascending.
  // Empty where L is injective. (4,2):(1,0) has {4}.
  std::vector<std::uint64_t> kernel() const;
};

// The result over F2: a map, or the reason why none exists.
struct F2Analysis {
  std::optional<F2Map> map;
  bool affine = false;  // proved linear or affine: map is set. Otherwise `why` gives the reason
  Message why;
  bool unchecked = false;  // not decided, and `why` gives the reason
};

// pre: none; a value that is not a function to integers of power-of-two size, or has a negative offset at a power of
// two, has no map, and `why` gives the reason. If a sum carries, `why` is a counterexample: for (4,4):(1,2), L(6) = 4,
// but L(2) ^ L(4) = 0. Basis strides count as numbered in their box (function.h). Not checked (no map, with the reason)
// only for swizzled layouts of more than max_enumerated coordinates whose offsets between the swizzles can carry. Cost:
// a walk over the bits if no sum can carry, otherwise one over all coordinates.
F2Analysis f2_map(const Value& value);

// The 0/1 matrix, least significant bits first, columns grouped by the modes of the shape; L(0) as a last column if
// the map is affine. pre: `shape` is that of the value that the map was made of. A line break ends each line.
std::string to_text(const F2Map& map, TupleRef shape);

}  // namespace stridescope
