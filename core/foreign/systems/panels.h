// Rows of shared memory that are split into panels: shared by ThunderKittens and TileLang.
#pragma once

#include <cstdint>

#include "core/algebra/algebra.h"

namespace stridescope {

// A mode of `columns` columns of stride 1, in panels of `panel` columns; panels are `apart` elements apart.
inline void add_columns(LayoutBuilder& out, std::int64_t columns, std::int64_t panel, std::int64_t apart) {
  if (panel >= columns) {
    out.mode(static_int(columns), static_int(1));
    return;
  }
  out.open();
  out.mode(static_int(panel), static_int(1));
  out.mode(static_int(columns / panel), static_int(apart));
  out.close();
}

}  // namespace stridescope
