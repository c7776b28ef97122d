// A layout as a function: arrows from coordinates to offsets, between two rows (strips) or two columns (domain and
// codomain).
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

// The drawn part: the first coordinates, and the addresses from their lowest on.
struct Window {
  std::vector<std::int64_t> offsets;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t hidden = 0;  // coordinates whose address is not drawn
  Message note;
};

Window window_of(const DrawableLayout& p, std::int64_t cap) {
  Window w;
  w.offsets.resize(static_cast<std::size_t>(std::min(p.size, cap)));
  p.function->fill(w.offsets.data(), static_cast<std::int64_t>(w.offsets.size()));
  w.low = w.high = p.function->start;
  for (const std::int64_t offset : w.offsets) {
    w.low = std::min(w.low, offset);
    w.high = std::max(w.high, offset);
  }
  // With all coordinates the codomain extends past the highest address that they reach.
  const std::int64_t highest = w.high;
  if (w.high - w.low >= cap) w.high = w.low + cap - 1;
  for (const std::int64_t offset : w.offsets) w.hidden += offset > w.high;
  if (static_cast<std::int64_t>(w.offsets.size()) < p.size) {
    w.note = say("shown: the first {} of {} {coordinate|coordinates}", w.offsets.size(), p.size);
  }
  if (w.high < highest) {
    const Message addresses = say("addresses {} to {} of {} to {}", w.low, w.high, w.low, highest);
    w.note = w.note.empty() ? addresses : say("{}; {}", w.note, addresses);
  }
  return w;
}

Result<void> check(const DrawableLayout& p) {
  if (p.function) return {};
  return failure(ErrorCode::unsupported, say("a layout of coordinates does not form a strip of addresses"));
}

void name_address(SceneBuilder::Cell& cell, std::int64_t id, std::int32_t color) {
  if (cell.id >= 0) return;  // the first coordinate with an address gives the cell its id
  cell.id = id;
  cell.color = color;
  cell.state = CellState::element;
}

}  // namespace

Result<Scene> strips_scene(const DrawableLayout& p) {
  if (auto checked = check(p); !checked) return failure(std::move(checked.error()));
  const Window w = window_of(p, max_strip_places);
  const Classes classes(p, p.view.color, p.size);
  SceneBuilder builder;
  Scene scene;
  scene.note = w.note;
  builder.row({}, say("logical"));
  for (std::size_t i = 0; i < w.offsets.size(); ++i) {
    const auto id = static_cast<std::int64_t>(i);
    builder.add({w.offsets[i], id, palette_class(classes.of(id, w.offsets[i])), CellState::element,
                 p.label(p.view.label, id, w.offsets[i])});
  }
  if (w.offsets.empty()) return builder.finish(std::move(scene));
  const SceneBuilder::Strip physical = builder.strip(w.low, w.high, max_strip_places, {}, say("physical"));
  for (std::size_t i = 0; i < w.offsets.size(); ++i) {
    if (!physical.holds(w.offsets[i])) continue;
    const auto id = static_cast<std::int64_t>(i);
    const SceneBuilder::Place place = physical.place(w.offsets[i]);
    name_address(builder.at(place), id, palette_class(classes.of(id, w.offsets[i])));
    builder.arrow(Scene::Arrow::Kind::link, {0, i}, place, id);
  }
  add_class_legend(scene, p.view.color, classes.count());
  return builder.finish(std::move(scene));
}

Result<Scene> map_scene(const DrawableLayout& p) {
  if (auto checked = check(p); !checked) return failure(std::move(checked.error()));
  const Window w = window_of(p, max_map_places);
  const Classes classes(p, p.view.color, p.size);
  SceneBuilder builder;
  Scene scene;
  scene.note = w.note;
  if (w.offsets.empty()) return scene;
  const auto count = static_cast<std::int64_t>(w.offsets.size());
  const std::int64_t addresses = w.high - w.low + 1;
  for (std::int64_t r = 0; r < std::max(count, addresses); ++r) {
    builder.row();
    if (r < count) {
      const std::int64_t offset = w.offsets[static_cast<std::size_t>(r)];
      builder.add(
          {offset, r, palette_class(classes.of(r, offset)), CellState::element, p.label(p.view.label, r, offset)});
    } else {
      builder.add({0, -1, -1, CellState::outside, ""});
    }
    if (r < addresses) builder.add({w.low + r, -1, -1, CellState::gap, cat(w.low + r)});
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t offset = w.offsets[static_cast<std::size_t>(i)];
    if (offset > w.high) continue;
    const SceneBuilder::Place place = {static_cast<std::size_t>(offset - w.low), 1};
    name_address(builder.at(place), i, palette_class(classes.of(i, offset)));
    builder.arrow(Scene::Arrow::Kind::link, {static_cast<std::size_t>(i), 0}, place, i);
  }
  scene.col_heads = {{say("domain"), say("codomain")}};
  add_class_legend(scene, p.view.color, classes.count());
  Scene drawn = builder.finish(std::move(scene));
  const auto gap = std::find(drawn.states.begin(), drawn.states.end(), CellState::gap);
  if (gap != drawn.states.end()) drawn.legend.push_back({-1, say("not in the range"), "gap"});
  return drawn;
}

}  // namespace stridescope
