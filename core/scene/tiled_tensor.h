// A kernel over the whole tensor: how the tiles of its blocks lie in it. The copy's tile lies over source and
// destination alike, the product's over C.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/value/value.h"

namespace stridescope {

struct TiledTensor {
  // As many tiles as cover the extent; the last may reach past its end.
  struct Mode {
    std::int64_t extent = 1;
    std::int64_t tile = 1;

    std::int64_t count() const { return (extent + tile - 1) / tile; }
    bool is_partial(std::int64_t i) const { return (i + 1) * tile > extent; }
  };
  std::vector<Mode> modes;  // at least two

  // Tiles are numbered with mode 0 fastest. pre of coordinate: 0 <= number < count().
  std::int64_t count() const;
  std::vector<std::int64_t> coordinate(std::int64_t number) const;
  std::int64_t number(const std::vector<std::int64_t>& coordinate) const;
  bool is_partial(const std::vector<std::int64_t>& coordinate) const;
};

// Cells of the picture `tiles` have the ids first_tile_id + number: no element that threads hold has one of these.
inline constexpr std::int64_t first_tile_id = std::int64_t{1} << 48;

// For a copy kernel and for a kernel of a whole product; empty for other values, or if the tiles are too many for their
// numbers to be ids.
std::optional<TiledTensor> tiled_tensor(const Value& value);
// "(128,0)": where a tile begins.
std::string begin_text(const TiledTensor& tensor, const std::vector<std::int64_t>& coordinate);
// "128 x 64": what a whole tile has along the modes.
std::string tile_text(const TiledTensor& tensor);

}  // namespace stridescope
