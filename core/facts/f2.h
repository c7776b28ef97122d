// A layout of power-of-two size as a matrix over F2. Input: the bits of the 1-D coordinate. Output: the bits of the
// offset. Addition is xor. Swizzles are linear over F2, and so are layouts whose strides never carry into each other.
// Source: the linear layouts of Triton (include/triton/Tools/LinearLayout.h).
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
// The rank of the matrix gives the number of different offsets, its kernel the coordinates that share an offset; bank
// conflicts and swizzles concern some of its rows.
// post of f2_map: columns.size() = inputs, bit r of a column is row r, and all bits of a column are below `outputs`.
struct F2Map {
  int inputs = 0;   // number of coordinate bits: columns of the matrix
  int outputs = 0;  // number of offset bits that any coordinate sets: rows
  std::vector<std::uint64_t> columns;
  std::uint64_t constant = 0;  // L(0); the map is linear if it is 0, otherwise affine

  // The dimension of the image of the linear part: L has 2^rank different offsets. Cost: one elimination, at most
  // inputs^2.
  int rank() const;
  // A basis of the coordinates k that leave the offset unchanged: L(i ^ k) = L(i). It has inputs - rank elements, in
  // ascending order of their highest bits. Empty if L is injective. (4,2):(1,0) has {4}.
  std::vector<std::uint64_t> kernel() const;
};

// The result over F2: a map, or the reason why none exists.
struct F2Analysis {
  std::optional<F2Map> map;
  bool affine = false;  // proved to be linear or affine: `map` is set; otherwise `why` gives the reason
  Message why;
  bool unchecked = false;  // undecided; `why` gives the reason
};

// The map of a value. A value that is not a function to integers, that does not have a power-of-two size, or that has a
// negative offset at a power of two has no map, and `why` gives the reason. If a sum carries, `why` is a
// counterexample: for (4,4):(1,2), L(6) = 4, but L(2) ^ L(4) = 0. Offsets of basis strides are numbered in their box
// (function.h). Only swizzled layouts can be unchecked (no map, with the reason): with more than max_enumerated
// coordinates, and offsets between the swizzles that can carry. Cost: one pass over the bits if no sum can carry,
// otherwise one over all coordinates.
F2Analysis f2_map(const Value& value);

// The 0/1 matrix, least significant bits first, columns grouped by the modes of the shape; L(0) as a last column if the
// map is affine. pre: `shape` is the shape of the value that has this map. Each line ends with a line break.
std::string to_text(const F2Map& map, TupleRef shape);

}  // namespace stridescope
