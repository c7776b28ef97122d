// Large pictures as pixels: the visible part of a scene of up to millions of cells, at the chosen size. The possible
// sizes of cells, their labels, the rows and columns with heads, and the color of each pixel are decided here; the page
// or the window copies the pixels and draws the texts at their positions.
//
// All cells together are the sheet, `scene.cols * cell` pixels wide. The visible part of it has heads next to it. All
// lengths are pixels of the screen; a unit of the design has `unit` pixels. Frames of reference: *cells* (Viewport::col
// and row, SceneWindow); *pixels of the sheet* (x, from_x, texts and heads); and *pixels of the place* of the picture
// on the screen, whose corner of `left` by `top` pixels belongs to the heads. Pixel x of the sheet is on the screen at
// left + x - RasterPart::x.
// For example, (256,256):(256,1) in a place 400 pixels wide has cells of 1 pixel, a sheet of 256 by 256, sizes 1, 2, 4,
// ..., 64, and a head next to every 32nd row and above every 64th column. (4,8):(8,1) has cells of 32 pixels there,
// which all fit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/scene/scene.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// The room that heads need: characters of the longest line, and lines (1, or 2 with a coordinate below the index).
// While a picture is moved it only grows, so that the cells do not jump.
struct HeadRoom {
  std::int64_t letters = 0;
  std::int64_t lines = 1;
  bool operator==(const HeadRoom&) const = default;
};

// The requested part. Any values are accepted: make_raster() clamps them first.
struct Viewport {
  // Size of the picture's place including its heads. The default height is that of pictures in a list (480 units).
  double width = 0;
  double height = 0;
  // True: all cells fit into that height. False: into the height of pictures in a list, and enlarged pictures scroll.
  bool fitted = false;
  // A position on the sheet, in cells, that is to be `at_x`, `at_y` pixels after the first visible one.
  double col = 0;
  double row = 0;
  double at_x = 0;
  double at_y = 0;
  // The size of a cell in pixels. 0: all cells fit. Negative: the initial size, which is larger if the picture has all
  // its labels. Clamped to the available sizes (RasterPart::sizes).
  double cell = -1;
  // Pixels of the screen per unit of the design, 0.25 to 16.
  double unit = 1;
  // Additional pixels around the visible part, 0 to 1024: the user can move within them without waiting.
  std::int64_t margin = 0;
  // Uses the colors of the dark theme.
  bool dark = false;
  // The previous room of the heads: they keep it while the picture is moved.
  HeadRoom row_heads = {};
  HeadRoom col_heads = {};
};

// The visible part of the sheet, and its texts. post: the pixels are within the sheet and contain the visible part.
struct RasterPart {
  // Available sizes of a cell, ascending: first the size at which all fit (or a readable one for a picture that would
  // become too thin), then powers of two in units, finally the largest, which is 64 units or limited by the longest
  // sheet.
  std::vector<double> sizes;
  double cell = 1;
  // The room of the heads next to rows and above columns; 0 for a picture without heads.
  double left = 0;
  double top = 0;
  // The first visible pixel of the sheet.
  std::int64_t x = 0;
  std::int64_t y = 0;
  // The available pixels: the visible ones, and the margin as far as the sheet extends.
  std::int64_t from_x = 0;
  std::int64_t from_y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  // While the first visible pixel is in this range, the whole visible part is painted and has its labels.
  std::int64_t least_x = 0;
  std::int64_t most_x = 0;
  std::int64_t least_y = 0;
  std::int64_t most_y = 0;
  // The cells with labels, at most max_labelled_cells, and none if cells are too small; and the distances of rows and
  // columns with heads that do not touch, which are powers of two.
  SceneWindow window;
};

// Computes the visible part of the scene. pre: the scene has cells, and the viewport's numbers are finite (make_raster
// ensures this). Constant time, unless heads are cells.
RasterPart raster_part(const Scene& scene, const Viewport& viewport);

// Initial width and height in pixels of a picture with its heads in such a place; for a viewport with a margin
// including the margin. pre: as for raster_part.
struct RasterSize {
  double width = 0;
  double height = 0;
};
RasterSize raster_size(const Scene& scene, Viewport viewport);

// The color of each pixel of the part, row by row, in memory order: red, green, blue, 255; 0 for undrawn pixels, for
// example the gaps between cells of at least 5 pixels. A pixel has the color of its cell; if cells are smaller than
// pixels, the mean of the cells under it, since a single one would give false patterns. post: part.width * part.height
// numbers. Work: the pixels, and for smaller cells the cells under them.
std::vector<std::uint32_t> raster_pixels(const Scene& scene, const RasterPart& part, bool dark);

// A line of text on the sheet: a label, or one line of it.
struct RasterText {
  std::string text;
  double x = 0;     // its center, in pixels of the sheet
  double y = 0;     // its center
  double size = 0;  // size of the font
};
// The labels of cells that are in the picture's window and fit into their cells, so that they do not touch. The font
// has 12 units, or less if the cell requires it; below 8 units the label is omitted. `excerpt` is that of `window`,
// which can be of a previous part. pre: it has the rows and columns of that window.
std::vector<RasterText> raster_labels(const RasterPart& part, const SceneWindow& window, const SceneExcerpt& excerpt,
                                      double unit);

// A head of one side, with its position on the sheet.
struct RasterHead {
  // One line, or the index with a coordinate below it.
  std::string text;
  // Along its side, in pixels of the sheet.
  double middle = 0;
};
// The heads at `places`, which are rows or columns in ascending order, each with its text. `length`: of the longest
// head along its side, in units of the design. A head is at the middle of its row or column; one of two lines begins
// there, so that the first heads of both sides do not meet in the corner.
std::vector<RasterHead> raster_heads(double cell, std::span<const std::int64_t> places,
                                     std::span<const std::string> texts, double length, double unit);
// The length of the heads next to rows (vertical, by lines) and above columns (horizontal, by letters), in units.
double row_head_length(const HeadRoom& heads);
double col_head_length(const HeadRoom& heads);
// True if a head is next to the visible part, which begins at pixel `from` of the sheet and is `seen` pixels long, and
// is not in the corner.
bool head_seen(const RasterHead& head, double length, double from, double seen, double unit);
// The room that these heads and earlier ones need. post: both numbers are at least those in `before`.
HeadRoom head_room(HeadRoom before, std::span<const std::string> heads);

// The display of a picture. It owns its pixels and texts, and does not need the scene.
struct Raster {
  RasterPart part;
  // The room that heads have needed so far; the next viewport begins with it.
  HeadRoom row_room;
  HeadRoom col_room;
  // part.width * part.height colors, as from raster_pixels.
  std::vector<std::uint32_t> pixels;
  // With positions on the sheet; heads for the rows and columns of part.window.
  std::vector<RasterText> labels;
  std::vector<RasterHead> row_heads;
  std::vector<RasterHead> col_heads;
};
// Limit of pixels at once, more than any screen has: 32 million, 128 MB.
inline constexpr std::int64_t max_raster_pixels = 1 << 25;
// A part of the binding's picture with its pixels and texts. pre: the scene is that of the view. Any viewport is valid,
// since its numbers come from a browser. Errors: too_large beyond the limit of pixels even without the margin;
// unsupported for a picture without cells; index_range if the binding does not exist.
Result<Raster> make_raster(const Workspace& workspace, int binding, const stridescope::View& view, const Scene& scene,
                           Viewport viewport);

}  // namespace stridescope::app
