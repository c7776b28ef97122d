// Stacks rows of cells with captions, with arrows between cells: used by every picture that is not a grid.
#include "core/scene/scene_builder.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope {

std::size_t SceneBuilder::row(Message caption, Message head) {
  rows_.push_back({std::move(caption), std::move(head), {}});
  return rows_.size() - 1;
}

SceneBuilder::Place SceneBuilder::add(Cell cell) {
  rows_.back().cells.push_back(std::move(cell));
  return {rows_.size() - 1, rows_.back().cells.size() - 1};
}

SceneBuilder::Strip SceneBuilder::strip(std::int64_t low, std::int64_t high, std::int64_t width, const Message& caption,
                                        const Message& head) {
  const Strip out = {rows_.size(), low, high, width};
  const bool wrapped = high - low >= width;
  for (std::int64_t address = low; address <= high; ++address) {
    if ((address - low) % width == 0) {
      row(address == low ? caption : Message(), wrapped ? say("{}", address) : head);
    }
    add({address, -1, -1, CellState::gap, cat(address)});
  }
  return out;
}

void SceneBuilder::arrow(Scene::Arrow::Kind kind, Place from, Place to, std::int64_t id, std::int32_t color) {
  lines_.push_back({kind, from, to, id, color});
}

Scene SceneBuilder::finish(Scene scene) const {
  std::size_t cols = 0;
  for (const Row& row : rows_) cols = std::max(cols, row.cells.size());
  const std::size_t cells = rows_.size() * cols;
  scene.rows = cols == 0 ? 0 : static_cast<std::int64_t>(rows_.size());
  scene.cols = static_cast<std::int64_t>(cols);
  scene.offsets.assign(cells, 0);
  scene.ids.assign(cells, -1);
  scene.colors.assign(cells, -1);
  scene.labels.resize(cells);
  scene.states.assign(cells, CellState::outside);
  bool captions = false;
  bool heads = false;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    captions = captions || !rows_[r].caption.empty();
    heads = heads || !rows_[r].head.empty();
    for (std::size_t c = 0; c < rows_[r].cells.size(); ++c) {
      const Cell& cell = rows_[r].cells[c];
      const std::size_t i = r * cols + c;
      scene.offsets[i] = cell.offset;
      scene.ids[i] = cell.id;
      scene.colors[i] = cell.color;
      scene.labels[i] = cell.label;
      scene.states[i] = cell.state;
    }
  }
  if (heads) scene.row_heads.emplace_back();
  for (const Row& row : rows_) {
    if (captions) scene.captions.push_back(row.caption);
    if (heads) scene.row_heads[0].push_back(row.head);
  }
  for (const Line& line : lines_) {
    const auto flat = [&](Place place) { return static_cast<std::int64_t>(place.row * cols + place.col); };
    scene.arrows.push_back({line.kind, flat(line.from), flat(line.to), line.id, line.color});
  }
  return scene;
}

Scene painted_where_large(Scene scene) {
  return scene.rows * scene.cols <= max_labelled_cells ? std::move(scene) : painted(std::move(scene));
}

std::string_view Scene::head_in(bool row, std::int64_t i) const {
  const std::vector<std::string>& words = texts.empty() ? labels : texts;
  for (std::int64_t k = 0; k + 1 < (row ? cols : rows) && !states.empty(); ++k) {
    const auto cell = static_cast<std::size_t>(row ? i * cols + k : k * cols + i);
    const CellState next = states[cell + static_cast<std::size_t>(row ? 1 : cols)];
    if (states[cell] == CellState::head && next != CellState::head && next != CellState::outside) return words[cell];
  }
  return {};
}

Scene painted(Scene scene) {
  for (std::size_t i = 0; i < scene.colors.size(); ++i) {
    if (scene.ids[i] < 0 && scene.states[i] != CellState::gap) scene.colors[i] = -2;
  }
  scene.texts = std::move(scene.labels);
  scene.labels.clear();
  return scene;
}

}  // namespace stridescope
