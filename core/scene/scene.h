// A picture as data: cells with an offset, an identity and a color class. The page, the desktop app and every renderer
// draw exactly this; none of them computes an offset, a class or a label. A scene is rows x cols places, row by row.
// The data of a place is in parallel arrays, so a million cells are a few typed arrays and cross a boundary at the cost
// of a copy. A place has an id      the element of the value, as its 1-D coordinate; the same id means the same element
// in every
//            picture of the value, and is what hovering, links and provenance are about
// an offset  the element's place in memory, or what the picture counts
// a class    an index into the palette (or -1, or a heat class), not a colour: themes are the surfaces'
// a state    how it is drawn: as an element, a gap, dimmed, lit, a head
//
// The grid of (2,3):(1,4) has rows 2, cols 3, offsets 0 4 8 1 5 9, ids 0 2 4 1 3 5.
//
// Words (titles, captions, heads, legend, note) are messages: a renderer writes them in a language. The text of a cell
// has none. Text (labels, heads, legend) is made only for a readable number of cells; larger pictures get theirs for
// the visible part (Workspace::excerpt). pre of all functions: the values that a PicturedValue refers to outlive it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scene/view.h"
#include "core/value/roles.h"
#include "core/value/value.h"

namespace stridescope {

// Caps: a side of a scene when both are long, and cells of one scene; a grid beyond them shows its first rows and
// columns. Cells with texts of their own (View::whole), and cells that are drawn one by one with labels.
inline constexpr std::int64_t max_scene_side = 2048;
inline constexpr std::int64_t max_scene_cells = max_scene_side * max_scene_side;
inline constexpr std::int64_t max_text_cells = 1 << 16;
inline constexpr std::int64_t max_labelled_cells = 4096;
// Colour classes cycle through a palette of this size; classes 0 to 11.
inline constexpr std::int32_t palette_size = 12;
// The classes after those are a scale from little to much, for measurements: 12 to 19. pre: 0 <= level < heat_levels.
inline constexpr std::int32_t heat_levels = 8;
inline constexpr std::int32_t heat_class(std::int32_t level) { return palette_size + level; }

// The place of the tiles in the modes of a divided or repeated layout, so that a picture can color by tile.
enum class Tiling {
  none,
  // Mode 0 is the tile; modes 1, 2, ... count the tiles: zipped and tiled forms.
  later_modes,
  // Each mode is (tile, count): by-mode logical and blocked forms.
  second_parts,
  // Each mode is (count, tile): the raked form.
  first_parts,
};

// A value with what it was made from, as far as its pictures show that. The workspace makes one for each question
// (Workspace::scene); the value alone, PicturedValue{value}, has the pictures that need no operand.
struct PicturedValue {
  const Value& value;
  Tiling tiling = Tiling::none;
  // Roles of the arguments and the result of its function; the default for a literal.
  BuiltinRoles roles = {};
  // Its arguments, in order; null where there were none.
  const std::vector<Value>* operands = nullptr;
  // By operand; empty where it has no name. May be shorter than the operands.
  std::vector<std::string> names = {};
  // Every element is one of an operand's: a composition, a slice, a divide, a partition.
  bool is_part = false;
  // The operand that it belongs to.
  std::size_t whole = 0;
  // For a part: for each 1-D coordinate that of its element in that operand, or -1. A value without a domain is one
  // element. Needed by Picture::parent only; null elsewhere.
  const std::vector<std::int64_t>* source = nullptr;
  // For a thread-value layout: its tile, in elements, and the source of the tile; 0 if unknown.
  std::int64_t tile_rows = 0;
  std::int64_t tile_cols = 0;
  Message tile_of = {};

