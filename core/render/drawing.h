// A scene as drawing primitives. paint() is the one painter: it alone decides where cells, heads and arrows are; the
// backends (SVG, TikZ) only write the primitives down, and compute no place, class or label.
//
// Units: one unit is a CSS pixel of the SVG; x grows to the right and y downwards from the top left corner. Sizes fit a
// monospaced face of 12 units, whose glyphs count as 8 wide: a cell is as wide as the widest label, at least 30, and 26
// high, or 38 with labels of two lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scene/scene.h"

namespace stridescope {

// A place of a drawing, in the units above. Integers, so that the same scene is the same file on every machine.
struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
  bool operator==(const Point&) const = default;
};

// Output order of a backend: cells, lines, texts. Owns everything in it; the scene can be destroyed.
struct Drawing {
  // A rectangle with a label in its middle.
  struct Cell {
    // Top left corner; width and height go right and down from it.
    Point at;
    std::int64_t width = 0;
    std::int64_t height = 0;
    // 1-D coordinate of the value's domain; -1: not an element of the value, as a swatch of the legend is.
    std::int64_t id = -1;
    // Class 0 ... palette_size-1, or a heat_class; -1: none.
    std::int32_t color = -1;
    // Never outside: what is outside has no cell.
    CellState state = CellState::element;
    // One or two lines; centered, half_line above and below the middle.
    std::string label;
  };
  // The end of the text that is at its point.
  enum class Anchor { start, middle, end };
  // Text whose line is centred on at.y.
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
    // rule: under or next to a group of heads; bracket: around cells; the others are the scene's arrows.
    enum class Kind { rule, bracket, step, carry, link, order };
    Kind kind = Kind::rule;
    // Points are those of cubic Bezier curves, each with two control points: 1 + 3 n; else of a polyline.
    bool curved = false;
    // An arrow head at the last point, in the direction of the last stretch.
    bool head = false;
    // Class, or -1: the color of the kind (ink_of).
    std::int32_t color = -1;
    // The element that it belongs to; -1: none.
    std::int64_t id = -1;
    // At least 2, the first where the line begins.
    std::vector<Point> points;
  };

  // The size of the whole, margins included: the view box.
  std::int64_t width = 0;
  std::int64_t height = 0;
  // Drawn first, row by row, swatches of the legend behind them.
  std::vector<Cell> cells;
  std::vector<Line> lines;
  std::vector<Text> texts;
};

// Additional parts of a figure: a picture on a card has its legend elsewhere.
struct PaintOptions {
  // The legend and the note below the picture, for standalone figures.
  bool legend = false;
  // The language of its words. Outlives the call; never null.
  const Catalog* catalog = &english_catalog();
};

// Requires a scene with labels, or without cells: too_large otherwise, and the hint says to draw a slice. Linear in
// cells, arrows and text. The same scene and options give the same drawing, number for number.
Result<Drawing> paint(const Scene& scene, const PaintOptions& options = {});

// The light colors of the classes, "#rrggbb", and of cells without a class. Light enough for dark text at 4.5:1,
// distinct under the common color-vision deficiencies. A class beyond palette and heat cycles through the palette; pre:
// color >= 0. Source: core/data/colors.def, which also has the dark ones.
std::string_view class_color(std::int32_t color);
// text: labels, and the frame of CellState::lit; muted: heads and captions; line: rules and empty frames; blank: behind
// cells without a class; image: CellState::image; step, carry: arrows of a walk. In SVG each is a CSS variable,
// --ss-ink (of text), --ss-muted and so on, with this color as fallback.
enum class Ink { text, muted, line, blank, image, lit, step, carry };
std::string_view ink_color(Ink ink);

// Half the distance between the lines of a label of two.
inline constexpr std::int64_t half_line = 7;

// The ink of a line without a class, and whether it is dashed: of the arrows only carry is, so that a walk is readable
// without colors.
Ink ink_of(Drawing::Line::Kind kind);
bool is_dashed(Drawing::Line::Kind kind);

}  // namespace stridescope
