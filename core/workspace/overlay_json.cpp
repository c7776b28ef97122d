#include "core/base/json.h"
#include "core/render/render.h"
#include "core/workspace/overlay.h"

namespace stridescope {

Result<std::string> overlay_json(const Workspace& workspace, int binding, std::string_view result, Overlay overlay) {
  const auto scene = overlay_scene(workspace, binding, result, overlay);
  if (!scene) return failure(scene.error());
  const auto drawing = paint(*scene, {.legend = true});
  if (!drawing) return failure(drawing.error());
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("title", scene->title);
  json.field("note", scene->note);
  json.field("svg", svg(*drawing, title_of(overlay)));
  json.close_object();
  return out;
}

}  // namespace stridescope
