// Warnings of a call: CuTe computes a value also for a coordinate, a thread or a tile that the operand does not have.
// The value stays CuTe's; the warning names the first entry outside, and the extent.
#pragma once

#include "core/lang/call.h"

namespace stridescope {

// Warns of the first entry of a coordinate that its shape does not have; `_` is in every shape.
void warn_coordinate(const Call& c, TupleRef coord, TupleRef shape);
// Warns of a coordinate whose offset does not fit CuTe's int, with the first coordinate of that mode that does not.
void warn_offset(const Call& c, TupleRef coord, LayoutRef layout);
// Both, for a coordinate that a layout is applied to.
void warn_access(const Call& c, TupleRef coord, LayoutRef layout);
// Warns of a thread that a tiling does not have. pre: count is plain.
void warn_thread(const Call& c, const Int& thread, const Int& count);
// Warns of elements of a part that the whole does not have. `coordinates` is the same part of the whole's coordinates.
void warn_part(const Call& c, const Tensor& whole, const Tensor& coordinates);
// True if an element of a part is outside of a shape, among the first `most`; `most` falls by those that it looks at.
bool has_outside(const Call& c, const Tensor& coordinates, TupleRef shape, std::int64_t& most);

}  // namespace stridescope
