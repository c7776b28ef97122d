// The whole tensor of a kernel, small, next to the threads of its first tile: the number of tiles of the kernel's grid
// along the tensor's first two modes, and the tile of the large picture.
#pragma once

#include <cstdint>
#include <string>

#include "core/scene/scene.h"
#include "core/value/value.h"

namespace stridescope::app {

// Tiles as squares, the first of them lit; lengths in pixels of a screen at 96 dpi. The longer side is 64 pixels, the
// shorter one at least 10, so that also a strip of a thousand tiles is seen.
struct Miniature {
  // Tiles along mode 0; 0: no miniature, and the other members are unused.
  std::int64_t rows = 0;
  // Tiles along mode 1.
  std::int64_t cols = 0;
  // Side of one; below a pixel if there are many.
  double tile = 0;
  // The size of all of them, in pixels.
  double width = 0;
  double height = 0;
  // Pixels between two tiles: 1, or none where a tile is smaller than 4.
  double gap = 0;
  // A side of the frame around the first one: that tile, or as much as can be seen (9 pixels).
  double mark = 0;
  // The picture that shows it large, by its word in a view.
  std::string kind;
  bool operator==(const Miniature&) const = default;
};

// For a kernel over a tensor of several tiles of which `scene` shows the threads; empty for any other value or picture.
Miniature miniature(const Value& value, const Scene& scene);

}  // namespace stridescope::app
