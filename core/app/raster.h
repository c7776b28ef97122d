// Large pictures as pixels: of a scene of up to millions of cells, the part in sight at the size that a reader has
// chosen. What size cells may have, which of them have room for their labels, which rows and columns have a head
// beside them and what colour each pixel has is decided here; a page or a window copies the pixels and writes the
// texts at their places.
//
// The cells together are the sheet, `scene.cols * cell` pixels wide. A reader sees a part of it, beside which stand
// the heads. All lengths are pixels of the screen; a unit of the design is `unit` of them.
// Three frames of reference: *cells* (Viewport::col and row, SceneWindow), *pixels of the sheet* (x, from_x, texts
// and heads), and *pixels of the place* that the picture has on the screen, whose corner of `left` by `top` pixels is
// the heads'. A pixel of the sheet at x is on the screen at left + x - RasterPart::x.
// For example (256,256):(256,1) in a place 400 pixels wide: cells of 1 pixel, a sheet of 256 by 256, sizes 1, 2, 4,
// ..., 64, a head beside every 32nd row and over every 64th column. (4,8):(8,1) there: cells of 32 pixels, which all
// fit.
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

// What a reader wants to see. A value may be anything: make_raster() brings each into its range first.
struct Viewport {
  // Of the place that the picture has with its heads. As high as pictures in a list are (480 units) where it is not
  // said.
  double width = 0;
  double height = 0;
  // All cells fit into that height; otherwise into that of pictures in a list, and those that are enlarged scroll.
  bool fitted = false;
  // The place of the sheet, in cells, that is to be `at_x`, `at_y` pixels behind the first one seen.
  double col = 0;
  double row = 0;
  double at_x = 0;
  double at_y = 0;
  // The size of a cell in pixels: 0 where all fit; below 0 as the picture begins, which is larger where it has all
  // its labels. Held to the sizes that there are (RasterPart::sizes).
  double cell = -1;
  // Pixels of the screen that are a unit of the design, 0.25 to 16.
  double unit = 1;
  // So many pixels around the part that is seen are wanted, too, 0 to 1024: within them a reader moves without
  // waiting.
  std::int64_t margin = 0;
  // The colours of the dark theme.
  bool dark = false;
  // What the heads asked for so far: they keep that room while the picture is moved.
  HeadRoom row_heads = {};
  HeadRoom col_heads = {};
};

// The part of the sheet that is seen, and what of it has texts. post: the pixels lie within the sheet, and hold what
// is seen.
struct RasterPart {
  // That a cell may have, ascending: first that at which all fit (or, of a picture that would become too thin, a
  // readable one), then powers of two in units, last the largest, of 64 units or as long a sheet as any surface lays
  // out.
  std::vector<double> sizes;
  double cell = 1;
  // The room of the heads beside rows and over columns; 0 for a picture whose cells are texts.
  double left = 0;
  double top = 0;
  // The sheet's pixel that is seen first.
  std::int64_t x = 0;
  std::int64_t y = 0;
  // The pixels that there are: those in sight, and the margin as far as there is a sheet.
  std::int64_t from_x = 0;
  std::int64_t from_y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  // While the sheet's pixel that is seen first is one of these, all that is seen is painted and has its labels.
  std::int64_t least_x = 0;
  std::int64_t most_x = 0;
  std::int64_t least_y = 0;
  std::int64_t most_y = 0;
  // The cells that have labels, at most max_labelled_cells and none where cells are too small; and the rows and
  // columns with heads, each so many apart that they do not touch: a power of two.
  SceneWindow window;
};

// What is seen of the scene. pre: the scene has cells, and the viewport's numbers are finite (make_raster sees to
// that). Takes no time to speak of: no cell is looked at.
RasterPart raster_part(const Scene& scene, const Viewport& viewport);

// How wide and high a picture becomes with its heads in such a place, as it begins. Pixels; of a viewport with a
// margin as far as that reaches, too. pre: as raster_part.
struct RasterSize {
  double width = 0;
  double height = 0;
};
RasterSize raster_size(const Scene& scene, Viewport viewport);

// The colour of each pixel of the part, row by row, as memory has it: red, green, blue, 255; 0 where nothing is drawn,
// as in the gaps that cells of 5 pixels and more have between them. Each takes the colour of the cell that it falls on;
// where cells are smaller than pixels, the mean of those under it: one of them alone would draw patterns that are not
// there. post: part.width * part.height numbers. Work: the pixels, and where cells are smaller the cells under them.
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
  // Of one line, or the index with a coordinate under it.
  std::string text;
  // Along its side, in pixels of the sheet.
  double middle = 0;
};
// The heads at `places`, rows or columns in ascending order, with their texts, one each. `length`: of the longest
// head along its side, in units of the design. A head begins no further ahead than its row or column: the first ones
// of both sides do not meet in the corner.
std::vector<RasterHead> raster_heads(double cell, std::span<const std::int64_t> places,
                                     std::span<const std::string> texts, double length, double unit);
// How long the heads beside rows (downwards, by lines) and over columns (across, by letters) are, in units.
double row_head_length(const HeadRoom& heads);
double col_head_length(const HeadRoom& heads);
// Whether a head is beside what is seen, `from` the sheet's pixel on and `seen` pixels long, and not in the corner.
bool head_seen(const RasterHead& head, double length, double from, double seen, double unit);
// The room that these heads ask for, and those before. post: neither number is less than in `before`.
HeadRoom head_room(HeadRoom before, std::span<const std::string> heads);

// What a surface shows of a picture. It owns its pixels and texts, and needs the scene no more.
struct Raster {
  RasterPart part;
  // The room that heads have asked for by now: what the next viewport begins with.
  HeadRoom row_room;
  HeadRoom col_room;
  // part.width * part.height colours, as raster_pixels gives them.
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
