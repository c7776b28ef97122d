// Shared by the sources of thread-value layouts.
#pragma once

#include "core/tiled/thread_value.h"

namespace stridescope {

// The offsets of all `count` = size(mode) coordinates of a layout with integer strides; overflow when one does not fit.
std::vector<std::int64_t> expand_mode(Arith&, LayoutRef mode, std::int64_t count);

// The same layout with every integer known at compile time: what CuTe would compute were the program's constants
// static.
Layout as_static(Arith&, LayoutRef a);

// The elements of a pair list, sorted, each once, and for each a pair that holds it: for looking elements up quickly.
struct TvOwner {
  std::int64_t element;
  TvPair pair;
};
// All pairs, ordered by element, then thread, then value.
std::vector<TvOwner> owners_by_element(const TvTable& tv);

}  // namespace stridescope
