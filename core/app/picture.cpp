// Scenes for cards: drawn or painted, by their size.
#include "core/app/picture.h"

#include "core/app/records.h"
#include "core/base/archive_json.h"

namespace stridescope {

std::shared_ptr<CardPicture> make_picture(const Workspace& workspace, int binding, const std::string& choice) {
  auto out = std::make_shared<CardPicture>();
  out->choice = choice;
  out->title = workspace.title(binding);
  const auto refuse = [&](const Error& error) {
    out->refused = error.hint.empty() ? error.message : say("{}: {}", error.message, error.hint);
    return out;
  };
  auto view = workspace.view(binding, choice);
  if (!view) return refuse(view.error());
  out->view = *view;
  // All cells, also where they are too many for labels: those that are seen are asked for.
  out->view.whole = true;
  auto scene = workspace.scene(binding, out->view);
  if (!scene) return refuse(scene.error());
  out->scene = std::move(*scene);
  const bool plain = out->scene.picture == Picture::grid || out->scene.picture == Picture::strip;
  const bool labelled = out->scene.labelled() || out->scene.rows * out->scene.cols == 0;
  if (labelled && (out->scene.rows * out->scene.cols <= max_drawn_cells || !plain)) {
    if (auto drawing = paint(out->scene)) {
      out->drawing = std::move(*drawing);
      out->drawn = true;
    }
  }
  return out;
}

bool same_picture(const CardPicture& one, const CardPicture& other) {
  const Scene& a = one.scene;
  const Scene& b = other.scene;
  if (one.choice != other.choice || english(one.refused) != english(other.refused) || one.drawn != other.drawn ||
      one.title != other.title || a.ids != b.ids || a.colors != b.colors || a.labels != b.labels ||
      a.texts != b.texts || a.states != b.states || a.captions != b.captions || a.arrows.size() != b.arrows.size()) {
    return false;
  }
  door::SceneHeader heads[] = {{&a, false}, {&b, false}};
  return a.arrows == b.arrows && to_json(heads[0]) == to_json(heads[1]);
}

}  // namespace stridescope
