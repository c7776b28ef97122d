// The whole tensor of a kernel, small, beside the threads of its first tile.
#pragma once

#include <cstdint>
#include <string>

#include "core/scene/scene.h"
#include "core/value/value.h"

namespace stridescope::app {

// Tiles as squares, the first of them lit; lengths in pixels of a screen at 96 dpi.
struct Miniature {
  std::int64_t rows = 0;  // of tiles; 0: there is none
  std::int64_t cols = 0;
  double tile = 0;   // a side
  double width = 0;  // of all of them
  double height = 0;
  double gap = 0;    // between two tiles; where they are small there is none
  double mark = 0;   // a side of the frame around the first one: it, or as much as can be seen
  std::string kind;  // of the picture that shows it large
  bool operator==(const Miniature&) const = default;
};

// Of a kernel over a tensor of several tiles of which `scene` shows the threads.
Miniature miniature(const Value& value, const Scene& scene);

}  // namespace stridescope::app
