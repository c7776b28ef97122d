// Converts a typed coordinate to the cell of the pictures, a 1-D coordinate.
#include "core/workspace/cell_at.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/facts/function.h"
#include "core/facts/offsets.h"
#include "core/scene/tv_tiles.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::int64_t most_searched = std::int64_t{1} << 22;
// Limit of the evaluated text, in bytes.
constexpr std::size_t longest = 400;

// Reads an integer or a tuple of integers.
std::optional<IntTuple> read_tuple(std::string_view text) {
  if (text.size() > longest) return std::nullopt;
  Workspace reader;
  const Report& report = reader.evaluate(text, IntegerMode::teaching);
  if (report.bindings.size() != 1 || !report.diagnostics.empty()) return std::nullopt;
  const auto* tuple = report.bindings[0].value.as<IntTuple>();
  if (tuple == nullptr || tuple->ref().has_any() || tuple->ref().has_basis()) return std::nullopt;
  return *tuple;
}

std::string shown(TupleRef tuple) { return to_text(tuple, IntegerMode::teaching); }

// True if the coordinate is within the shape in each mode; crd2idx also accepts larger coordinates.
bool inside(TupleRef coordinate, TupleRef shape) {
  Arith arith;
  if (coordinate.is_integer()) {
    const std::int64_t extent = product(arith, shape).value;
    return !arith.failed() && coordinate.integer().value >= 0 && coordinate.integer().value < extent;
  }
  if (!shape.is_tuple() || coordinate.size() != shape.size()) return false;
  for (int i = 0; i < coordinate.size(); ++i) {
    if (!inside(coordinate[i], shape[i])) return false;
  }
  return true;
}

Result<std::int64_t> with_offset(const Value& value, std::int64_t offset) {
  const auto function = memory_function(value);
  const auto size = domain_size(value);
  if (!function || !size || *size > most_searched)
    return failure(ErrorCode::unsupported, say("the offsets of this value are not searched"));
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(*size));
  function->fill(offsets.data(), *size);
  const auto found = std::find(offsets.begin(), offsets.end(), offset);
  if (found == offsets.end()) return failure(ErrorCode::index_range, say("no element has the offset {}", offset));
  return found - offsets.begin();
}

// The cell of an element of a value made of tiles: C(15,39) of an MMA, D(0,3) of a copy. Without a name it is an
// element of C, or of the source of a copy.
Result<std::int64_t> cell_of_tile(const TvTiles& tiled, char name, std::int64_t row, std::int64_t col) {
  const bool is_mma = tiled.form == TvTiles::Form::mma;
  const TvTile* tile = name == 0 ? (is_mma ? &tiled.tiles.back() : &tiled.tiles.front()) : nullptr;
  for (const TvTile& one : tiled.tiles) {
    if (name != 0 && one.name == std::string(1, name)) tile = &one;
  }
  if (tile == nullptr) {
    return failure(ErrorCode::unknown_name,
                   say("this value does not have a tile {}: its tiles are {} to {}", std::string(1, name),
                       tiled.tiles.front().name, tiled.tiles.back().name));
  }
  if (row < 0 || row >= tile->rows || col < 0 || col >= tile->cols) {
    return failure(ErrorCode::index_range, say("{} has {} {row|rows} and {} {column|columns}: ({},{}) is outside",
                                               tile->name, tile->rows, tile->cols, row, col));
  }
  return tile->first_id + row + tile->rows * col;
}

// The cell of a row and a column of a value without its own domain: of its tile, otherwise of its picture.
Result<std::int64_t> by_row_and_column(const Value& value, const Scene& scene, char tile, TupleRef at) {
  if (!at.is_tuple() || at.size() != 2 || !at[0].is_integer() || !at[1].is_integer())
    return failure(ErrorCode::syntax, say("write the row and column of an element: (1,2) or C(1,2)"));
  const std::int64_t row = at[0].integer().value;
  const std::int64_t col = at[1].integer().value;
  if (has_tv_tiles({value})) {
    const auto tiled = tv_tiles_of({value});
    return tiled ? cell_of_tile(*tiled, tile, row, col) : failure(tiled.error());
  }
  if (row < 0 || row >= scene.rows || col < 0 || col >= scene.cols) {
    return failure(ErrorCode::index_range, say("{} is not a row and column of this picture: it has {} and {}",
                                               shown(at), scene.rows, scene.cols));
  }
  return scene.ids[static_cast<std::size_t>(row * scene.cols + col)];
}

}  // namespace

Result<std::int64_t> cell_at(const Workspace& workspace, int binding, const Scene& scene, std::string_view where) {
  const auto bound = workspace.bound(binding);
  if (!bound) return failure(bound.error());
  const Value& value = (*bound)->value;
  const Layout* domain = domain_of(value);
  while (where.starts_with(' ')) where.remove_prefix(1);
  while (where.ends_with(' ')) where.remove_suffix(1);
  const bool by_offset = where.starts_with('=');
  // A(1,2) on the card of A; of an MMA or a copy the letter names a tile.
  const bool named = domain != nullptr && !(*bound)->name.empty() && where.starts_with(cat((*bound)->name, '('));
  const bool by_tile = domain == nullptr && where.size() > 1 && where[0] >= 'A' && where[0] <= 'Z' && where[1] == '(';
  const auto read = read_tuple(where.substr(named ? (*bound)->name.size() : by_offset || by_tile ? 1 : 0));
  if (!read) return failure(ErrorCode::syntax, say("write a coordinate such as (1,2), an index, or =24 for an offset"));
  const TupleRef at = read->ref();
  Result<std::int64_t> cell = -1;
  if (by_offset) {
    if (!at.is_integer()) return failure(ErrorCode::syntax, say("an offset must be an integer"));
    cell = with_offset(value, at.integer().value);
  } else if (domain != nullptr) {
    if (!inside(at, domain->shape))
      return failure(ErrorCode::index_range,
                     say("{} is not a coordinate of {}", shown(at), shown(domain->shape.ref())));
    Arith arith;
    const IntTuple index = crd2idx(arith, at, domain->shape);
    if (arith.failed()) return failure(arith.error().value());
    cell = index.ref().integer().value;
  } else {
    cell = by_row_and_column(value, scene, by_tile ? where[0] : '\0', at);
  }
  if (!cell) return cell;
  if (!scene.shows(*cell))
    return failure(ErrorCode::unsupported, say("this picture does not show {}: choose another one", where));
  return cell;
}

}  // namespace stridescope
