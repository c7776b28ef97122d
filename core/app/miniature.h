// The whole tensor of a kernel, small, beside the threads of its first tile: how many tiles the kernel's grid has
// along the tensor's first two modes, and which of them the large picture shows.
#pragma once

#include <cstdint>
#include <string>

#include "core/scene/scene.h"
#include "core/value/value.h"

namespace stridescope::app {

// Tiles as squares, the first of them lit; lengths in pixels of a screen at 96 dpi. The longer side is 64 pixels, the
// shorter one at least 10, so that also a strip of a thousand tiles is seen.
struct Miniature {
  // Of tiles, along mode 0; 0: there is no miniature, and nothing else counts.
  std::int64_t rows = 0;
  // Of tiles, along mode 1.
  std::int64_t cols = 0;
  // A side of one; below a pixel where there are many.
  double tile = 0;
  // Of all of them, in pixels.
  double width = 0;
  double height = 0;
  // Pixels between two tiles: 1, or none where a tile is smaller than 4.
  double gap = 0;
  // A side of the frame around the first one: that tile, or as much as can be seen (9 pixels).
  double mark = 0;
  // Of the picture that shows it large, by its word in a view.
  std::string kind;
  bool operator==(const Miniature&) const = default;
};

// Of a kernel over a tensor of several tiles of which `scene` shows the threads; of any other value or picture the
// empty one.
Miniature miniature(const Value& value, const Scene& scene);

}  // namespace stridescope::app
