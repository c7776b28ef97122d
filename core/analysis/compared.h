// The comparison compare(A, B) of two values: the cells where they differ, their number, the first of them, and the map
// between the values, if it exists. The page and the window draw it as a picture (core/scene/compare_scene.cpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/message.h"
#include "core/facts/equality.h"
#include "core/facts/relation.h"
#include "core/tiled/thread_value.h"
#include "core/value/value.h"

namespace stridescope {

// Ids in its pictures: cells of the common box have their own numbers, the elements of tile t begin with first_owned_id
// + owned_ids t, and the fields begin with first_field_id.
inline constexpr std::int64_t owned_ids = std::int64_t{1} << 40;
inline constexpr std::int64_t first_owned_id = std::int64_t{1} << 48;
inline constexpr std::int64_t first_field_id = std::int64_t{1} << 49;

// Limit of the drawn fields of a comparison.
inline constexpr std::size_t max_compared_fields = 128;

// The printed forms of both values under one name; a form is empty if its value has no such row.
struct ComparedField {
  std::string name;
  std::optional<std::string> a;
  std::optional<std::string> b;
  bool same_function = false;  // true for two layouts of the same sizes that are written with other modes
  Message title = {};          // for a field that is not printed: its name in words; otherwise empty
  bool same() const { return a == b; }
};

// The coordinates of two layouts in one box. If both have the same number of modes, the box has their modes, so that
// (4,8) overlaps (6,4) from the first cell on; otherwise it has their 1-D coordinates. A cell is a 1-D coordinate of
// the box.
class CommonBox {
 public:
  CommonBox() = default;
  // pre: both sizes fit 64 bits. The box is empty if its own size does not.
  CommonBox(const Layout& a, const Layout& b);

  const std::vector<std::int64_t>& extents() const { return extents_; }
  // The 1-D coordinate of one of the layouts at a cell; -1 if the layout does not have the cell.
  std::int64_t index_in_a(std::int64_t cell) const { return index_in(a_, cell); }
  std::int64_t index_in_b(std::int64_t cell) const { return index_in(b_, cell); }
  // The cell of a 1-D coordinate of one of the layouts.
  std::int64_t cell_of_a(std::int64_t index) const { return cell_of(a_, index); }
  std::int64_t cell_of_b(std::int64_t index) const { return cell_of(b_, index); }
  bool same_extents() const { return a_ == b_; }
  // "(1,0)"; "5" for a box with one mode.
  std::string coordinate(std::int64_t cell) const;

 private:
  std::int64_t index_in(const std::vector<std::int64_t>& of, std::int64_t cell) const;
  std::int64_t cell_of(const std::vector<std::int64_t>& of, std::int64_t index) const;

  std::vector<std::int64_t> a_, b_, extents_;
};

struct Compared {
  // The compared aspect: A(c) and B(c) at the coordinates of either value; the owners of each element of a tile; the
  // printed rows.
  enum class By { cells, owners, fields };
  By by = By::fields;
  Value a;
  Value b;

  // For cells, and for owners of two layouts.
  CommonBox box;
  std::optional<std::int64_t> cells;  // number of cells of either; empty if there are too many to compare
  std::int64_t differ = 0;            // number of cells that differ
  std::int64_t first = -1;            // the first cell that differs, or -1
  FunctionComparison functions;
  Relation relation;
  std::optional<Value> map;  // B(i) = A(map(i)) if both have the same size but differ; can be swizzled
  Message no_map;            // the reason if a map was searched for and not found

  // For owners of two layouts, over a tile.
  std::int64_t tile_rows = 0;
  std::int64_t tile_cols = 0;
  std::vector<Message> held;  // the answer of tv_compare

  std::vector<ComparedField> fields;  // for fields, and for tilings

  static const ObjectKind object_kind;
};

// Compares layouts, composed layouts and tensors by cells; two thread-value layouts (each with whole warps that hold
// each element once), or any two layouts with a given tile, by owners; all others by their printed rows. Errors: those
// of TvTable if a tile is given; arguments for a tile of other values. Inspects at most max_enumerated cells of each
// value.
Compared compare_values(Arith& arith, const Value& a, const Value& b, const TupleRef* tile = nullptr);

// Compares two thread-value layouts by owners, without any check of their form, over the smallest tile that contains
// both; empty if that has more than max_tv_pairs elements.
std::optional<Compared> compare_holders(Arith& arith, const Layout& a, const Layout& b);

// The comparison of the value, or of the value whose picture it has (told.h); null if it has none.
const Compared* compared_in(const Value& value);

// The layouts that an atom or a tiling prints, with the names of their fields, which are static memory.
std::vector<std::pair<std::string_view, Layout>> printed_layouts(const Value& value);

// The lines of two printed values as fields: "name: value", or "name 12, name 13" for a single line.
std::vector<ComparedField> compare_fields(std::string_view a, std::string_view b);

// "30 of 32 cells differ; the first at (1,0): 1 and 8".
Message brief_of(const Compared& compared);
// The comparison, the map between the values, the owners, and the fields; a star marks fields that differ.
std::vector<AnalysisRow> rows_of(const Compared& compared);

}  // namespace stridescope
