// Large pictures as pixels: the visible part of a scene of up to millions of cells, at the chosen size. The possible
// sizes of cells, their labels, the rows and columns with heads, and the color of each pixel are decided here; the page
// or the window copies the pixels and writes the texts at their places.
//
// The cells together are the sheet, `scene.cols * cell` pixels wide. The visible part of it has heads next to it. All
// lengths are pixels of the screen; a unit of the design is `unit` of them. Three frames of reference: *cells*
// (Viewport::col and row, SceneWindow), *pixels of the sheet* (x, from_x, texts and heads), and *pixels of the place*
// of the picture on the screen, whose corner of `left` by `top` pixels is the heads'. A pixel of the sheet at x is on
// the screen at left + x - RasterPart::x. For example (256,256):(256,1) in a place 400 pixels wide: cells of 1 pixel, a
// sheet of 256 by 256, sizes 1, 2, 4, ..., 64, a head next to every 32nd row and over every 64th column. (4,8):(8,1)
// there: cells of 32 pixels, which all fit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/scene/scene.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// The room that heads ask for: characters of the longest line of one, and lines (1, or 2 with a coordinate under the
// index). It only grows while a picture is moved, so that the cells do not jump.
struct HeadRoom {
  std::int64_t letters = 0;
  std::int64_t lines = 1;
  bool operator==(const HeadRoom&) const = default;
};

// The requested part. Any values are accepted: make_raster() clamps each first.
struct Viewport {
  // Size of the picture's place with its heads. By default as high as pictures in a list (480 units).
  double width = 0;
  double height = 0;
  // All cells fit into that height; otherwise into that of pictures in a list, and those that are enlarged scroll.
  bool fitted = false;
  // The place of the sheet, in cells, that is to be `at_x`, `at_y` pixels behind the first one seen.
  double col = 0;
  double row = 0;
  double at_x = 0;
  double at_y = 0;
  // The size of a cell in pixels: 0 if all should fit; below 0 for the initial size, which is larger if it has all its
  // labels. Clamped to the available sizes (RasterPart::sizes).
  double cell = -1;
  // Pixels of the screen that are a unit of the design, 0.25 to 16.
  double unit = 1;
  // So many pixels around the part that is seen are wanted, too, 0 to 1024: within them a reader moves without
  // waiting.
  std::int64_t margin = 0;
  // The colors of the dark theme.
  bool dark = false;
  // The room of the heads so far: they keep it while the picture is moved.
  HeadRoom row_heads = {};
  HeadRoom col_heads = {};
};

// The part of the sheet that is seen, and what of it has texts. post: the pixels lie within the sheet, and hold what
// is seen.
struct RasterPart {
  // Available sizes of a cell, ascending: first that at which all fit (or, for a picture that would become too thin, a
  // readable one), then powers of two in units, last the largest, of 64 units or limited by the longest sheet.
  std::vector<double> sizes;
  double cell = 1;
  // The room of the heads next to rows and over columns; 0 for a picture whose cells are texts.
  double left = 0;
  double top = 0;
  // The sheet's pixel that is seen first.
  std::int64_t x = 0;
  std::int64_t y = 0;
  // The available pixels: the visible ones, and the margin as far as the sheet reaches.
  std::int64_t from_x = 0;
  std::int64_t from_y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  // While the sheet's pixel that is seen first is one of these, all that is seen is painted and has its labels.
  std::int64_t least_x = 0;
  std::int64_t most_x = 0;
  std::int64_t least_y = 0;
  std::int64_t most_y = 0;
  // The cells with labels, at most max_labelled_cells and none if cells are too small; and the distances of rows and
  // columns with heads that do not touch: powers of two.
  SceneWindow window;
};

// The visible part of the scene. pre: the scene has cells, and the viewport's numbers are finite (make_raster ensures
// that). Constant time: no cell is inspected.
RasterPart raster_part(const Scene& scene, const Viewport& viewport);

// Initial width and height of a picture with its heads in such a place. Pixels; for a viewport with a margin as far as
// that reaches, too. pre: as raster_part.
struct RasterSize {
  double width = 0;
  double height = 0;
};
RasterSize raster_size(const Scene& scene, Viewport viewport);

// The color of each pixel of the part, row by row, in memory order: red, green, blue, 255; 0 for undrawn pixels, such
// as the gaps that cells of 5 pixels and more have between them. Each takes the color of its cell; if cells are smaller
// than pixels, the mean of those under it: a single one would draw false patterns. post: part.width * part.height
// numbers. Work: the pixels, and for smaller cells the cells under them.
std::vector<std::uint32_t> raster_pixels(const Scene& scene, const RasterPart& part, bool dark);

// A line of text on the sheet: a label, or one line of it.
struct RasterText {
  std::string text;
  double x = 0;     // its middle, in pixels of the sheet
  double y = 0;     // its middle
  double size = 0;  // the font's
};
// The labels of cells, as far as they are part of the picture's window and fit into their cell: none touches another.
// A label's font is 12 units, or as much less as its cell asks for; below 8 units it is left out.
// `excerpt` is of `window`, which may be that of a part seen before. pre: it has the rows and columns of that window.
std::vector<RasterText> raster_labels(const RasterPart& part, const SceneWindow& window, const SceneExcerpt& excerpt,
                                      double unit);

// A head of one side at its place on the sheet.
struct RasterHead {
  // One line, or the index with a coordinate under it.
  std::string text;
  // Along its side, in pixels of the sheet.
  double middle = 0;
};
// The heads at `places`, rows or columns in ascending order, with their texts, one each. `length`: of the longest
// head along its side, in units of the design. A head begins no further ahead than its row or column: the first ones
// of both sides do not meet in the corner.
std::vector<RasterHead> raster_heads(double cell, std::span<const std::int64_t> places,
                                     std::span<const std::string> texts, double length, double unit);
// The length of the heads next to rows (downwards, by lines) and over columns (across, by letters), in units.
double row_head_length(const HeadRoom& heads);
double col_head_length(const HeadRoom& heads);
// True if a head is next to the visible part, `from` the sheet's pixel on and `seen` pixels long, and not in the
// corner.
bool head_seen(const RasterHead& head, double length, double from, double seen, double unit);
// The room that these heads ask for, and those before. post: neither number is less than in `before`.
HeadRoom head_room(HeadRoom before, std::span<const std::string> heads);

// The display of a picture. It owns its pixels and texts, and does not need the scene.
struct Raster {
  RasterPart part;
  // The room that heads have asked for by now: what the next viewport begins with.
  HeadRoom row_room;
  HeadRoom col_room;
  // part.width * part.height colors, in the form of raster_pixels.
  std::vector<std::uint32_t> pixels;
  // At their places on the sheet; heads for the rows and columns of part.window.
  std::vector<RasterText> labels;
  std::vector<RasterHead> row_heads;
  std::vector<RasterHead> col_heads;
};
// More pixels at once no screen has: 32 million, 128 MB.
inline constexpr std::int64_t max_raster_pixels = 1 << 25;
// A part of the binding's picture with its pixels and texts. pre: the scene is that of the view. Any viewport is
// right: its numbers come from a browser. too_large beyond the cap on pixels, where leaving out the margin does not
// help; unsupported for a picture without cells; index_range without such a binding.
Result<Raster> make_raster(const Workspace& workspace, int binding, const stridescope::View& view, const Scene& scene,
                           Viewport viewport);

}  // namespace stridescope::app
