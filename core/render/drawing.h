// A scene as drawing primitives. paint() is the one painter: it alone decides where cells, heads and arrows are; the
// backends (SVG, TikZ, later a window) only write the primitives down, and compute no place, class or label.
//
// Units: one unit is a CSS pixel of the SVG; x grows to the right and y downwards from the top left corner. Sizes fit a
// monospaced face of 12 units.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scene/scene.h"

namespace stridescope {

// A place of a drawing, in the units above.
struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
  bool operator==(const Point&) const = default;
};

// What a backend writes down, in this order: cells, lines, texts.
struct Drawing {
  // A rectangle with a label in its middle.
  struct Cell {
    Point at;  // top left corner
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::int64_t id = -1;                  // 1-D coordinate of the value's domain; -1: not an element of the value
    std::int32_t color = -1;               // class 0 ... palette_size-1, or a heat_class; -1: none
    CellState state = CellState::element;  // never outside
    std::string label;                     // of one or two lines
  };
  enum class Anchor { start, middle, end };
  // Text whose line is centred on at.y.
  struct Text {
    enum class Kind { head, caption, legend };
    Kind kind = Kind::head;
    Anchor anchor = Anchor::middle;
    Point at;
    std::string text;
  };
  struct Line {
    // rule: under or beside a group of heads; bracket: around cells; the others are the scene's arrows
    enum class Kind { rule, bracket, step, carry, link, order };
    Kind kind = Kind::rule;
    bool curved = false;        // points are those of cubic Bezier curves: 1 + 3 n; else of a polyline
    bool head = false;          // an arrow head at the last point
    std::int32_t color = -1;    // class, or -1: the colour of the kind
    std::int64_t id = -1;       // the element that it belongs to
    std::vector<Point> points;  // at least 2
  };

  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<Cell> cells;  // drawn first
  std::vector<Line> lines;
  std::vector<Text> texts;
};

// What a figure may have beyond the picture.
struct PaintOptions {
  bool legend = false;  // the legend below the picture: for figures that stand alone
  // The language of its words.
  const Catalog* catalog = &english_catalog();
};

// Requires a scene with labels, or without cells: too_large otherwise.
Result<Drawing> paint(const Scene& scene, const PaintOptions& options = {});

// The light colours of the classes, "#rrggbb", and of what has no class. Light enough for dark text at 4.5:1, apart
// under the common colour-vision deficiencies.
std::string_view class_color(std::int32_t color);
enum class Ink { text, muted, line, blank, image, lit, step, carry };
std::string_view ink_color(Ink ink);

// Half the distance between the lines of a label of two.
inline constexpr std::int64_t half_line = 7;

// The ink of a line without a class, and whether it is dashed.
Ink ink_of(Drawing::Line::Kind kind);
bool is_dashed(Drawing::Line::Kind kind);

}  // namespace stridescope
