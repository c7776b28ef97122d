// Coalesce: the modes of the operand above those of the result, each linked to the mode that it became part of.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

struct Leaf {
  std::int64_t extent;
  std::string text;  // "4:2"
};

void leaves(LayoutRef layout, std::vector<Leaf>& out) {
  if (layout.shape.is_tuple()) {
    for (int i = 0; i < layout.shape.rank(); ++i) leaves(layout[i], out);
  } else if (layout.shape.is_integer()) {
    out.push_back({layout.shape.integer().value, cat(to_text(IntTuple(layout.shape), IntegerMode::teaching), ':',
                                                     to_text(IntTuple(layout.stride), IntegerMode::teaching))});
  }
}

}  // namespace

bool has_merged_modes(const PicturedValue& subject) {
  return subject.roles.depiction == roles::Depiction::merging && subject.operands != nullptr &&
         !subject.operands->empty() && subject.value.is<Layout>() && (*subject.operands)[0].is<Layout>();
}

Result<Scene> modes_scene(const PicturedValue& subject) {
  if (!has_merged_modes(subject)) return failure(ErrorCode::unsupported, say("only coalesce merges modes"));
  std::vector<Leaf> before;
  std::vector<Leaf> after;
  leaves(*(*subject.operands)[0].as<Layout>(), before);
  leaves(*subject.value.as<Layout>(), after);
  if (static_cast<std::int64_t>(std::max(before.size(), after.size())) > max_labelled_cells / 4) {
    return failure(ErrorCode::too_large, say("too many modes to draw"));
  }
  SceneBuilder builder;
  Scene scene;
  builder.row(say("the modes of {}, without nesting", subject.operand_name(0)));
  std::vector<SceneBuilder::Place> from;
  from.reserve(before.size());
  for (const Leaf& leaf : before) {
    from.push_back(builder.add({0, -1, -1, leaf.extent == 1 ? CellState::dimmed : CellState::element, leaf.text}));
  }
  const std::size_t row = builder.row();
  for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i)
    builder.add({0, -1, -1, CellState::outside, {}});
  // Leaves keep their order, and extents multiply: each mode of the result takes leaves until their product is its
  // extent.
  std::size_t next = 0;
  bool dropped = false;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::int32_t color = palette_class(static_cast<std::int64_t>(i));
    const std::size_t first = next;
    std::int64_t extent = 1;
    std::vector<std::size_t> parts;
    while (next < before.size() && (extent < after[i].extent || before[next].extent == 1)) {
      if (before[next].extent != 1 && extent > after[i].extent / std::max<std::int64_t>(before[next].extent, 1)) break;
      if (before[next].extent != 1) parts.push_back(next);
      extent *= before[next].extent;
      ++next;
    }
    const SceneBuilder::Place place = {row,
                                       parts.empty() ? std::min(first, before.size() - 1) : parts[parts.size() / 2]};
    builder.at(place) = {0, -1, color, CellState::element, after[i].text};
    for (const std::size_t part : parts) {
      builder.at(from[part]).color = color;
      builder.arrow(Scene::Arrow::Kind::link, from[part], place, -1, color);
    }
  }
  for (const Leaf& leaf : before) dropped = dropped || leaf.extent == 1;
  if (dropped) scene.legend.push_back({-1, say("an extent of 1 allows only coordinate 0"), "dimmed"});
  scene.note = say("{} {mode|modes}, then {}", before.size(), after.size());
  return builder.finish(std::move(scene));
}

}  // namespace stridescope
