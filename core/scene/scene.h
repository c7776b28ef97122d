// A picture as data: cells with an offset, an id and a color class. Page, window and renderers draw exactly this; none
// of them computes an offset, class or label. A scene has rows x cols positions, row by row. Their data is in parallel
// arrays, so that a million cells are a few typed arrays and cross a language boundary at the cost of a copy. A
// position has
//   an id      the element of the value, as its 1-D coordinate; equal ids in pictures of a value are the same
//              element, and the key of hovering, links and provenance
//   an offset  the element's offset in memory, or another number that the picture shows
//   a class    an index into the palette (or -1, or a heat class), not a color: themes belong to the UIs
//   a state    element, gap, dimmed, lit, head and so on: how it is drawn
//
// The grid of (2,3):(1,4) has rows 2, cols 3, offsets 0 4 8 1 5 9, ids 0 2 4 1 3 5.
//
// Titles, captions, heads, legend and note are messages, which a renderer writes in a language. Cell texts are not
// translated. Texts (labels, heads, legend) are made only for a readable number of cells; larger pictures get those of
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

// Limits: one side of a scene if both are long, and cells of a scene; a larger grid shows its first rows and columns.
// Then: cells with texts (View::whole), and cells that are drawn one by one with labels.
inline constexpr std::int64_t max_scene_side = 2048;
inline constexpr std::int64_t max_scene_cells = max_scene_side * max_scene_side;
inline constexpr std::int64_t max_text_cells = 1 << 16;
inline constexpr std::int64_t max_labelled_cells = 4096;
// Color classes 0 to 11 cycle through a palette of this size.
inline constexpr std::int32_t palette_size = 12;
// Classes 12 to 19 are a scale from low to high, for measurements. pre: 0 <= level < heat_levels.
inline constexpr std::int32_t heat_levels = 8;
inline constexpr std::int32_t heat_class(std::int32_t level) { return palette_size + level; }
// Classes 20 to 31 are a ramp, from the lowest offset to the highest. pre: 0 <= level < ramp_levels.
inline constexpr std::int32_t ramp_levels = 12;
inline constexpr std::int32_t ramp_class(std::int32_t level) { return palette_size + heat_levels + level; }
inline constexpr std::int32_t color_classes = palette_size + heat_levels + ramp_levels;
// The entry of a class in a table of `color_classes` colors: larger classes repeat the palette.
inline constexpr std::int32_t color_entry(std::int32_t color) {
  return color < color_classes ? color : color % palette_size;
}
// Classes of elements that need attention: several owners, and no owner.
inline constexpr std::int32_t several_class = heat_class(5);
inline constexpr std::int32_t missing_class = heat_class(7);

// The modes that count the tiles of a divided or repeated layout, so that pictures can color by tile.
enum class Tiling {
  none,
  // Mode 0 is the tile; modes 1, 2, ... count the tiles: zipped and tiled results.
  later_modes,
  // Each mode is (tile, count): by-mode logical and blocked results.
  second_parts,
  // Each mode is (count, tile): raked results.
  first_parts,
};

// A value with its origin, as far as pictures show it. The workspace makes one for each query (Workspace::scene);
// PicturedValue{value} has the pictures that need no operand.
struct PicturedValue {
  const Value& value;
  Tiling tiling = Tiling::none;
  // Roles of the arguments and the result of its function; default for a literal.
  BuiltinRoles roles = {};
  // Its arguments, in order; null without arguments.
  const std::vector<Value>* operands = nullptr;
  // Names by operand, possibly empty. May be shorter than the operands.
  std::vector<std::string> names = {};
  // Every element is an element of an operand: a composition, a slice, a divide, a partition.
  bool is_part = false;
  // Index of that operand.
  std::size_t whole = 0;
  // For a part: 1-D coordinate -> 1-D coordinate of the same element in that operand, or -1. A value without a domain
  // is one element. Only for Picture::parent; null otherwise.
  const std::vector<std::int64_t>* source = nullptr;
  // For a thread-value layout: the extents of its tile, and the origin of the tile; 0 if unknown.
  std::int64_t tile_rows = 0;
  std::int64_t tile_cols = 0;
  Message tile_of = {};

  // The name; or A, B, ... by position.
  std::string operand_name(std::size_t i) const;
};

// The drawing of a cell. The names are the words of scene_json.
enum class CellState : std::uint8_t {
  // In its color class.
  element,
  // Not drawn; fills a row of the matrix.
  outside,
  // A position that no coordinate reaches: an empty frame.
  gap,
  // A cell of the parent that does not belong to the value.
  dimmed,
  // In its color class, with a strong frame.
  lit,
  // Grey: the tile that is repeated.
  image,
  // Crossed out.
  crossed,
  // Text next to cells, such as a head.
  head,
};

