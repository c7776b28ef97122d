// The matrix over F2 of a layout with power-of-two extents: a column per coordinate bit, a row per offset bit, least
// significant first. A filled cell means that this coordinate bit flips that offset bit.
#include "core/algebra/algebra.h"
#include "core/facts/f2.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

int bits_of(std::int64_t x) {
  int bits = 0;
  while (bits < 62 && (std::int64_t{1} << bits) < x) ++bits;
  return bits;
}

}  // namespace

Result<Scene> f2_scene(const DrawableLayout& p) {
  const F2Analysis analysis = f2_map(p.subject.value);
  if (!analysis.map || !analysis.affine) {
    return failure(ErrorCode::unsupported,
                   analysis.unchecked ? say("not a matrix over F2: not checked: {}", analysis.why)
                                      : say("not a matrix over F2: {}", analysis.why),
                   say("use shapes and strides that are powers of two"));
  }
  const F2Map& map = *analysis.map;
  SceneBuilder builder;
  Scene scene;
  std::vector<std::vector<Message>> heads(2);
  std::vector<int> mode_of;
  for (std::size_t i = 0; i < p.axes.size(); ++i) {
    for (int bit = 0; bit < bits_of(p.axes[i].size); ++bit) {
      heads[0].push_back(say("mode {}", i));
      heads[1].push_back(say("{}", bit));
      mode_of.push_back(static_cast<int>(i));
    }
  }
  const bool affine = map.constant != 0;
  if (static_cast<int>(mode_of.size()) != map.inputs)
    return failure(ErrorCode::unsupported, say("the modes of this layout are not powers of two"));
  if (affine) {
    heads[0].push_back(say("L(0)"));
    heads[1].emplace_back();
  }
  const int outputs = std::max(1, map.outputs);
  for (int row = 0; row < outputs; ++row) {
    builder.row({}, say("2^{}", row));
    for (int col = 0; col < map.inputs + (affine ? 1 : 0); ++col) {
      const bool last = col == map.inputs;
      const std::uint64_t column = last ? map.constant : map.columns[static_cast<std::size_t>(col)];
      const bool set = ((column >> row) & 1) != 0;
      const std::int64_t id = last ? 0 : std::int64_t{1} << col;
      const std::int32_t color = last ? -1 : palette_class(mode_of[static_cast<std::size_t>(col)]);
      builder.add({static_cast<std::int64_t>(column), set ? id : -1, set ? color : -1,
                   !set   ? CellState::gap
                   : last ? CellState::image
                          : CellState::element,
                   set ? "1" : "0"});
    }
  }
  for (std::size_t i = 0; i < p.axes.size(); ++i) {
    if (p.axes[i].size > 1)
      scene.legend.push_back({palette_class(static_cast<std::int64_t>(i)), say("a bit of mode {}", i)});
  }
  scene.note = say("rank {} of {}", map.rank(), map.inputs);
  if (map.rank() == map.inputs) scene.note = say("{}: no two coordinates share an offset", scene.note);
  Scene out = builder.finish(std::move(scene));
  out.col_heads = std::move(heads);
  return out;
}

}  // namespace stridescope
