// Strips: 1-D coordinates in order, or offsets in order.
#include <algorithm>

#include "core/base/at.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"

namespace stridescope {
namespace {

void allocate(Scene& scene, std::int64_t places) {
  scene.cols = std::min(places, strip_width);
  scene.rows = scene.cols == 0 ? 0 : (places + scene.cols - 1) / scene.cols;
  const std::size_t cells = at(scene.rows * scene.cols);
  scene.offsets.assign(cells, 0);
  scene.ids.assign(cells, -1);
  scene.colors.assign(cells, -1);
}

void color(Scene& scene, const DrawableLayout& p, std::int64_t shown) {
  const Classes classes(p, p.view.color, shown);
  for (std::size_t cell = 0; cell < scene.ids.size(); ++cell) {
    if (scene.ids[cell] < 0) continue;
    scene.colors[cell] = palette_class(classes.of(scene.ids[cell], scene.offsets[cell]));
  }
  add_class_legend(scene, p.view.color, classes.count());
  color_by_place(scene, p);
}

}  // namespace

Scene strip_scene(const DrawableLayout& p) {
  Scene scene;
  const std::int64_t shown = std::min(p.size, max_scene_cells);
  if (shown < p.size) scene.note = say("shown: the first {} of {} {coordinate|coordinates}", shown, p.size);
  allocate(scene, shown);
  for (std::int64_t i = 0; i < shown; ++i) scene.ids[at(i)] = i;
  if (p.function) p.function->fill(scene.offsets.data(), shown);
  color(scene, p, shown);
  add_line_heads(scene, 0);
  // A single line has the coordinates above the offsets: a table of the function.
  if (scene.rows == 1 && p.view.label != Label::index) {
    scene.col_heads.resize(1);
    for (std::int64_t i = 0; i < shown; ++i) scene.col_heads[0].push_back(Message::verbatim(cat(i)));
  }
  label_cells(scene, p);
  return scene;
}

Result<Scene> memory_scene(const DrawableLayout& p) {
  if (!p.function) return failure(ErrorCode::unsupported, say("a layout of coordinates cannot be drawn as memory"));
  if (p.size > max_memory_span) {
    return failure(ErrorCode::too_large, say("the memory picture shows at most {} elements", max_memory_span));
  }
  const Image image = image_of(p);
  const std::int64_t base = p.function->start;
  const std::int64_t low = std::min(base, image.low);
  const std::int64_t high = std::max(base, image.high);
  if (high - low >= max_memory_span) {
    return failure(ErrorCode::too_large, say("the memory picture shows at most {} addresses", max_memory_span));
  }
  const std::int64_t first = base - (base - low + strip_width - 1) / strip_width * strip_width;
  Scene scene;
  allocate(scene, high - first + 1);
  for (std::size_t i = 0; i < scene.offsets.size(); ++i) scene.offsets[i] = first + static_cast<std::int64_t>(i);
  std::int64_t repeated = 0;
  for (std::int64_t i = p.size; i-- > 0;) {  // the first coordinate with an address gives the cell its id
    std::int64_t& id = scene.ids[at(image.offsets[at(i)] - first)];
    repeated += id >= 0;
    id = i;
  }
  if (repeated > 0)
    scene.note = say("{} of {} {coordinate|coordinates} share an offset with an earlier one", repeated, p.size);
  color(scene, p, p.size);
  add_line_heads(scene, first);
  label_cells(scene, p);
  if (scene.labelled()) {
    for (const std::int64_t id : scene.ids) scene.states.push_back(id < 0 ? CellState::gap : CellState::element);
  }
  return scene;
}

}  // namespace stridescope
