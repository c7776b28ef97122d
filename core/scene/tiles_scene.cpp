// A kernel over the whole tensor: a cell a tile, mode 0 down and mode 1 across, one slice of the others. The first tile
// is lit: it is the one whose threads are drawn.
#include <algorithm>

#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"
#include "core/scene/tiled_tensor.h"

namespace stridescope {
namespace {
constexpr std::int64_t max_tiles = 64;  // each way; as many cells as have labels
}  // namespace

PictureWords tiles_words(const PicturedValue& subject) {
  if (!tiled_tensor(subject.value)) return {};
  return {{Label::coord, Label::index}, {ColorBy::tile}};
}

Result<Scene> tiles_scene(const PicturedValue& subject, const View& view) {
  const auto tensor = tiled_tensor(subject.value);
  if (!tensor) return failure(ErrorCode::unsupported, say("only a kernel over whole tensors has tiles"));
  const auto& modes = tensor->modes;
  Scene scene;
  std::vector<std::int64_t> at(modes.size(), 0);  // of the tile, along the modes
  for (std::size_t i = 2; i < modes.size(); ++i) {
    const std::int64_t wanted = i - 2 < view.slice.size() ? view.slice[i - 2] : 0;
    at[i] = std::clamp<std::int64_t>(wanted, 0, modes[i].count() - 1);
    scene.slices.push_back({static_cast<int>(i), say("mode {}", i), modes[i].count(), at[i]});
  }
  const std::int64_t rows = std::min(modes[0].count(), max_tiles);
  const std::int64_t cols = std::min(modes[1].count(), max_tiles);
  SceneBuilder builder;
  bool partial = false;
  for (at[0] = 0; at[0] < rows; ++at[0]) {
    builder.row({}, say("{}", at[0] * modes[0].tile));
    for (at[1] = 0; at[1] < cols; ++at[1]) {
      const std::int64_t number = tensor->number(at);
      const bool over = tensor->is_partial(at);
      partial = partial || over;
      builder.add({number, first_tile_id + number, over ? 1 : 0, number == 0 ? CellState::lit : CellState::element,
                   view.label == Label::index ? cat(number) : begin_text(*tensor, at)});
    }
  }
  scene.legend.push_back(
      {0, say("a tile of {} elements; the first is the one whose threads are shown", tile_text(*tensor)), "lit"});
  if (partial) scene.legend.push_back({1, say("a tile that reaches past the end: masked there")});
  if (rows < modes[0].count() || cols < modes[1].count()) {
    scene.note = say("shown: the first {} x {} of {} x {} tiles", rows, cols, modes[0].count(), modes[1].count());
  }
  Scene out = builder.finish(std::move(scene));
  out.col_heads.resize(1);
  for (std::int64_t c = 0; c < cols; ++c) out.col_heads[0].push_back(say("{}", c * modes[1].tile));
  return out;
}

}  // namespace stridescope
