// The comparison compare(A, B) of two values: where they differ, how often, where first, and the map between them if it
// exists. The page and the window draw it as a picture (core/scene/compare_scene.cpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/message.h"
#include "core/facts/equality.h"
#include "core/tiled/thread_value.h"
#include "core/value/value.h"

namespace stridescope {

// In its pictures cells of the common box have their own numbers, elements of the tile number t those from
// first_owned_id + owned_ids t on, and fields those from first_field_id on.
inline constexpr std::int64_t owned_ids = std::int64_t{1} << 40;
inline constexpr std::int64_t first_owned_id = std::int64_t{1} << 48;
inline constexpr std::int64_t first_field_id = std::int64_t{1} << 49;

// So many fields of a comparison are drawn.
inline constexpr std::size_t max_compared_fields = 128;

// The printed forms of both under one name; empty if one of them has no such row.
struct ComparedField {
  std::string name;
  std::optional<std::string> a;
  std::optional<std::string> b;
  bool same_function = false;  // two layouts of the same sizes that are written in other modes
  Message title = {};          // of a field that is not printed: its name in words; else empty
  bool same() const { return a == b; }
};

// The coordinates of two layouts in one box: mode by mode where both have as many modes, so that (4,8) lies on (6,4)
// with its first cell, else the 1-D coordinates. A cell is a 1-D coordinate of the box.
class CommonBox {
 public:
  CommonBox() = default;
  // pre: both sizes fit 64 bits. The box is empty where it does not.
  CommonBox(const Layout& a, const Layout& b);

  const std::vector<std::int64_t>& extents() const { return extents_; }
  // The 1-D coordinate of one of the layouts at a cell; -1 if it has none.
  std::int64_t index_in_a(std::int64_t cell) const { return index_in(a_, cell); }
  std::int64_t index_in_b(std::int64_t cell) const { return index_in(b_, cell); }
  // The cell of a 1-D coordinate of one of them.
  std::int64_t cell_of_a(std::int64_t index) const { return cell_of(a_, index); }
  std::int64_t cell_of_b(std::int64_t index) const { return cell_of(b_, index); }
  bool same_extents() const { return a_ == b_; }
  // "(1,0)", or "5" of one mode.
  std::string coordinate(std::int64_t cell) const;

 private:
  std::int64_t index_in(const std::vector<std::int64_t>& of, std::int64_t cell) const;
  std::int64_t cell_of(const std::vector<std::int64_t>& of, std::int64_t index) const;

  std::vector<std::int64_t> a_, b_, extents_;
};

struct Compared {
  // The compared aspect: A(c) and B(c) at the coordinates of either; the owners of each element of a tile; the printed
  // rows.
  enum class By { cells, owners, fields };
  By by = By::fields;
  Value a;
  Value b;

  // By cells, and by owners of two layouts.
  CommonBox box;
  std::optional<std::int64_t> cells;  // of either; nothing where they are too many to look at each
  std::int64_t differ = 0;            // of them
  std::int64_t first = -1;            // the first that differs, or -1
  FunctionComparison functions;
  std::optional<Value> map;  // B(i) = A(map(i)), of as many coordinates, where they are not equal; maybe swizzled
  Message no_map;            // the reason if a map was searched for and not found

  // By owners of two layouts, over a tile.
  std::int64_t tile_rows = 0;
  std::int64_t tile_cols = 0;
  std::vector<Message> held;  // tv_compare's answer

  std::vector<ComparedField> fields;  // by fields, and of tilings

  static const ObjectKind object_kind;
};

// Layouts, composed layouts and tensors are compared by cells; two thread-value layouts (each with whole warps that
// hold each element once), or any with a given tile, by owners; all others by their printed rows. Faults: those of
// TvTable if a tile is given; arguments for a tile of other values. Inspects at most max_enumerated cells of each.
Compared compare_values(Arith& arith, const Value& a, const Value& b, const TupleRef* tile = nullptr);

// Two thread-value layouts by owners, whatever they are of, over the smallest tile that has all of both; nothing where
// that has more than max_tv_pairs elements.
std::optional<Compared> compare_holders(Arith& arith, const Layout& a, const Layout& b);

// The comparison that the value is, or whose picture it has (told.h); null without one.
const Compared* compared_in(const Value& value);

// The lines of a printed value as fields: "name: value", or "name 12, name 13" of a single line.
std::vector<ComparedField> compare_fields(std::string_view a, std::string_view b);

// "30 of 32 cells differ; the first at (1,0): 1 and 8".
Message brief_of(const Compared& compared);
// The comparison, the map between them, the owners, and the fields; fields that differ are marked by a star.
std::vector<AnalysisRow> rows_of(const Compared& compared);

}  // namespace stridescope
