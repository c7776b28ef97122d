// The cell of a picture that a reader names in words.
#pragma once

#include <string_view>

#include "core/workspace/workspace.h"

namespace stridescope {

// `where` is a coordinate of the value's domain in the language's notation, (3,(1,0)) or 17; or `=24`, the first
// element with that offset. A value without its own domain takes the row and the column of its picture `scene`.
// index_range if the element does not exist, rank_mismatch if the coordinate does not fit the shape, unsupported if the
// picture does not show it.
Result<std::int64_t> cell_at(const Workspace& workspace, int binding, const Scene& scene, std::string_view where);

}  // namespace stridescope
