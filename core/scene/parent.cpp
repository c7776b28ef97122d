// The operand that a value was made from, with the value's elements highlighted: a sublayout in its parent, the tiles
// of a divided layout, a slice, one coordinate.
#include <algorithm>

#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

// True if the tiler is a single layout or an integer, which divides the operand as a line.
bool divides_a_line(const PicturedValue& s) {
  return s.roles.link == roles::Link::divide && s.operands->size() > 1 &&
         ((*s.operands)[1].is<Layout>() || (*s.operands)[1].integer() != nullptr);
}

// For each element of the operand the first element of the value at it, or -1.
std::vector<std::int64_t> elements_of(const PicturedValue& s, std::int64_t operand_size) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(operand_size), -1);
  for (std::size_t i = s.source->size(); i-- > 0;) {
    const std::int64_t cell = (*s.source)[i];
    if (cell >= 0 && cell < operand_size) out[static_cast<std::size_t>(cell)] = static_cast<std::int64_t>(i);
  }
  return out;
}

// Two lines: the tile in grey, then every tile in its color.
Scene line_of_tiles(const PicturedValue& s, const DrawableLayout& whole, const DrawableLayout& of,
                    const std::vector<std::int64_t>& element) {
  const Classes tiles(whole, ColorBy::tile, whole.size);
  SceneBuilder builder;
  Scene scene;
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(of.size));
  if (of.function) of.function->fill(offsets.data(), of.size);
  const auto lines = [&](const Message& caption, bool all) {
    for (std::int64_t i = 0; i < of.size; ++i) {
      if (i % strip_width == 0) {
        builder.row(i == 0 ? caption : Message(), of.size > strip_width ? say("{}", i) : Message());
      }
      const std::int64_t id = element[static_cast<std::size_t>(i)];
      const std::int64_t offset = offsets[static_cast<std::size_t>(i)];
      const std::int64_t tile = id < 0 ? -1 : tiles.of(id, offset);
      SceneBuilder::Cell cell = {offset, -1, -1, CellState::dimmed, of.label(of.view.label, i, offset)};
      if (id >= 0 && (all || tile == 0)) {
        cell.id = id;
        cell.color = all ? palette_class(tile) : -1;
        cell.state = all ? CellState::element : CellState::image;
      }
      builder.add(std::move(cell));
    }
  };
  const std::string name = s.operand_name(s.whole);
  lines(say("the tile in {}", name), false);
  lines(say("all tiles of {}", name), true);
  add_class_legend(scene, ColorBy::tile, tiles.count());
  return builder.finish(std::move(scene));
}

}  // namespace

Result<Scene> parent_scene(const PicturedValue& s, const View& view) {
  if (s.operands == nullptr || s.operands->size() <= s.whole || s.source == nullptr || s.source->empty()) {
    return failure(ErrorCode::unsupported, say("this value does not come from a larger layout"));
  }
  const PicturedValue of_operand = {(*s.operands)[s.whole]};
  View operand_view = view;
  operand_view.color = ColorBy::index;
  auto of = drawable_layout(of_operand, operand_view);
  if (!of) return failure(std::move(of.error()));
  const std::vector<std::int64_t> element = elements_of(s, of->size);
  auto whole = domain_of(s.value) != nullptr ? drawable_layout(s, view)
                                             : Result<DrawableLayout>(failure(ErrorCode::unsupported, {}));
  const bool tiled = whole && s.tiling != Tiling::none && view.color == ColorBy::tile;
  if (tiled && divides_a_line(s) && 2 * of->size <= max_labelled_cells / 2)
    return line_of_tiles(s, *whole, *of, element);

  Scene scene = of->axes.size() == 1 ? strip_scene(*of) : grid_scene(*of);
  scene.legend.clear();
  std::optional<Classes> classes;
  if (whole) classes.emplace(*whole, view.color, whole->size);
  std::int64_t hidden = 0;
  for (std::size_t cell = 0; cell < scene.ids.size(); ++cell) {
    const std::int64_t place = scene.ids[cell];
    if (place < 0) {
      if (scene.labelled()) scene.states.push_back(CellState::outside);
      continue;
    }
    const std::int64_t id = element[static_cast<std::size_t>(place)];
    const std::int64_t klass = id >= 0 && classes ? classes->of(id, scene.offsets[cell]) : 0;
    scene.ids[cell] = id;
    scene.colors[cell] = id < 0 ? -1 : palette_class(klass);
    hidden += id < 0;
    if (!scene.labelled()) continue;
    const bool first_tile = tiled && klass == 0;
    scene.states.push_back(id < 0 ? CellState::dimmed : first_tile ? CellState::lit : CellState::element);
  }
  if (classes) add_class_legend(scene, view.color, classes->count());
  if (tiled) scene.legend.push_back({0, say("the tile"), "lit"});
  if (!tiled && view.color == ColorBy::image)
    scene.legend.push_back({0, say("the part of {}", s.operand_name(s.whole))});
  if (hidden > 0) scene.legend.push_back({-1, say("rest of {}", s.operand_name(s.whole)), "dimmed"});
  return scene;
}

}  // namespace stridescope
