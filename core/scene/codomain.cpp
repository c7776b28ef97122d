// The codomain as a number line: the numbers that are hit, how often, and the rest. For a complement: the image of the
// layout in grey with each of its repetitions in a color, or the numbers of the layout crossed out.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

Error too_long() {
  return {ErrorCode::too_large,
          say("a codomain of at most {} numbers can be drawn", max_labelled_cells),
          say("draw a slice or a tile"),
          {},
          {}};
}

// The layout that the value is the complement of, and the size of its cotarget.
struct Complemented {
  Image image;
  std::int64_t size = 0;
};

std::optional<Complemented> complemented(const DrawableLayout& p) {
  if (p.subject.roles.depiction != roles::Depiction::repetitions || p.subject.operands == nullptr) return std::nullopt;
  const std::vector<Value>& args = *p.subject.operands;
  const View view;
  const PicturedValue of_a = {args[0]};
  auto a = drawable_layout(of_a, view);
  if (!a || !a->function || a->size > max_labelled_cells) return std::nullopt;
  Complemented out;
  out.image = image_of(*a);
  if (out.image.low < 0) return std::nullopt;
  Arith arith;
  const auto* cotarget = args.size() > 1 ? args[1].as<IntTuple>() : nullptr;
  if (args.size() > 1 && cotarget == nullptr) return std::nullopt;
  out.size = cotarget != nullptr ? product(arith, *cotarget).value : out.image.high + 1;
  return arith.ok() ? std::optional(std::move(out)) : std::nullopt;
}

Result<Scene> repetitions(const DrawableLayout& p, const Complemented& of, const Image& image) {
  const std::int64_t high = std::max(of.size - 1, of.image.high + image.high);
  if (high >= max_labelled_cells) return failure(too_long());
  SceneBuilder builder;
  Scene scene;
  const SceneBuilder::Strip strip = builder.strip(0, high, strip_width);
  for (std::int64_t k = p.size; k-- > 0;) {
    for (const std::int64_t offset : of.image.offsets) {
      const std::int64_t address = offset + image.offsets[static_cast<std::size_t>(k)];
      SceneBuilder::Cell& cell = builder.at(strip.place(address));
      cell.id = k;
      cell.color = k == 0 ? -1 : palette_class(k - 1);
      cell.state = k == 0 ? CellState::image : CellState::element;
    }
  }
  scene.legend.push_back({-1, say("image of {}", p.subject.operand_name(0)), "image"});
  for (std::int64_t k = 1; k < std::min<std::int64_t>(p.size, palette_size + 1); ++k) {
    scene.legend.push_back(
        {static_cast<std::int32_t>(k - 1), say("repetition {}", cat(k, k + palette_size < p.size ? ", ..." : ""))});
  }
  return builder.finish(std::move(scene));
}

// The numbers that remain without the layout's; the complement covers as many of them as a layout can.
Result<Scene> left_over(const DrawableLayout& p, const Complemented& of, const Image& image) {
  const std::int64_t high = std::max({of.size - 1, of.image.high, image.high});
  if (high >= max_labelled_cells) return failure(too_long());
  SceneBuilder builder;
  Scene scene;
  const SceneBuilder::Strip strip = builder.strip(0, high, strip_width);
  for (const std::int64_t offset : of.image.offsets) builder.at(strip.place(offset)).state = CellState::crossed;
  for (std::int64_t i = p.size; i-- > 0;) {
    SceneBuilder::Cell& cell = builder.at(strip.place(image.offsets[static_cast<std::size_t>(i)]));
    cell.id = i;
    cell.color = 0;
    cell.state = CellState::element;
  }
  scene.legend.push_back({-1, say("hit by {}", p.subject.operand_name(0)), "crossed"});
  scene.legend.push_back({0, say("hit by the complement")});
  scene.legend.push_back({-1, say("hit by neither"), "gap"});
  return builder.finish(std::move(scene));
}

Result<Scene> hits(const DrawableLayout& p, const Image& image) {
  const std::int64_t low = std::min(p.function->start, image.low);
  const std::int64_t high = std::max(p.function->start, image.high);
  if (high - low >= max_labelled_cells) return failure(too_long());
  SceneBuilder builder;
  Scene scene;
  const SceneBuilder::Strip strip = builder.strip(low, high, strip_width);
  std::vector<std::int64_t> count(static_cast<std::size_t>(high - low + 1), 0);
  const Classes classes(p, p.view.color, p.size);
  for (std::int64_t i = p.size; i-- > 0;) {
    const std::int64_t offset = image.offsets[static_cast<std::size_t>(i)];
    ++count[static_cast<std::size_t>(offset - low)];
    SceneBuilder::Cell& cell = builder.at(strip.place(offset));
    cell.id = i;
    cell.state = p.view.color == ColorBy::crossed ? CellState::crossed : CellState::element;
    cell.color = palette_class(classes.of(i, offset));
  }
  std::int64_t gaps = 0;
  std::int64_t most = 0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    gaps += count[i] == 0;
    most = std::max(most, count[i]);
    if (count[i] > 0 && p.view.color == ColorBy::image) {
      builder.at(strip.place(low + static_cast<std::int64_t>(i))).color = palette_class(count[i] - 1);
    }
  }
  if (p.view.color == ColorBy::crossed) scene.legend.push_back({-1, say("in the image"), "crossed"});
  if (p.view.color == ColorBy::image) {
    for (std::int64_t n = 1; n <= most && n <= max_hits_shown; ++n) {
      if (std::find(count.begin(), count.end(), n) == count.end()) continue;
      scene.legend.push_back(
          {static_cast<std::int32_t>(n - 1), n == 1 ? say("hit once") : say("hit {} {time|times}", n)});
    }
    if (most > max_hits_shown) scene.legend.push_back({palette_class(most - 1), say("hit {} {time|times}", most)});
  }
  if (gaps > 0) scene.legend.push_back({-1, say("not hit"), "gap"});
  add_class_legend(scene, p.view.color, classes.count());
  return builder.finish(std::move(scene));
}

}  // namespace

Result<Scene> codomain_scene(const DrawableLayout& p) {
  if (!p.function)
    return failure(ErrorCode::unsupported, say("the codomain of a layout of coordinates is not a number line"));
  if (p.size > max_memory_span) return failure(too_long());
  const Image image = image_of(p);
  if (const auto of = complemented(p)) {
    if (p.view.color == ColorBy::tile) return repetitions(p, *of, image);
    if (p.view.color == ColorBy::crossed) return left_over(p, *of, image);
  }
  return hits(p, image);
}

}  // namespace stridescope
