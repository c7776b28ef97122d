// A small image of a kernel's whole tensor, next to the threads of its first tile: the number of tiles of the kernel's
// grid along the tensor's first two modes, and the tile of the large picture.
#pragma once

#include <cstdint>
#include <string>

#include "core/scene/scene.h"
#include "core/value/value.h"

namespace stridescope::app {

// Tiles as squares, with the first one highlighted; lengths in pixels at 96 dpi. The longer side is 64 pixels, the
// shorter one at least 10, so that even a strip of a thousand tiles is visible.
struct Miniature {
  // Tiles along mode 0; 0: no image, and the other members are unused.
  std::int64_t rows = 0;
  // Tiles along mode 1.
  std::int64_t cols = 0;
  // Side of a tile; less than a pixel if there are many.
  double tile = 0;
  // The size of all tiles, in pixels.
  double width = 0;
  double height = 0;
  // Pixels between two tiles: 1, or 0 if a tile is smaller than 4.
  double gap = 0;
  // Side of the frame around the first tile: that of the tile, but at least 9 pixels, to be visible.
  double mark = 0;
  // The word of its large picture in a view.
  std::string kind;
  bool operator==(const Miniature&) const = default;
};

// For a kernel over a tensor of several tiles whose threads `scene` shows; empty for any other value or picture.
Miniature miniature(const Value& value, const Scene& scene);

}  // namespace stridescope::app
