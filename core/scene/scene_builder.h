// Internal to core/scene: builds a small picture row by row, with captions and arrows.
#pragma once

#include "core/scene/painted.h"

namespace stridescope {

// Rows may have different lengths: the scene is as wide as the longest, and the rest is `outside`. Positions stay valid
// while rows are added.
class SceneBuilder {
 public:
  // The data of a cell in Scene's arrays; the default is an empty frame.
  struct Cell {
    std::int64_t offset = 0;
    std::int64_t id = -1;     // element; -1: none
    std::int32_t color = -1;  // class; -1: none
    CellState state = CellState::gap;
    std::string label;  // up to two lines
  };
  // The position of a cell, from 0.
  struct Place {
    std::size_t row = 0;
    std::size_t col = 0;
  };
  // Consecutive addresses, wrapped into rows.
  struct Strip {
    std::size_t row;     // first row
    std::int64_t low;    // the first address
    std::int64_t high;   // the last one
    std::int64_t width;  // addresses per row
    bool holds(std::int64_t address) const { return address >= low && address <= high; }
    // pre: holds(address).
    Place place(std::int64_t address) const {
      return {row + static_cast<std::size_t>((address - low) / width),
              static_cast<std::size_t>((address - low) % width)};
    }
  };

  // Begins a row below the last one, with a caption above and a head to the left. Returns its number.
  std::size_t row(Message caption = {}, Message head = {});
  // Appends a cell to the last row and returns its position. pre: a row was begun.
  Place add(Cell cell);
  // pre: a cell was added at this position.
  Cell& at(Place place) { return rows_[place.row].cells[place.col]; }
  // Adds gaps labeled with their addresses under a caption. If there are several lines, the head of each is its first
  // address. pre: low <= high, width > 0, and at most as many addresses as a scene has cells.
  Strip strip(std::int64_t low, std::int64_t high, std::int64_t width, const Message& caption = {},
              const Message& head = {});
  // Connects two cells that have been added.
  void arrow(Scene::Arrow::Kind kind, Place from, Place to, std::int64_t id = -1, std::int32_t color = -1);

  // The scene with all added cells; `scene` provides title, legend and note. post: rows x cols positions; those after
  // the end of a row are `outside`.
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

// painted(scene) if it has more cells than can be labeled.
Scene painted_where_large(Scene scene);

}  // namespace stridescope
