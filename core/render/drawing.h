// A scene as drawing primitives. Only paint() decides the positions of cells, heads and arrows; the backends (SVG,
// TikZ) write the primitives, and compute no position, class or label.
//
// Units: one unit is a CSS pixel of the SVG; x grows to the right and y downwards from the top left corner. Sizes fit a
// monospaced font of 12 units: a cell is as wide as the widest label, at least 26, and 26 high, or 32 with labels of
// two lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scene/scene.h"

namespace stridescope {

// A position in a drawing, in the units above. Integers, so that the same scene gives the same file on every machine.
struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
  bool operator==(const Point&) const = default;
};

// Output order of a backend: cells, lines, texts. Owns all of its parts; the scene can be destroyed.
struct Drawing {
  // A rectangle with a label in its center.
  struct Cell {
    // Top left corner; width and height go right and down from it.
    Point at;
    std::int64_t width = 0;
    std::int64_t height = 0;
    // 1-D coordinate of the value's domain; -1: not an element of the value, for example a swatch of the legend.
    std::int64_t id = -1;
    // Class 0 ... palette_size-1, or a heat_class; -1: none.
    std::int32_t color = -1;
    // Never `outside`: such coordinates have no cell.
    CellState state = CellState::element;
    // One or two lines; centered, half_line above and below the center.
    std::string label;
  };
  // The end of the text that is at its point.
  enum class Anchor { start, middle, end };
  // A text whose line is centered on at.y.
  struct Text {
    // head: a number next to rows or above columns; caption: above a row; legend: next to a swatch, or the note.
    enum class Kind { head, caption, legend };
    Kind kind = Kind::head;
    Anchor anchor = Anchor::middle;
    Point at;
    std::string text;
  };
  // A line, an arrow or a bracket.
  struct Line {
    // rule: below or next to a group of heads; bracket: around cells; the others are arrows of the scene.
    enum class Kind { rule, bracket, step, carry, link, order };
    Kind kind = Kind::rule;
    // True: points of cubic Bezier curves, with two control points each: 1 + 3 n. False: points of a polyline.
    bool curved = false;
    // An arrow head at the last point, in the direction of the last segment.
    bool head = false;
    // Class, or -1: the color of the kind (ink_of).
    std::int32_t color = -1;
    // The element of the line; -1: none.
    std::int64_t id = -1;
    // At least 2; the line begins at the first one.
    std::vector<Point> points;
  };

  // The total size, including margins: the view box.
  std::int64_t width = 0;
  std::int64_t height = 0;
  // Drawn first, row by row, then swatches of the legend.
  std::vector<Cell> cells;
  std::vector<Line> lines;
  std::vector<Text> texts;
};

// Additional parts of a figure: the legend of a picture on a card is elsewhere.
struct PaintOptions {
  // Draws the legend and the note below the picture, for standalone figures.
  bool legend = false;
  // The language of its words. Outlives the call; never null.
  const Catalog* catalog = &english_catalog();
};

// pre: a scene with labels, or without cells; otherwise too_large, with the hint to draw a slice. Linear in cells,
// arrows and text. The same scene and options give the same drawing, number for number.
Result<Drawing> paint(const Scene& scene, const PaintOptions& options = {});

// The light colors of the classes, "#rrggbb", and of cells without a class. Light enough for dark text at 4.5:1, and
// distinct for common color-vision deficiencies. A class beyond palette and heat cycles through the palette; pre: color
// >= 0. Source: core/data/colors.def, which also has the dark colors.
std::string_view class_color(std::int32_t color);
// text: labels, and the frame of CellState::lit; muted: heads and captions; line: rules and empty frames; blank:
// background of cells without a class; image: CellState::image; step, carry: arrows of a walk. In SVG each is a CSS
// variable, --ss-ink (for text), --ss-muted etc., with this color as fallback.
enum class Ink { text, muted, line, blank, image, lit, step, carry };
std::string_view ink_color(Ink ink);

// Half the distance between the two lines of a label.
inline constexpr std::int64_t half_line = 7;

// The ink of a line without a class, and whether it is dashed: of the arrows only carry is, so that a walk is readable
// without colors.
Ink ink_of(Drawing::Line::Kind kind);
bool is_dashed(Drawing::Line::Kind kind);

}  // namespace stridescope
