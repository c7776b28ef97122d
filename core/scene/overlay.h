// Pictures of measurements. A measurement and a prediction never share a cell: measured values are labeled with device
// and date, predicted values as predictions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/scene/scene.h"

namespace stridescope {

// The source of measurements, shown in the title or note of every such picture. pre of the scenes below: numbers may be
// anything, since they come from a runner; a value that is not a number counts as 0 and a place outside is omitted.
struct MeasuredOn {
  std::string device;     // "NVIDIA H100 80GB HBM3"
  std::string date;       // "2026-11-21"
  bool recorded = false;  // not here and now, but kept from then

  Message text() const;  // "measured on NVIDIA H100 80GB HBM3, 2026-11-21"
};

// The tiles of one launch, as far as they were traced.
struct TileTrace {
  struct Tile {
    std::int64_t number = 0;  // in the order of the blocks
    std::int64_t multiprocessor = 0;
    double start_ns = 0;  // since the first tile began
    double end_ns = 0;
    std::int64_t bytes = 0;  // read plus written
  };
  std::vector<std::int64_t> grid;   // tiles along each mode of the tensor
  std::vector<std::int64_t> order;  // of those modes in the numbers of tiles, the fastest first
  std::int64_t of = 0;              // tiles of the launch
  double timer_ns = 0;              // resolution of the clock
  std::vector<Tile> tiles;
};

// Each access of each warp of one tile.
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

// A count by Nsight Compute's name. What was not measured, or not predicted, is nothing.
struct CountPair {
  std::string counter;
  Message meaning;
  std::optional<double> predicted;
  std::optional<double> measured;
  bool bounded = false;  // it holds more, within what another counter allows
};

// Bytes of each tile over its time on a multiprocessor, at the tile's place in the tensor. Cells: tile numbers; beyond
// max_labelled_cells, means of adjacent tiles.
Result<Scene> bandwidth_scene(const TileTrace& trace, const MeasuredOn& origin);
// A row a multiprocessor, a column a span of time; how many tiles were on it then. Cells: row * cols + column.
Result<Scene> timeline_scene(const TileTrace& trace, const MeasuredOn& origin);
// A row a warp and side, a column an access; cycles from its issue to where its value is used. Cells: places.
Result<Scene> cycles_scene(const AccessTrace& trace, const MeasuredOn& origin);
// A row a counter: predicted, measured, and the difference. Cells: places.
Result<Scene> counters_scene(const std::vector<CountPair>& counts, const MeasuredOn& origin);

}  // namespace stridescope
