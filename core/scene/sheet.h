// Inside core/scene: a small picture written row by row, with captions and arrows, and made into a scene at the end.
#pragma once

#include "core/scene/scene.h"

namespace stridescope {

class Sheet {
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

  std::size_t row(std::string caption = {}, std::string head = {});
  // Appends a cell to the last row.
  Place add(Cell cell);
  Cell& at(Place place) { return rows_[place.row].cells[place.col]; }
  // Gaps labelled with their addresses, under a caption; each of several lines has its first address as head.
  Strip strip(std::int64_t low, std::int64_t high, std::int64_t width, const std::string& caption = {},
              const std::string& head = {});
  void arrow(Scene::Arrow::Kind kind, Place from, Place to, std::int64_t id = -1, std::int32_t color = -1);

  // `scene` keeps its title, legend and note.
  Scene finish(Scene scene) const;

 private:
  struct Row {
    std::string caption;
    std::string head;
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
