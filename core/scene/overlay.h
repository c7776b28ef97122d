// Pictures of measurements. Measured and predicted values never share a cell: measured values are labeled with device
// and date, predicted values as predictions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/scene/scene.h"

namespace stridescope {

// The origin of measurements, shown in the title or note of every such picture. Scenes accept any numbers, since they
// come from a runner: a value that is not a number counts as 0, and a position outside is omitted.
struct MeasuredOn {
  std::string device;     // "NVIDIA H100 80GB HBM3"
  std::string date;       // "2026-11-21"
  bool recorded = false;  // stored earlier, not measured live

  Message text() const;  // "measured on NVIDIA H100 80GB HBM3, 2026-11-21"
};

// The traced tiles of one launch.
struct TileTrace {
  struct Tile {
    std::int64_t number = 0;  // index in the order of the blocks
    std::int64_t multiprocessor = 0;
    double start_ns = 0;  // relative to the start of the first tile
    double end_ns = 0;
    std::int64_t bytes = 0;  // read plus written
  };
  std::vector<std::int64_t> grid;   // tiles along each mode of the tensor
  std::vector<std::int64_t> order;  // modes in the order of tile numbers, fastest first
  std::int64_t of = 0;              // tiles of the launch
  double timer_ns = 0;              // resolution of the clock
  std::vector<Tile> tiles;
};

// The traced accesses of each warp of one tile.
struct AccessTrace {
  struct Access {
    std::int64_t side = 0;  // index into sides
    std::int64_t warp = 0;
    std::int64_t access = 0;
    std::int64_t cycles = 0;
  };
  std::vector<std::string> sides;  // "reads src, until the value is used"
  std::int64_t tile = 0;
  std::vector<Access> accesses;
};

// A count under Nsight Compute's name. Unmeasured or unpredicted values are empty.
struct CountPair {
  std::string counter;
  Message meaning;
  std::optional<double> predicted;
  std::optional<double> measured;
  bool bounded = false;  // the counter may include more, bounded by another counter
};

// Bytes of each tile divided by its time on a multiprocessor, at the tile's position in the tensor. Ids are tile
// numbers. Above max_labelled_cells, a cell is the mean of adjacent tiles.
Result<Scene> bandwidth_scene(const TileTrace& trace, const MeasuredOn& origin);
// A row per multiprocessor, a column per time span: the number of active tiles. Ids are row * cols + column.
Result<Scene> timeline_scene(const TileTrace& trace, const MeasuredOn& origin);
// A row per warp and side, a column per access: cycles from issue to the use of the value. Ids are positions.
Result<Scene> cycles_scene(const AccessTrace& trace, const MeasuredOn& origin);
// A row per counter: predicted, measured, difference. Ids are positions.
Result<Scene> counters_scene(const std::vector<CountPair>& counts, const MeasuredOn& origin);

}  // namespace stridescope
