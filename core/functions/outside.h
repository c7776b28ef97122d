// Warnings of a call: CuTe computes a value also for a coordinate, a thread or a tile that the operand does not have.
// The value stays CuTe's; the warning names the first entry outside, and the extent.
#pragma once

#include "core/lang/call.h"

namespace stridescope {

// The first entry of a coordinate that is not in its shape, or empty; and the warning of it. `_` is in every shape.
Message outside_of(TupleRef coord, TupleRef shape);
void warn_coordinate(const Call& c, TupleRef coord, TupleRef shape);
// Warns of a coordinate whose offset does not fit CuTe's int, with the first coordinate of that mode that does not:
// ErrorCode::offset_range.
void warn_offset(const Call& c, TupleRef coord, LayoutRef layout);
// Both, for a coordinate that a layout is applied to.
void warn_access(const Call& c, TupleRef coord, LayoutRef layout);
// Warns of a thread that a tiling does not have. pre: count is plain.
void warn_thread(const Call& c, const Int& thread, const Int& count);
// The coordinates of a tensor's elements, as a tensor of the same shape.
Tensor coordinates_of(Arith& arith, const Tensor& tensor);
// True if a part of a tensor deserves a warning: somebody reads it, nothing is wrong so far, and its elements are not
// coordinates themselves, which a predicate compares.
bool warns_of_part(const Call& c, const Tensor& whole);
// Warns of elements of a part that the whole does not have. `coordinates` is the same part of the whole's coordinates.
void warn_part(const Call& c, const Tensor& whole, const Tensor& coordinates);
// True if an element of a part is outside of a shape. False for a composed layout.
bool has_outside(const Tensor& coordinates, TupleRef shape);

}  // namespace stridescope
