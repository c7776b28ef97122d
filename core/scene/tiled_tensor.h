// The tiles of a kernel's blocks in the whole tensor: for a copy the tile of source and destination, for a product the
// tile of C.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/value/value.h"

namespace stridescope {

struct TiledTensor {
  // The number of tiles that cover the extent; the last may extend past the end.
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

// Cells of the picture `tiles` have the ids first_tile_id + number, which differ from all ids of elements.
inline constexpr std::int64_t first_tile_id = std::int64_t{1} << 48;

// For copy kernels and kernels of whole products; empty for other values, or if the tiles are too many for ids.
std::optional<TiledTensor> tiled_tensor(const Value& value);
// "(128,0)": the first coordinate of a tile.
std::string begin_text(const TiledTensor& tensor, const std::vector<std::int64_t>& coordinate);
// "128 x 64": the extents of a whole tile.
std::string tile_text(const TiledTensor& tensor);

}  // namespace stridescope
