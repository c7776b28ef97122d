// Tools that the sources of thread-value layouts share.
#pragma once

#include "core/tiled/thread_value.h"

namespace stridescope {

// The offsets of all `count` = size(mode) coordinates of a layout with integer strides. overflow: an offset is out of
// range.
std::vector<std::int64_t> expand_mode(Arith&, LayoutRef mode, std::int64_t count);

// Elements of a list of pairs, sorted, without repetitions, each with a pair that holds it: for fast lookup.
struct TvOwner {
  std::int64_t element;
  TvPair pair;
};
// All pairs, sorted by element, then thread, then value.
std::vector<TvOwner> owners_by_element(const TvTable& tv);

}  // namespace stridescope
