// Finds the cell of a picture that the user gives as text.
#pragma once

#include <string_view>

#include "core/workspace/workspace.h"

namespace stridescope {

// `where` is a coordinate of the value's domain in the language's notation, (3,(1,0)), A(3,(1,0)) or 17; or `=24`, the
// first element with that offset. For an MMA or a copy it is a row and a column of a tile, C(15,39); without a name, of
// C or of the source. For another value without its own domain it is the row and the column of its picture `scene`.
// Errors: syntax if the text is not of that form, index_range if the element does not exist, unknown_name for another
// tile, unsupported if the picture does not show the cell.
Result<std::int64_t> cell_at(const Workspace& workspace, int binding, const Scene& scene, std::string_view where);

}  // namespace stridescope