// post of make_scene: every array has rows * cols entries, or is empty as documented; the ends of arrows are valid
// positions.
struct Scene {
  // Connects two cells, given by positions in the arrays.
  struct Arrow {
    enum class Kind : std::uint8_t {
      step,    // to the next element in the fastest mode of a walk
      carry,   // to the next element in a slower mode
      link,    // a coordinate and its offset
      order,   // a shape and its refinement
      branch,  // a mode and a part of it; no arrow head
    };
    Kind kind;
    // Indices into the arrays: row * cols + column.
    std::int64_t from;
    std::int64_t to;
    // The element that it belongs to, for hovering; -1: none.
    std::int64_t id = -1;
    // Class; -1: the default of the kind.
    std::int32_t color = -1;
    bool operator==(const Arrow&) const = default;
  };
  // A mode that a two-dimensional picture does not show, and its fixed value.
  struct Slice {
    int mode;
    // "mode 2", or the name of the steps.
    Message title;
    // Values are 0 ... size-1; then the shown one.
    std::int64_t size;
    std::int64_t value;
    bool operator==(const Slice&) const = default;
  };
  // The meaning of one color or mark.
  struct LegendEntry {
    // Class; -1: the mark determines the color.
    std::int32_t color;
    Message label;
    // `cell` for a class; or a mark without a class: image, gap, dimmed, lit, crossed, step, carry. Static memory.
    std::string_view mark = "cell";
    bool operator==(const LegendEntry&) const = default;
  };

  // The requested kind of picture, even if the value has only one picture.
  Picture picture = Picture::grid;
  // The meaning of its colors, for most pictures: "color: tile".
  Message title;
  // 0 x 0 if there is nothing to draw.
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  // rows * cols entries, row by row. In elements, or in bytes for pictures of banks; 0 if the value's offsets are
  // coordinates.
  std::vector<std::int64_t> offsets;
  // 1-D coordinate in the value's domain, or another number that the picture counts (tiles, sectors, words); -1: no
  // element.
  std::vector<std::int64_t> ids;
  // Class; -1: none; -2: not drawn.
  std::vector<std::int32_t> colors;
  // Labels of up to two lines; only for scenes of at most max_labelled_cells, otherwise empty.
  std::vector<std::string> labels;
  // The texts of a larger scene that shows all of them (View::whole); or empty.
  std::vector<std::string> texts;
  // If empty: `element` for positions with an id, else `outside`.
  std::vector<CellState> states;
  // In drawing order; those of a walk in the order of elements.
  std::vector<Arrow> arrows;
  // Empty, or a line above each row (an empty message: none).
  std::vector<Message> captions;
  // One list per level of the hierarchical coordinate, outermost first; empty for large scenes. Each has one entry per
  // row, or per column.
  std::vector<std::vector<Message>> row_heads;
  std::vector<std::vector<Message>> col_heads;
  // One for each fixed mode; empty if all modes are shown.
  std::vector<Slice> slices;
  std::vector<LegendEntry> legend;
  // The omitted part, or the replacement of a missing slice; or empty.
  Message note;

  bool operator==(const Scene&) const = default;

  // True if cells have labels, which SVG, TikZ and the text picture require.
  bool labelled() const { return !labels.empty(); }
  // True if the scene has a cell of the element. Linear in the cells.
  bool shows(std::int64_t id) const { return std::find(ids.begin(), ids.end(), id) != ids.end(); }
  // The number of a row (or column) of a tile, which is a head next to its first cell; empty without one. Linear in the
  // cells before it.
  std::string_view head_in(bool row, std::int64_t i) const;
  // True if heads are cells: pictures with several tiles.
  bool has_head_cells() const { return std::find(states.begin(), states.end(), CellState::head) != states.end(); }
  // pre: cell < rows * cols.
  CellState state(std::size_t cell) const {
    return !states.empty() ? states[cell] : ids[cell] >= 0 ? CellState::element : CellState::outside;
  }
};

// A picture of a value, with its labels and colorings, the default first. post: both lists are not empty.
struct OfferedView {
  Picture picture;
  Message title;
  std::vector<Label> labels;
  std::vector<ColorBy> colors;
};

// The pictures of the subject, the default first. Empty for values without pictures, and for layouts of no element or
// of more than 2^53. Cheap: nothing is drawn. Pictures that are too large to draw are not offered.
std::vector<OfferedView> offered_views(const PicturedValue& subject);
// Makes the picture. unsupported: the value does not have it; too_large: above the limits; also the errors of the
// subject's operation when its operands are read. A slice that does not exist is replaced, and `note` says so. Linear
// in the cells of the scene, at most max_scene_cells. Deterministic on every machine.
Result<Scene> make_scene(const PicturedValue& subject, const View& view);

}  // namespace stridescope
