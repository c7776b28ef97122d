// Inside core/scene: a small picture written row by row, with captions and arrows, and made into a scene at the end.
#pragma once

#include "core/scene/scene.h"

namespace stridescope {

// Rows may be of different lengths: the scene is as wide as the longest, and the rest is outside. Places stay valid
// while rows are added.
class SceneBuilder {
 public:
  struct Cell {
    std::int64_t offset = 0;
    std::int64_t id = -1;
    std::int32_t color = -1;
    CellState state = CellState::gap;
    std::string label;
  };
  struct Place {
    std::size_t row = 0;
    std::size_t col = 0;
  };
  // Consecutive addresses, wrapped into rows.
  struct Strip {
    std::size_t row;
    std::int64_t low;
    std::int64_t high;
    std::int64_t width;
    bool holds(std::int64_t address) const { return address >= low && address <= high; }
    // Requires holds(address).
    Place place(std::int64_t address) const {
      return {row + static_cast<std::size_t>((address - low) / width),
              static_cast<std::size_t>((address - low) % width)};
    }
  };

  // Begins a row below the last one: a caption above it, a head to its left. Its number.
  std::size_t row(Message caption = {}, Message head = {});
  // Appends a cell to the last row.
  Place add(Cell cell);
  Cell& at(Place place) { return rows_[place.row].cells[place.col]; }
  // Gaps labelled with their addresses, under a caption; each of several lines has its first address as head.
  Strip strip(std::int64_t low, std::int64_t high, std::int64_t width, const Message& caption = {},
              const Message& head = {});
  // Joins two cells that have been added.
  void arrow(Scene::Arrow::Kind kind, Place from, Place to, std::int64_t id = -1, std::int32_t color = -1);

  // `scene` keeps its title, legend and note.
  Scene finish(Scene scene) const;

 private:
  struct Row {
    Message caption;
    Message head;
    std::vector<Cell> cells;
  };
  struct Line {
    Scene::Arrow::Kind kind;
    Place from;
    Place to;
    std::int64_t id;
    std::int32_t color;
  };
  std::vector<Row> rows_;
  std::vector<Line> lines_;
};

}  // namespace stridescope
