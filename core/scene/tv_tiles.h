// Tiles with the owners of their elements, for all values with thread-value layouts: a TV
// layout over its tile, the operands of an MMA atom or tiling, both sides of a copy.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/analysis/told.h"
#include "core/scene/scene.h"
#include "core/tiled/thread_value.h"

namespace stridescope {

inline constexpr std::int64_t thread_classes = 8;  // number of colors, as in CuTe's pictures

// A (thread, value) pair of a tile, both below max_tv_pairs. Half as large as a TvPair, since a tile that all threads
// read has a million pairs.
struct TvHolder {
  std::int32_t thread = 0;
  std::int32_t value = 0;
};

// One tile. Its element (row, col) has the id first_id + row + rows * col, unless TvTiles::by_coordinate.
struct TvTile {
  std::string name;  // "A"; "S"; empty for a TV layout
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t first_id = 0;
  std::int64_t bits = 32;    // bits of a value in a register
  bool in_registers = true;  // false: the instruction reads the operand from memory
  bool once = false;         // the atom gives every element one owner: several are an overlap
  // The pairs that hold element i = row + rows * col, sorted by thread and value, are owners[begin[i]] ...
  // owners[begin[i + 1] - 1].
  std::vector<std::uint32_t> begin;
  std::vector<TvHolder> owners;

  std::span<const TvHolder> holders(std::int64_t row, std::int64_t col) const {
    const auto i = static_cast<std::size_t>(row + rows * col);
    return {owners.data() + begin[i], owners.data() + begin[i + 1]};
  }
};

// The data of a picture of threads: the tiles with owners, and the highlighted thread.
struct TvTiles {
  enum class Form { tile, mma, copy };
  Form form = Form::tile;
  std::vector<TvTile> tiles;  // 1; A, B, C; source, destination
  std::int64_t threads = 0;
  std::int64_t thread = -1;  // the highlighted one, or -1
  // Ids of elements are 1-D coordinates (thread, value) of their first owners, as in the other pictures of the layout.
  bool by_coordinate = false;
  Message note;

  // True if the threads modulo 8, CuTe's colors, hide threads: a run of one color in a row or column goes from a thread
  // to another one and soon back; in a large tile, whose cells have no text at first, to any other one.
  bool ambiguous() const;
};

// The color class of a thread: modulo 8, or, where that is ambiguous, by all of its octal digits.
std::int32_t thread_class(std::int64_t thread, bool ambiguous);

// Legend of the owners 0 ... last by color; of threads unless the color is by warp, value or register.
void add_owner_legend(Scene& scene, ColorBy color, std::int64_t last, bool ambiguous);
// "48 held once, 8 without an owner, 8 held several times": the number of elements without an owner, with one, with
// several.
Message held_text(const std::int64_t (&counts)[3]);

// True if the value has thread-value tiles; cheap.
bool has_tv_tiles(const PicturedValue& subject);
// unsupported: other values; too_large: above max_tv_pairs.
Result<TvTiles> tv_tiles_of(const PicturedValue& subject);

// Report of the coverage of a tile by a thread-value layout; null for other values.
const Told* covering(const Value& value);
Result<TvTiles> covered_tile(const Told& words);

// "T0,4\nV0": the owners of an element, in two lines. pre: pairs is not empty (threads_scene.cpp).
std::string owners_label(std::span<const TvHolder> pairs);

Result<Scene> threads_scene(const PicturedValue& subject, const View& view);

}  // namespace stridescope
