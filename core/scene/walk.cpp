// The order in which a layout visits its offsets, as arrows along the strip of memory: first the outer level, where
// each top-level mode counts as one, then each nested mode. Source: figure 1, (2,(2,2)):(4,(2,1)), of the notes on
// layouts.
#include <algorithm>
#include <cstdlib>

#include "core/algebra/algebra.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

constexpr std::int64_t min_wrap = 4;

// The width of a wrapped strip: a stride of the layout that aligns its rows, if there is one.
std::int64_t wrap_width(TupleRef stride, std::int64_t span) {
  if (span <= strip_width) return strip_width;
  std::int64_t best = 0;
  for (std::uint32_t i = 0; i < stride.node_count(); ++i) {
    const Node& node = stride.nodes()[i];
    if (node.kind != NodeKind::integer || !node.integer.is_plain()) continue;
    const std::int64_t d = node.integer.value == INT64_MIN ? 0 : std::abs(node.integer.value);
    if (d >= min_wrap && d <= strip_width) best = std::max(best, d);
  }
  return best > 0 ? best : strip_width;
}

struct Level {
  Message caption;
  const std::vector<std::int64_t>& offsets;  // in the order of the walk
  std::int64_t first_extent;                 // extent of the fastest mode of this level
  std::int64_t id_step;                      // difference of the ids of consecutive elements
  TupleRef stride;
};

// The number of steps that are not drawn; empty if the strip is too long.
std::optional<std::int64_t> add_level(SceneBuilder& builder, const DrawableLayout& p, const Classes& classes,
                                      const Level& level) {
  if (level.offsets.empty()) return 0;
  const auto [min, max] = std::minmax_element(level.offsets.begin(), level.offsets.end());
  const std::int64_t low = std::min<std::int64_t>(*min, p.function->start);
  const std::int64_t high = *max;
  if (high - low >= max_walk_span) return std::nullopt;
  const SceneBuilder::Strip strip = builder.strip(low, high, wrap_width(level.stride, high - low + 1), level.caption);
  const auto count = static_cast<std::int64_t>(level.offsets.size());
  for (std::int64_t i = count; i-- > 0;) {  // the first visit gives the cell its id
    const std::int64_t offset = level.offsets[static_cast<std::size_t>(i)];
    const std::int64_t id = i * level.id_step;
    builder.at(strip.place(offset)) = {offset, id, palette_class(classes.of(id, offset)), CellState::element,
                                       p.label(p.view.label, id, offset)};
  }
  const std::int64_t drawn = std::min(count - 1, max_walk_arrows);
  for (std::int64_t i = 0; i < drawn; ++i) {
    const bool carries = (i + 1) % std::max<std::int64_t>(1, level.first_extent) == 0;
    builder.arrow(carries ? Scene::Arrow::Kind::carry : Scene::Arrow::Kind::step,
                  strip.place(level.offsets[static_cast<std::size_t>(i)]),
                  strip.place(level.offsets[static_cast<std::size_t>(i + 1)]), (i + 1) * level.id_step);
  }
  return count - 1 - drawn;
}

class Walk {
 public:
  explicit Walk(const DrawableLayout& p) : p_(p), classes_(p, p.view.color, p.size) {}

  Result<Scene> run() {
    const Image image = image_of(p_);
    const bool nested = p_.domain->depth() > 1;
    const Message outer = nested ? say("outer level: {}", mode_names(p_.domain->rank())) : Message();
    if (!add({outer, image.offsets, p_.axes[0].size, 1, p_.domain->stride})) {
      return failure(ErrorCode::too_large, say("a walk over at most {} addresses can be drawn", max_walk_span),
                     say("draw a slice or a tile"));
    }
    if (nested && p_.subject.value.is<Layout>()) inner(*p_.domain, 1, "");
    if (left_out_ > 0)
      scene_.note = say("arrows: the first {} of each strip; {} more steps have none", max_walk_arrows, left_out_);
    scene_.legend.push_back({-1, say("step of the first mode"), "step"});
    if (carries_) scene_.legend.push_back({-1, say("step of a later mode"), "carry"});
    add_class_legend(scene_, p_.view.color, classes_.count());
    return sheet_.finish(std::move(scene_));
  }

 private:
  static Message mode_names(int rank) { return rank == 1 ? say("mode 0 as a whole") : say("each mode as a whole"); }

  bool add(const Level& level) {
    const auto left_out = add_level(sheet_, p_, classes_, level);
    if (!left_out) return false;
    left_out_ += *left_out;
    carries_ = carries_ || static_cast<std::int64_t>(level.offsets.size()) > level.first_extent;
    return true;
  }

  void inner(LayoutRef layout, std::int64_t step, const std::string& path) {
    Arith arith;
    for (int i = 0; i < layout.rank(); ++i) {
      const LayoutRef mode = layout[i];
      const std::int64_t size = product(arith, mode.shape).value;
      if (mode.shape.is_tuple() && levels_ < max_inner_levels) {
        ++levels_;
        const std::string name = path.empty() ? cat(i) : cat(path, '.', i);
        std::vector<std::int64_t> offsets(static_cast<std::size_t>(size));
        fill_offsets(mode, offsets.data(), size);
        const std::int64_t first = mode.shape.size() > 0 ? product(arith, mode.shape[0]).value : 1;
        const Message text =
            say("inner level: mode {} = {}:{}", name,
                to_text(mode.shape.is_tuple() ? IntTuple(mode.shape) : IntTuple(), IntegerMode::teaching),
                to_text(IntTuple(mode.stride), IntegerMode::teaching));
        add({text, offsets, first, step, mode.stride});
        inner(mode, step, name);
      }
      step *= size;
    }
  }

  const DrawableLayout& p_;
  Classes classes_;
  SceneBuilder sheet_;
  Scene scene_;
  std::int64_t left_out_ = 0;
  bool carries_ = false;
  int levels_ = 0;
};

}  // namespace

Result<Scene> walk_scene(const DrawableLayout& p) {
  if (!p.function) return failure(ErrorCode::unsupported, say("a layout of coordinates does not walk through memory"));
  if (p.size == 0) return Scene();
  if (p.size > max_labelled_cells) {
    return failure(ErrorCode::too_large, say("a walk of at most {} elements can be drawn", max_labelled_cells),
                   say("draw a slice or a tile"));
  }
  return Walk(p).run();
}

}  // namespace stridescope
