// Tables of coordinates: each 1-D coordinate with the other coordinates of the same element, and its offset. Source:
// CUTLASS media/docs/cpp/cute/01_layout.md, "Layouts Coordinates".
#pragma once

#include <string>
#include <vector>

#include "core/base/limits.h"
#include "core/value/value.h"

namespace stridescope {

// Rows of text; each has as many entries as the head.
struct CoordinateTable {
  std::vector<std::string> head;               // "1-D"; "2-D" if the shape is nested; "natural"; "offset"
  std::vector<std::vector<std::string>> rows;  // for 1-D coordinates 0, 1, ...
  std::int64_t size = 0;                       // size of the domain; at least rows.size()
};

// The first `count` rows (at most max_table_rows) for a shape, a layout, a composed layout or a tensor; a shape has no
// offsets. Errors: arguments for other values and for negative extents; overflow if the size does not fit 64 bits.
CoordinateTable coordinate_table(Arith& arith, const Value& value, std::int64_t count);

// Aligned columns, and a last line with the number of omitted rows.
std::string to_text(const CoordinateTable& table);

// The offset of a layout or composed layout, or the element of a tensor, at a coordinate without `_`.
IntTuple value_at(Arith& arith, const Value& value, TupleRef coord);

// The codomain as a number line, with the 1-D coordinates of each number above it: nothing above a gap, several above a
// repeated number.
//   logical   0     1     2
//   physical  0  1  2  3  4
// Errors: too_large beyond 128 numbers or coordinates; arguments for values without integer offsets.
std::string number_line(Arith& arith, const Value& value);

}  // namespace stridescope
