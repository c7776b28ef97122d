// Writes a scene as JSON, for programs that draw it; omits the arrays of cells if the page takes them as typed arrays.
#include "core/base/json.h"

#include "core/render/render.h"

namespace stridescope {
namespace {

void write_heads(JsonWriter& json, std::string_view name, const std::vector<std::vector<Message>>& heads,
                 const Catalog& catalog) {
  json.list(name, heads, [&](const auto& level) {
    json.open_array();
    for (const Message& head : level) json.string(render(head, catalog));
    json.close_array();
  });
}

void write_states(JsonWriter& json, const Scene& scene) {
  static constexpr std::string_view names[] = {"element", "outside", "gap",     "dimmed",
                                               "lit",     "image",   "crossed", "head"};
  json.list("states", scene.states,
            [&](const CellState state) { json.string(names[static_cast<std::size_t>(state)]); });
}

void write_arrows(JsonWriter& json, const Scene& scene, const Catalog& catalog) {
  static constexpr std::string_view kinds[] = {"step", "carry", "link", "order", "branch"};
  json.objects("arrows", scene.arrows, [&](const Scene::Arrow& arrow) {
    json.field("kind", kinds[static_cast<std::size_t>(arrow.kind)]);
    json.field("from", arrow.from);
    json.field("to", arrow.to);
    json.field("id", arrow.id);
  });
  json.list("captions", scene.captions, [&](const Message& caption) { json.string(render(caption, catalog)); });
}

}  // namespace

Result<std::string> scene_json(const Scene& scene, const Catalog& catalog) {
  if (scene.rows * scene.cols > max_json_cells) {
    return failure(ErrorCode::too_large,
                   say("a picture of {} {cell|cells}; the limit is {}", scene.rows * scene.cols, max_json_cells),
                   say("draw a slice or a tile"));
  }
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("kind", name_of(scene.picture));
  json.field("title", render(scene.title, catalog));
  json.field("rows", scene.rows);
  json.field("cols", scene.cols);
  write_heads(json, "rowHeads", scene.row_heads, catalog);
  write_heads(json, "colHeads", scene.col_heads, catalog);
  json.objects("slices", scene.slices, [&](const auto& slice) {
    json.field("mode", slice.mode);
    json.field("title", render(slice.title, catalog));
    json.field("size", slice.size);
    json.field("value", slice.value);
  });
  json.objects("legend", scene.legend, [&](const auto& entry) {
    json.field("color", entry.color);
    json.field("label", render(entry.label, catalog));
    json.field("mark", entry.mark);
  });
  json.field("note", render(scene.note, catalog));
  json.field("svg", scene.labelled() || scene.rows * scene.cols == 0);
  json.numbers("offsets", scene.offsets);
  json.numbers("ids", scene.ids);
  json.numbers("colors", scene.colors);
  json.strings("labels", scene.labels);
  write_states(json, scene);
  write_arrows(json, scene, catalog);
  json.close_object();
  return out;
}

}  // namespace stridescope
