// A logical product: its operands above its result, each as a strip of addresses. The tile is grey, and each element of
// the second operand has the color of the repetition that it places.
#include <algorithm>

#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

// Adds the strip of one operand; its k-th element corresponds to the result's element k * step.
void add_strip(SceneBuilder& builder, const DrawableLayout& of, const Image& image, const Message& caption, Label label,
               std::int64_t step, bool tile, std::int64_t per_class) {
  const SceneBuilder::Strip strip =
      builder.strip(std::min<std::int64_t>(0, image.low), std::max<std::int64_t>(0, image.high), strip_width, caption);
  for (std::int64_t i = of.size; i-- > 0;) {
    const std::int64_t offset = image.offsets[static_cast<std::size_t>(i)];
    SceneBuilder::Cell& cell = builder.at(strip.place(offset));
    cell.id = i * step;
    cell.state = tile ? CellState::image : CellState::element;
    cell.color = tile ? -1 : palette_class(i / per_class);
    cell.label = of.label(label, i, offset);
  }
}

}  // namespace

Result<Scene> product_scene(const DrawableLayout& p) {
  const auto refuse = [] {
    return failure(ErrorCode::too_large, say("this product is too large to draw with its operands"),
                   say("draw its grid"));
  };
  const View view;
  const PicturedValue of_a = {(*p.subject.operands)[0]};
  const PicturedValue of_b = {(*p.subject.operands)[1]};
  const auto a = drawable_layout(of_a, view);
  const auto b = drawable_layout(of_b, view);
  if (!a || !b || !a->function || !b->function || !p.function || a->size == 0 || a->size * b->size != p.size)
    return refuse();
  if (p.size > max_labelled_cells) return refuse();
  const Image image_a = image_of(*a);
  const Image image_b = image_of(*b);
  const Image image = image_of(p);
  for (const Image* each : {&image_a, &image_b, &image}) {
    if (each->high - std::min<std::int64_t>(0, each->low) >= max_labelled_cells / 2) return refuse();
  }
  SceneBuilder builder;
  Scene scene;
  const auto caption = [&](std::size_t i, Term what) { return say("{}: {}", p.subject.operand_name(i), what); };
  add_strip(builder, *a, image_a, caption(0, term("the tile")), p.view.label, 1, true, 1);
  add_strip(builder, *b, image_b, caption(1, term("the order of its repetitions")), p.view.label, a->size, false, 1);
  add_strip(builder, p, image, say("the product"), p.view.label, 1, false, a->size);
  for (std::int64_t k = 0; k < std::min<std::int64_t>(b->size, palette_size); ++k) {
    scene.legend.push_back(
        {static_cast<std::int32_t>(k), say("repetition {}", cat(k, k + palette_size < b->size ? ", ..." : ""))});
  }
  return builder.finish(std::move(scene));
}

}  // namespace stridescope
