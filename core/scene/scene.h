// What a picture is: cells with an offset, an identity and a colour class. The page, the desktop and every renderer
// draw exactly this; none of them computes an offset, a class or a label.
// A scene is rows x cols places, row by row. What belongs to a place is in parallel arrays, so a million cells are a
// few typed arrays and cross a boundary at the cost of a copy. A place has
//   an id       which element of the value stands there; the same id means the same element in every picture of the
//   value, and is what hovering, links and provenance are about an offset   the element's place in memory, or what the
//   picture counts a class     an index into the palette (or -1, or a heat class), not a colour: themes are the
//   surfaces' a state     how it is drawn: as an element, a gap, dimmed, lit, a head
// Words (titles, captions, heads, legend, note) are messages: a renderer writes them in a language. What stands in a
// cell has none. Text (labels, heads, legend) is made for as many cells as can be read; larger pictures get theirs for
// the part in sight (Workspace::excerpt). pre of all functions: the values that a PicturedValue refers to outlive it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scene/view.h"
#include "core/value/roles.h"
#include "core/value/value.h"

namespace stridescope {

// Caps: cells of one scene, a side of it when both are long, cells with texts of their own (View::whole), and cells
// that are drawn one by one with labels.
inline constexpr std::int64_t max_scene_side = 2048;
inline constexpr std::int64_t max_scene_cells = max_scene_side * max_scene_side;
inline constexpr std::int64_t max_text_cells = 1 << 16;
inline constexpr std::int64_t max_labelled_cells = 4096;
// Colour classes cycle through a palette of this size.
inline constexpr std::int32_t palette_size = 12;
// The classes after those are a scale from little to much, for measurements.
inline constexpr std::int32_t heat_levels = 8;
inline constexpr std::int32_t heat_class(std::int32_t level) { return palette_size + level; }

// Where the tiles of a divided or repeated layout are in its modes.
enum class Tiling {
  none,
  later_modes,   // mode 0 is the tile; modes 1, 2, ... count the tiles
  second_parts,  // each mode is (tile, count)
  first_parts,   // each mode is (count, tile)
};

// A value with what it was made from, as far as its pictures show that.
struct PicturedValue {
  const Value& value;
  Tiling tiling = Tiling::none;
  BuiltinRoles roles = {};                       // of the function that made it
  const std::vector<Value>* operands = nullptr;  // its arguments
  std::vector<std::string> names = {};           // by operand; empty where it has no name
  bool is_part = false;                          // every element is one of an operand's
  std::size_t whole = 0;                         // which one's
  // For a part: for each 1-D coordinate that of its element in that operand, or -1. A value without a domain is
  // one element. Needed by Picture::parent only.
  const std::vector<std::int64_t>* source = nullptr;
  // Of a layout that is used as a thread-value layout: the tile that it is over, and what tells it; 0 if nothing does.
  std::int64_t tile_rows = 0;
  std::int64_t tile_cols = 0;
  Message tile_of = {};

  // The name, or A, B, ...
  std::string operand_name(std::size_t i) const;
};

// What a cell is drawn as.
enum class CellState : std::uint8_t {
  element,  // in its colour class
  outside,  // not drawn: it fills up a row of the matrix
  gap,      // a place that no coordinate reaches: an empty frame
  dimmed,   // of the parent, but not of the value
  lit,      // in its colour class, with a strong frame
  image,    // grey: the image of the tile that the others repeat
  crossed,  // struck out
  head,     // text of its own beside cells
};

struct Scene {
  // Joins two cells; from and to are places in the arrays.
  struct Arrow {
    enum class Kind : std::uint8_t {
      step,    // the walk goes on in its fastest mode
      carry,   // the walk goes on in a slower mode
      link,    // a coordinate and its offset
      order,   // a shape and one that refines it
      branch,  // a mode and a part of it; no arrow head
    };
    Kind kind;
    std::int64_t from;
    std::int64_t to;
    std::int64_t id = -1;     // the element that it belongs to
    std::int32_t color = -1;  // class; -1: the kind's own
    bool operator==(const Arrow&) const = default;
  };
  struct Slice {
    int mode;
    Message title;  // "mode 2"
    std::int64_t size;
    std::int64_t value;
    bool operator==(const Slice&) const = default;
  };
  struct LegendEntry {
    std::int32_t color;  // -1: the mark tells
    Message label;
    // cell (in the class), or what has no class: image, gap, dimmed, lit, crossed; step, carry
    std::string_view mark = "cell";
    bool operator==(const LegendEntry&) const = default;
  };

  Picture picture = Picture::grid;
  Message title;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  // rows * cols entries, row by row.
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> ids;     // 1-D coordinate of the value's domain; -1: no element
  std::vector<std::int32_t> colors;  // class; -1: none; -2: nothing is drawn there
  std::vector<std::string> labels;   // of up to two lines; only for scenes of at most max_labelled_cells
  std::vector<std::string> texts;  // what would be the labels of a larger one that has them all (View::whole), or empty
  std::vector<CellState> states;   // empty: element where there is an id, outside elsewhere
  std::vector<Arrow> arrows;
  std::vector<Message> captions;  // empty, or a line above each row (the empty message: none)
  // One list a level of the hierarchical coordinate, outermost first; empty for large scenes.
  std::vector<std::vector<Message>> row_heads;
  std::vector<std::vector<Message>> col_heads;
  std::vector<Slice> slices;
  std::vector<LegendEntry> legend;
  Message note;  // what is left out, or empty

  bool operator==(const Scene&) const = default;

  bool labelled() const { return !labels.empty(); }
  // Is the element among its cells?
  bool shows(std::int64_t id) const { return std::find(ids.begin(), ids.end(), id) != ids.end(); }
  CellState state(std::size_t cell) const {
    return !states.empty() ? states[cell] : ids[cell] >= 0 ? CellState::element : CellState::outside;
  }
};

// A picture that a value has, with its legal labels and colourings; the first of each is the default.
struct OfferedView {
  Picture picture;
  Message title;
  std::vector<Label> labels;
  std::vector<ColorBy> colors;
};

// The pictures that the subject has, the first the default; none for values that have no picture. Cheap: nothing is
// drawn.
std::vector<OfferedView> offered_views(const PicturedValue& subject);
// The picture. unsupported where the value has no such picture, too_large beyond the caps above; what else the
// subject's operation may report when its operands are looked at. Where a slice is wanted that is not there, another is
// shown, and `note` says so.
Result<Scene> make_scene(const PicturedValue& subject, const View& view);

}  // namespace stridescope
