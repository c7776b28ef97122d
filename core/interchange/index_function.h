// Functions of C++ that say where an element lies, such as ThunderKittens' idx(ptr, coord), as layouts.
#pragma once

#include <string_view>

#include "core/interchange/interchange.h"

namespace stridescope {

// The function evaluated at every coordinate of the shape; sizeof(T) is `bytes`. syntax, with the place, where it is no
// such function; unsupported, with a coordinate, where it is no layout.
Value read_index_function(Arith&, std::string_view text, const ForeignShape& shape, std::int64_t bytes);

}  // namespace stridescope
