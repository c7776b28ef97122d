// Inside core/scene: a small picture written row by row, with captions and arrows, and made into a scene at the end.
#pragma once

#include "core/scene/painted.h"

namespace stridescope {

// Rows may be of different lengths: the scene is as wide as the longest, and the rest is outside. Places stay valid
// while rows are added.
class SceneBuilder {
 public:
  // A cell's data in Scene's arrays; the default is an empty frame.
  struct Cell {
    std::int64_t offset = 0;
    std::int64_t id = -1;     // the element; -1: none
    std::int32_t color = -1;  // its class; -1: none
    CellState state = CellState::gap;
    std::string label;  // up to two lines
  };
  // Position of a cell, from 0.
  struct Place {
    std::size_t row = 0;
    std::size_t col = 0;
  };
  // Consecutive addresses, wrapped into rows.
  struct Strip {
    std::size_t row;     // its first
    std::int64_t low;    // the first address
    std::int64_t high;   // the last one
    std::int64_t width;  // addresses in a row
    bool holds(std::int64_t address) const { return address >= low && address <= high; }
    // Requires holds(address).
    Place place(std::int64_t address) const {
      return {row + static_cast<std::size_t>((address - low) / width),
              static_cast<std::size_t>((address - low) % width)};
    }
  };

  // Begins a row below the last one: a caption above it, a head to its left. Its number.
  std::size_t row(Message caption = {}, Message head = {});
  // Appends a cell to the last row. pre: a row was begun. Its place.
  Place add(Cell cell);
  // pre: a cell was added there.
  Cell& at(Place place) { return rows_[place.row].cells[place.col]; }
  // Gaps labelled with their addresses, under a caption; each of several lines has its first address as head. pre:
  // low <= high, width > 0, and no more addresses than a scene has cells.
  Strip strip(std::int64_t low, std::int64_t high, std::int64_t width, const Message& caption = {},
              const Message& head = {});
  // Joins two cells that have been added.
  void arrow(Scene::Arrow::Kind kind, Place from, Place to, std::int64_t id = -1, std::int32_t color = -1);

  // The scene of what was added; `scene` keeps its title, legend and note. post: rows x cols places, those beyond the
  // end of a row outside.
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

// As painted() where its cells are more than have labels.
Scene painted_where_large(Scene scene);

}  // namespace stridescope
