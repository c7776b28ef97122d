// Mode 0 down, mode 1 across, one slice of the other modes.
#include <algorithm>
#include <tuple>
#include <utility>

#include "core/algebra/algebra.h"
#include "core/base/at.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"

namespace stridescope {
namespace {

void fill_grid_offsets(Scene& scene, const DrawableLayout& p, const std::vector<std::int64_t>& fixed) {
  std::vector<std::int64_t> rows(at(scene.rows), 0);
  std::vector<std::int64_t> cols(at(scene.cols), 0);
  const LayoutRef modes = p.function->layout;
  if (!p.axes.empty()) fill_offsets(modes[0], rows.data(), scene.rows);
  if (p.axes.size() > 1) fill_offsets(modes[1], cols.data(), scene.cols);
  std::int64_t base = 0;
  Arith arith;
  for (std::size_t i = 2; i < p.axes.size(); ++i) {
    base += apply(arith, modes[static_cast<int>(i)], IntTuple(dynamic_int(fixed[i - 2]))).integer().value;
  }
  for (std::int64_t r = 0; r < scene.rows; ++r) {
    for (std::int64_t c = 0; c < scene.cols; ++c) {
      scene.offsets[at(r * scene.cols + c)] = base + rows[at(r)] + cols[at(c)];
    }
  }
  p.function->finish(scene.offsets.data(), scene.rows * scene.cols);
}

// The part of a matrix that fits a scene: the longer side is cut first.
std::pair<std::int64_t, std::int64_t> shown_part(std::int64_t rows, std::int64_t cols) {
  if (rows <= 0 || cols <= 0 || rows <= max_scene_cells / cols) return {rows, cols};
  const std::int64_t short_rows = std::min(rows, max_scene_side);
  const std::int64_t short_cols = std::min(cols, max_scene_side);
  if (short_rows == rows) return {rows, max_scene_cells / rows};
  if (short_cols == cols) return {max_scene_cells / cols, cols};
  return {short_rows, short_cols};
}

}  // namespace

Scene grid_scene(const DrawableLayout& p) {
  Scene scene;
  // A layout of rank 1 gets a mode 1 of extent 1.
  const IntTuple unit = static_int(1);
  const auto axis = [&](std::size_t i) { return i < p.axes.size() ? p.axes[i] : Axis{unit.ref(), 1, 1}; };
  const Axis down = axis(0);
  const Axis across = axis(1);
  std::tie(scene.rows, scene.cols) = shown_part(down.size, across.size);
  if (scene.rows < down.size || scene.cols < across.size) {
    scene.note =
        say("shown: the first {} x {} of {} x {} {cell|cells}", scene.rows, scene.cols, down.size, across.size);
  }
  std::int64_t base_id = 0;
  std::vector<std::int64_t> fixed;
  for (std::size_t i = 2; i < p.axes.size(); ++i) {
    const std::int64_t wanted = i - 2 < p.view.slice.size() ? p.view.slice[i - 2] : 0;
    const std::int64_t value = std::clamp<std::int64_t>(wanted, 0, std::max<std::int64_t>(0, p.axes[i].size - 1));
    scene.slices.push_back({static_cast<int>(i), say("mode {}", i), p.axes[i].size, value});
    base_id += value * p.axes[i].step;
    fixed.push_back(value);
  }
  if (std::any_of(p.axes.begin(), p.axes.end(), [](const Axis& a) { return a.size == 0; })) scene.rows = scene.cols = 0;
  const std::size_t cells = at(scene.rows * scene.cols);
  scene.offsets.assign(cells, 0);
  scene.ids.assign(cells, -1);
  scene.colors.assign(cells, -1);
  for (std::int64_t r = 0; r < scene.rows; ++r) {
    for (std::int64_t c = 0; c < scene.cols; ++c) {
      scene.ids[at(r * scene.cols + c)] = base_id + r * down.step + c * across.step;
    }
  }
  if (p.function) fill_grid_offsets(scene, p, fixed);

  const ColorBy color = p.view.color;
  const ClassPart rows = class_part(p, color, down, 0, scene.rows);
  const ClassPart cols = class_part(p, color, across, 1, scene.cols);
  std::int64_t base_class = 0;
  std::int64_t scale = rows.count * cols.count;
  for (std::size_t i = 2; i < p.axes.size(); ++i) {
    const ClassPart part =
        class_part(p, color, p.axes[i], static_cast<int>(i), p.axes[i].size <= max_scene_cells ? p.axes[i].size : 0);
    if (at(fixed[i - 2]) < part.of.size()) base_class += scale * part.of[at(fixed[i - 2])];
    scale *= part.count;
  }
  for (std::int64_t r = 0; r < scene.rows; ++r) {
    for (std::int64_t c = 0; c < scene.cols; ++c) {
      const std::size_t cell = at(r * scene.cols + c);
      std::int64_t value = base_class + rows.of[at(r)] + rows.count * cols.of[at(c)];
      if (color == ColorBy::offset) value = p.function ? offset_class(scene.offsets[cell]) : scene.ids[cell];
      if (color == ColorBy::index) value = scene.ids[cell];
      scene.colors[cell] = palette_class(value);
    }
  }
  add_class_legend(scene, color, scale);
  color_by_place(scene, p);
  scene.row_heads = axis_heads(down, scene.rows);
  scene.col_heads = axis_heads(across, scene.cols);
  label_cells(scene, p);
  return scene;
}

}  // namespace stridescope
