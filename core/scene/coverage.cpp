// Tile coverage. Elements without an owner and those with several have colors of their own, so that they are visible in
// cells of one pixel; those with one owner are grey. If every element has one owner, the colors are those of the
// threads.
#include <algorithm>

#include "core/analysis/told.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"
#include "core/scene/tv_tiles.h"

namespace stridescope {
namespace {

SceneBuilder::Cell head(std::string text) { return {0, -1, -1, CellState::head, std::move(text)}; }

SceneBuilder::Cell cell_of(const TvTile& tile, std::int64_t row, std::int64_t col, bool exact, bool ambiguous,
                           Label label) {
  const std::int64_t id = row + tile.rows * col;
  const auto pairs = tile.holders(row, col);
  if (pairs.empty()) return {id, id, missing_class, CellState::crossed, ""};
  std::string text = label == Label::coord ? cat('(', row, ',', col, ')') : owners_label(pairs);
  if (exact) return {id, id, thread_class(pairs[0].thread, ambiguous), CellState::element, std::move(text)};
  const bool once = pairs.size() == 1;
  return {id, id, once ? -1 : several_class, once ? CellState::dimmed : CellState::lit, std::move(text)};
}

}  // namespace

Message held_text(const std::int64_t (&counts)[3]) {
  return say("{} held once, {} without an owner, {} held several times", counts[1], counts[0], counts[2]);
}

PictureWords coverage_words(const PicturedValue& subject) {
  if (covering(subject.value) == nullptr) return {};
  return {{Label::owner, Label::coord}, {ColorBy::thread}};
}

Result<Scene> coverage_scene(const PicturedValue& subject, const View& view) {
  const Told* words = covering(subject.value);
  if (words == nullptr) return failure(ErrorCode::unsupported, say("this value does not cover a tile"));
  auto owned = covered_tile(*words);
  if (!owned) return failure(std::move(owned.error()));
  const TvTile& tile = owned->tiles.front();
  std::int64_t counts[3] = {};  // without an owner, with one owner, with several
  for (std::size_t i = 0; i + 1 < tile.begin.size(); ++i)
    ++counts[std::min<std::size_t>(2, tile.begin[i + 1] - tile.begin[i])];
  const bool exact = counts[0] == 0 && counts[2] == 0;
  const bool ambiguous = exact && owned->ambiguous();
  const std::int64_t most = view.whole ? max_text_cells : max_labelled_cells;
  std::int64_t rows = std::min(tile.rows, most);
  std::int64_t cols = std::min(tile.cols, most);
  while ((rows + 1) * (cols + 1) > most) (rows >= cols ? rows : cols) /= 2;
  SceneBuilder sheet;
  for (std::int64_t r = -1; r < rows; ++r) {
    sheet.row();
    sheet.add(head(r < 0 ? "" : cat(r)));
    for (std::int64_t c = 0; c < cols; ++c)
      sheet.add(r < 0 ? head(cat(c)) : cell_of(tile, r, c, exact, ambiguous, view.label));
  }
  Scene scene;
  scene.note = exact ? say("all {} {element|elements} have one owner", counts[1]) : held_text(counts);
  if (exact) {
    add_owner_legend(scene, ColorBy::thread, owned->threads - 1, ambiguous);
  } else {
    if (counts[2] > 0) scene.legend.push_back({several_class, say("held by several"), "lit"});
    if (counts[1] > 0) scene.legend.push_back({-1, say("held once"), "dimmed"});
    if (counts[0] > 0) scene.legend.push_back({missing_class, say("no thread"), "crossed"});
  }
  if (rows < tile.rows || cols < tile.cols)
    scene.note = say("{}; {}", scene.note, say("shown: only the first rows and columns"));
  return painted_where_large(sheet.finish(std::move(scene)));
}

}  // namespace stridescope
