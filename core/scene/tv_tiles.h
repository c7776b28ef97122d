// Inside core/scene: tiles whose elements threads hold, for everything with thread-value layouts: a TV layout over its
// tile, the operands of an MMA atom or tiling, the two sides of a copy.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/analysis/told.h"
#include "core/scene/scene.h"
#include "core/tiled/thread_value.h"

namespace stridescope {

inline constexpr std::int64_t thread_classes = 8;  // of colour, as in CuTe's pictures

// A pair of a tile: a thread, a value. Less than max_tv_pairs each; half as large as a TvPair, as a tile that all
// threads read has a million of them.
struct TvHolder {
  std::int32_t thread = 0;
  std::int32_t value = 0;
};

// One tile. Its element (row, col) has the id first_id + row + rows * col, unless TvTiles::by_coordinate.
struct TvTile {
  std::string name;           // "A"; "S"; empty for a TV layout
  std::string_view row_name;  // what counts down: "m"
  std::string_view col_name;  // what counts across: "k"
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t first_id = 0;
  std::int64_t bits = 32;    // of one value in a register
  bool in_registers = true;  // or where the instruction reads it itself
  // The pairs that hold an element, ordered by thread and value: owners[begin[i]] ... for i = row + rows * col.
  std::vector<std::uint32_t> begin;
  std::vector<TvHolder> owners;

  std::span<const TvHolder> holders(std::int64_t row, std::int64_t col) const {
    const auto i = static_cast<std::size_t>(row + rows * col);
    return {owners.data() + begin[i], owners.data() + begin[i + 1]};
  }
};

// Everything that a picture of threads needs: the tiles, the owners of each element, and the highlighted thread.
struct TvTiles {
  enum class Form { tile, mma, copy };
  Form form = Form::tile;
  std::vector<TvTile> tiles;  // 1; A, B, C; source, destination
  std::int64_t threads = 0;
  std::int64_t thread = -1;  // the one that is lit, or -1
  // The id of an element is the 1-D coordinate (thread, value) of its first holder, as in the other pictures of the
  // layout.
  bool by_coordinate = false;
  Message note;
};

// True if threads hold the value; cheap.
bool has_tv_tiles(const PicturedValue& subject);
// unsupported for other values, too_large beyond max_tv_pairs.
Result<TvTiles> tv_tiles_of(const PicturedValue& subject);

// The words that are about how a thread-value layout covers a tile, and that tile; null for other values.
const Told* covering(const Value& value);
Result<TvTiles> covered_tile(const Told& words);

// "T0,4\nV0": the owners of an element, in two lines. pre: pairs is not empty. (threads_scene.cpp)
std::string owners_label(std::span<const TvHolder> pairs);

Result<Scene> threads_scene(const PicturedValue& subject, const View& view);

}  // namespace stridescope
