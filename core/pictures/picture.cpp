// Makes scenes for cards: drawn or painted, by their size.
#include "core/pictures/picture.h"

#include <algorithm>

#include "core/records/records.h"
#include "core/scene/painted.h"

namespace stridescope {

std::shared_ptr<CardPicture> make_picture(const Workspace& workspace, int binding, const std::string& choice,
                                          const Catalog& catalog) {
  auto out = std::make_shared<CardPicture>();
  out->choice = choice;
  out->title = workspace.title(binding);
  const auto refuse = [&](const Error& error) {
    out->refused = door::sentence_of(error);
    return out;
  };
  auto view = workspace.view(binding, choice);
  if (!view) return refuse(view.error());
  out->view = *view;
  // All cells, even if they are too many for labels: the labels of visible cells are requested.
  out->view.whole = true;
  auto scene = workspace.scene(binding, out->view);
  if (!scene) return refuse(scene.error());
  out->scene = std::move(*scene);
  out->miniature = app::miniature(workspace.report().bindings[static_cast<std::size_t>(binding)].value, out->scene);
  const bool plain = out->scene.arrows.empty() && out->scene.captions.empty() &&
                     (out->scene.picture == Picture::grid || out->scene.picture == Picture::strip ||
                      out->scene.picture == Picture::threads);
  const bool labelled = out->scene.labelled() || out->scene.rows * out->scene.cols == 0;
  const auto elements =
      std::count_if(out->scene.ids.begin(), out->scene.ids.end(), [](std::int64_t id) { return id >= 0; });
  if (labelled && (elements <= max_drawn_cells || !plain)) {
    if (auto drawing = paint(out->scene, {.catalog = &catalog})) {
      out->drawing = std::move(*drawing);
      out->drawn = true;
    }
  } else if (labelled && out->scene.picture == Picture::threads) {
    out->scene = painted(std::move(out->scene));
  }
  return out;
}

std::shared_ptr<CardPicture> retold(const CardPicture& picture, const Catalog& catalog) {
  auto out = std::make_shared<CardPicture>(picture);
  out->raster.reset();
  if (!out->drawn) return out;
  if (auto drawing = paint(out->scene, {.catalog = &catalog})) out->drawing = std::move(*drawing);
  return out;
}

bool same_picture(const CardPicture& one, const CardPicture& other) {
  return one.choice == other.choice && one.title == other.title && one.refused == other.refused &&
         one.drawn == other.drawn && one.miniature == other.miniature && one.scene == other.scene;
}

}  // namespace stridescope