  // The name, or A, B, ... by position.
  std::string operand_name(std::size_t i) const;
};

// The drawing of a cell. The names are the words of scene_json.
enum class CellState : std::uint8_t {
  // In its color class.
  element,
  // Not drawn: it fills up a row of the matrix.
  outside,
  // A place that no coordinate reaches: an empty frame.
  gap,
  // Cells of the parent, but not of the value.
  dimmed,
  // In its color class, with a strong frame.
  lit,
  // Grey: the image of the tile that the others repeat.
  image,
  // Struck out.
  crossed,
  // Text next to cells, such as a head.
  head,
};

// post of make_scene: every array has rows * cols entries, or is empty if documented so; places of arrows are among
// them.
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
    // Indices into the arrays: row * cols + column.
    std::int64_t from;
    std::int64_t to;
    // The element that it belongs to, so that hovering finds it; -1: none.
    std::int64_t id = -1;
    // Class; -1: the kind's own.
    std::int32_t color = -1;
    bool operator==(const Arrow&) const = default;
  };
  // One of the modes that a picture of two does not show, and the value that it is held at.
  struct Slice {
    int mode;
    // "mode 2", or what is stepped through.
    Message title;
    // Values 0 ... size-1, and the one that is shown.
    std::int64_t size;
    std::int64_t value;
    bool operator==(const Slice&) const = default;
  };
  // The meaning of one color or one mark.
  struct LegendEntry {
    // Class; -1: given by the mark.
    std::int32_t color;
    Message label;
    // `cell` (in the class), or what has no class: image, gap, dimmed, lit, crossed; step, carry. Static memory.
    std::string_view mark = "cell";
    bool operator==(const LegendEntry&) const = default;
  };

  // The kind of picture that was requested, also if a value has only one.
  Picture picture = Picture::grid;
  // The meaning of its colors, for most pictures: "color: tile".
  Message title;
  // 0 x 0 when there is nothing to draw.
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  // rows * cols entries, row by row. In elements, in bytes where the picture is of memory's banks; 0 where the
  // value's offsets are coordinates.
  std::vector<std::int64_t> offsets;
  // 1-D coordinate of the value's domain, or what the picture counts besides (tiles, sectors, words); -1: no element.
  std::vector<std::int64_t> ids;
  // Class; -1: none; -2: nothing is drawn there.
  std::vector<std::int32_t> colors;
  // Labels of up to two lines; only for scenes of at most max_labelled_cells, otherwise empty.
  std::vector<std::string> labels;
  // The labels of a larger one that has them all (View::whole), or empty.
  std::vector<std::string> texts;
  // Empty: element if the id is set, otherwise outside.
  std::vector<CellState> states;
  // In the order in which they are drawn; a walk's in the order of the elements.
  std::vector<Arrow> arrows;
  // Empty, or a line above each row (the empty message: none).
  std::vector<Message> captions;
  // One list a level of the hierarchical coordinate, outermost first; empty for large scenes. Each has an entry a
  // row, or a column.
  std::vector<std::vector<Message>> row_heads;
  std::vector<std::vector<Message>> col_heads;
  // One for each mode that is held; empty where all are shown.
  std::vector<Slice> slices;
  std::vector<LegendEntry> legend;
  // The omitted part, or the other slice that is shown; or empty.
  Message note;

  bool operator==(const Scene&) const = default;

  // True if cells have their text, which SVG, TikZ and the text picture need.
  bool labelled() const { return !labels.empty(); }
  // Is the element among its cells? Linear in the cells.
  bool shows(std::int64_t id) const { return std::find(ids.begin(), ids.end(), id) != ids.end(); }
  // pre: cell < rows * cols.
  CellState state(std::size_t cell) const {
    return !states.empty() ? states[cell] : ids[cell] >= 0 ? CellState::element : CellState::outside;
  }
};

// A picture of a value, with its legal labels and colorings; the first of each is the default. post: neither list is
// empty.
struct OfferedView {
  Picture picture;
  Message title;
  std::vector<Label> labels;
  std::vector<ColorBy> colors;
};

// The pictures that the subject has, the first the default; none for values that have no picture, and for layouts of
// no element or of more than 2^53. Cheap: nothing is drawn. What is too large to be drawn is not offered.
std::vector<OfferedView> offered_views(const PicturedValue& subject);
// Makes the picture. unsupported if the value does not have it, too_large beyond the limits above; and the errors of
// the subject's operation when its operands are read. For a slice that does not exist another is shown, and `note` says
// so. Linear in the cells of the scene, at most max_scene_cells. The same subject and view give the same scene on every
// machine.
Result<Scene> make_scene(const PicturedValue& subject, const View& view);

}  // namespace stridescope
