// A picture whose cells are smaller than a pixel. Each pixel has the mean of the cells under it, and of the adjacent
// ones, so that a pattern finer than a few pixels becomes its mean instead of moiré stripes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stridescope::app {

// Along one side: the first pixel is `from` pixels into the sheet; a pixel is 1/cell cells wide; and the total number
// of cells. pre: 0 < cell < 1.
struct MinifiedSide {
  double cell = 1;
  std::int64_t from = 0;
  std::int64_t pixels = 0;
  std::int64_t cells = 0;
};

// The color of a cell, 0xAABBGGRR; an entry without alpha is ignored.
using ColorOfClass = std::span<const std::uint32_t>;

// `classes` are the cells, row by row. Class c has the color colors[c + 2]; beyond the colors, that of c modulo
// `palette`. Pixels outside cells stay 0.
void minify(const std::vector<std::int32_t>& classes, const MinifiedSide& x, const MinifiedSide& y, ColorOfClass colors,
            std::int32_t palette, std::vector<std::uint32_t>& pixels);

}  // namespace stridescope::app
