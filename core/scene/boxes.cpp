// The boxes of a TMA over its global tensor: dimension 0 across, dimension 1 down, one cell per box, labeled with the
// first element of the box in these two dimensions.
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"
#include "core/tiled/tma.h"

namespace stridescope {

PictureWords boxes_words(const PicturedValue& subject) {
  if (!subject.value.is<TmaAtom>()) return {};
  return {{Label::coord, Label::index}, {ColorBy::tile}};
}

Result<Scene> boxes_scene(const PicturedValue& subject, const View& view) {
  const auto* tma = subject.value.as<TmaAtom>();
  if (tma == nullptr || tma->box.empty() || tma->extents.size() != tma->box.size()) {
    return failure(ErrorCode::unsupported, say("only a TMA atom, made by make_tma_atom, has boxes"));
  }
  const auto extent = [&](std::size_t i) {
    return i < tma->extents.size() ? std::max<std::int64_t>(1, tma->extents[i]) : 1;
  };
  const auto box = [&](std::size_t i) { return i < tma->box.size() ? std::max<std::int64_t>(1, tma->box[i]) : 1; };
  const auto boxes = [&](std::size_t i) { return (extent(i) + box(i) - 1) / box(i); };
  const std::int64_t cols = std::min(boxes(0), max_boxes);
  const std::int64_t rows = std::min(boxes(1), max_boxes);
  SceneBuilder builder;
  Scene scene;
  bool partial = false;
  for (std::int64_t r = 0; r < rows; ++r) {
    builder.row({}, say("{}", r * box(1)));
    for (std::int64_t c = 0; c < cols; ++c) {
      const bool over = (c + 1) * box(0) > extent(0) || (r + 1) * box(1) > extent(1);
      partial = partial || over;
      const std::string label =
          view.label == Label::index ? cat(c + boxes(0) * r) : cat('(', c * box(0), ',', r * box(1), ')');
      builder.add({c + boxes(0) * r, c + boxes(0) * r, over ? 1 : 0,
                   r == 0 && c == 0 ? CellState::lit : CellState::element, label});
    }
  }
  std::string shape;
  for (std::size_t i = 0; i < tma->box.size(); ++i) append_all(shape, i == 0 ? "" : " x ", tma->box[i]);
  scene.legend.push_back({0, say("a box of {} {element|elements}", shape), "lit"});
  if (partial) scene.legend.push_back({1, say("a box that exceeds the tensor: filled with zeros")});
  if (rows < boxes(1) || cols < boxes(0)) {
    scene.note = say("shown: the first {} x {} of {} x {} {box|boxes}", rows, cols, boxes(1), boxes(0));
  }
  Scene out = builder.finish(std::move(scene));
  out.col_heads.resize(1);
  for (std::int64_t c = 0; c < cols; ++c) out.col_heads[0].push_back(say("{}", c * box(0)));
  return out;
}

}  // namespace stridescope
