// The cell of a picture that a reader names in words.
#pragma once

#include <string_view>

#include "core/workspace/workspace.h"

namespace stridescope {

// `where` is a coordinate of the value's domain as the language writes it, (3,(1,0)) or 17; or `=24`, the first element
// with that offset. A value that has no domain of its own is asked for the row and the column of its picture `scene`.
// index_range where there is no such element, rank_mismatch where the coordinate does not fit the shape, unsupported
// where the picture does not show it.
Result<std::int64_t> cell_at(const Workspace& workspace, int binding, const Scene& scene, std::string_view where);

}  // namespace stridescope
