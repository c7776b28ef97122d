// Large pictures as pixels: of a scene of up to millions of cells, the part in sight at the size that a reader has
// chosen. What size cells may have, which of them have room for their labels, which rows and columns have a head beside
// them and what colour each pixel has is decided here; a page or a window copies the pixels and writes the texts at
// their places.
//
// The cells together are the sheet, `scene.cols * cell` pixels wide. A reader sees a part of it, beside which stand the
// heads. All lengths are pixels of the screen; a unit of the design is `unit` of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/scene/scene.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {

// The room that heads ask for: characters of the longest line of one, and lines.
struct HeadRoom {
  std::int64_t letters = 0;
  std::int64_t lines = 1;
  bool operator==(const HeadRoom&) const = default;
};

// What a reader wants to see.
struct Viewport {
  // Of the place that the picture has with its heads. As high as pictures in a list are where it is not said.
  double width = 0;
  double height = 0;
  // All cells fit into that height; otherwise into that of pictures in a list, and those that are enlarged scroll.
  bool fitted = false;
  // The place of the sheet, in cells, that is to be `at_x`, `at_y` pixels behind the first one seen.
  double col = 0;
  double row = 0;
  double at_x = 0;
  double at_y = 0;
  // The size of a cell: 0 where all fit; below 0 as the picture begins, which is larger where it has all its labels.
  double cell = -1;
  double unit = 1;
  // So many pixels around the part that is seen are wanted, too.
  std::int64_t margin = 0;
  bool dark = false;
  // What the heads asked for so far: they keep that room while the picture is moved.
  HeadRoom row_heads = {};
  HeadRoom col_heads = {};
};

// The part of the sheet that is seen, and what of it has texts.
struct RasterPart {
  std::vector<double> sizes;  // that a cell may have: first that at which all fit, then larger and larger
  double cell = 1;
  // The room of the heads.
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
  SceneWindow window;  // the cells that have labels, and the rows and columns with heads
};

// pre: the scene has cells.
RasterPart raster_part(const Scene& scene, const Viewport& viewport);

// How wide and high a picture becomes with its heads in such a place, as it begins.
struct RasterSize {
  double width = 0;
  double height = 0;
};
RasterSize raster_size(const Scene& scene, Viewport viewport);

// The colour of each pixel of the part, row by row, as memory has it: red, green, blue, 255; 0 where there is nothing.
// Each takes the colour of the cell that it falls on; where cells are smaller than pixels, the mean of those under it:
// one of them alone would draw patterns that are not there.
std::vector<std::uint32_t> raster_pixels(const Scene& scene, const RasterPart& part, bool dark);

// A line of text.
struct RasterText {
  std::string text;
  double x = 0;     // its middle, in pixels of the sheet
  double y = 0;     // its middle
  double size = 0;  // the font's
};
// The labels of cells, as far as they are part of the picture's window and fit into their cell: none touches another.
// `excerpt` is of `window`, which may be that of a part seen before.
std::vector<RasterText> raster_labels(const RasterPart& part, const SceneWindow& window, const SceneExcerpt& excerpt,
                                      double unit);

// The heads of one side, at their places on the sheet: `places` as they were asked for.
struct RasterHead {
  std::string text;  // of one line, or the index with a coordinate under it
  double middle = 0;
};
// `length`: of the longest head along its side, in units of the design. A head begins no further ahead than its row or
// column: the first ones of both sides do not meet in the corner.
std::vector<RasterHead> raster_heads(double cell, std::span<const std::int64_t> places,
                                     std::span<const std::string> texts, double length, double unit);
double row_head_length(const HeadRoom& heads);
double col_head_length(const HeadRoom& heads);
// Whether a head is beside what is seen, `from` the sheet's pixel on, and not in the corner.
bool head_seen(const RasterHead& head, double length, double from, double seen, double unit);
// The room that these heads ask for, and those before.
HeadRoom head_room(HeadRoom before, std::span<const std::string> heads);

// What a surface shows of a picture.
struct Raster {
  RasterPart part;
  // The room that heads have asked for by now: what the next viewport begins with.
  HeadRoom row_room;
  HeadRoom col_room;
  std::vector<std::uint32_t> pixels;
  std::vector<RasterText> labels;
  std::vector<RasterHead> row_heads;
  std::vector<RasterHead> col_heads;
};
// More pixels at once no screen has.
inline constexpr std::int64_t max_raster_pixels = 1 << 25;
// pre: the scene is that of the view. Any viewport is right: its numbers come from a browser. too_large beyond the cap
// on pixels, unsupported for a picture without cells.
Result<Raster> make_raster(const Workspace& workspace, int binding, const stridescope::View& view, const Scene& scene,
                           Viewport viewport);

}  // namespace stridescope::app
