// Inside core/scene: a layout ready to be drawn under a view, its axes and its color classes.
#pragma once

#include <optional>

#include "core/base/limits.h"
#include "core/facts/offsets.h"
#include "core/scene/scene.h"

namespace stridescope {

struct Compared;

inline constexpr std::int64_t strip_width = 32;

// One top-level mode of the domain.
struct Axis {
  TupleRef shape;
  std::int64_t size;
  std::int64_t step;  // 1-D coordinates between two neighbors
};

// A value with a domain, as its pictures need it. What it refers to outlives it.
struct DrawableLayout {
  const PicturedValue& subject;
  const View& view;
  const Layout* domain;                    // of `subject`; what is around it (swizzle, iterator) is in `function`
  std::optional<OffsetFunction> function;  // coordinate -> offset in elements; nothing for layouts of coordinates
  std::vector<Axis> axes;                  // the top-level modes, the first the fastest
  std::int64_t size;                       // the product of the axes: number of 1-D coordinates

  // The label of the element of 1-D coordinate `id`, up to two lines. pre: 0 <= id < size, `offset` is its offset (read
  // by Label::offset alone).
  std::string label(Label what, std::int64_t id, std::int64_t offset) const;
};

// unsupported: the value has no domain; too_large: its coordinates or its offsets are too many to draw (scene.h).
// post: size > 0, and the sizes of the axes multiply to it.
Result<DrawableLayout> drawable_layout(const PicturedValue& subject, const View& view);

// The share of one axis in a coordinate's color class, and the scale factor of the next axis.
struct ClassPart {
  std::vector<std::int64_t> of;  // for each shown coordinate of the axis
  std::int64_t count = 1;
};
// pre: `axis` is mode number `mode` of p, 0 < shown <= axis.size. post: of.size() = shown, each entry in [0, count).
ClassPart class_part(const DrawableLayout& p, ColorBy color, const Axis& axis, int mode, std::int64_t shown);

// The color classes of 1-D coordinates 0 ... shown-1, before they are wrapped into the palette.
class Classes {
 public:
  // p outlives the classes.
  Classes(const DrawableLayout& p, ColorBy color, std::int64_t shown);
  // ColorBy::offset needs the offset, the others the 1-D coordinate. post: in [0, count()) but for offsets.
  std::int64_t of(std::int64_t id, std::int64_t offset) const;
  std::int64_t count() const { return count_; }

 private:
  const DrawableLayout& p_;
  ColorBy color_;
  std::vector<ClassPart> parts_;
  std::int64_t count_ = 1;
};

// The class of an offset: modulo 8, as CuTe shades its pictures.
std::int64_t offset_class(std::int64_t offset);
// A class as a palette entry: modulo palette_size, also below 0.
std::int32_t palette_class(std::int64_t x);
// The legend of the classes of a coloring by tile or mode; empty for the others.
void add_class_legend(Scene& scene, ColorBy color, std::int64_t classes);
// "color: tile": the scene's title.
Message color_title(ColorBy color);

// Labels of a matrix whose cells are all elements, unless they are too many.
void label_cells(Scene& scene, const DrawableLayout& p);
// "3, 15, ...": a class with those that share its color.
std::string class_numbers(std::int64_t number, std::int64_t classes);
// Heads of one axis, or none if they are too many: its 1-D coordinate and, for a nested mode, its natural coordinate,
// as text for a short axis and one level a leaf for a long one.
std::vector<std::vector<Message>> axis_heads(const Axis& axis, std::int64_t shown);
// Heads of wrapped lines: the first index or address of each, and its place in the line.
void add_line_heads(Scene& scene, std::int64_t first);

// The offsets of all elements, and the addresses that they span. Requires a function and a size that fits memory.
struct Image {
  std::vector<std::int64_t> offsets;
  std::int64_t low = 0;   // smallest offset
  std::int64_t high = 0;  // largest offset
};
Image image_of(const DrawableLayout& p);

// True if the value is the result of coalesce on a layout.
bool has_merged_modes(const PicturedValue& subject);

// The pictures, one a file.
Scene grid_scene(const DrawableLayout& p);
Scene strip_scene(const DrawableLayout& p);
Result<Scene> memory_scene(const DrawableLayout& p);
Result<Scene> walk_scene(const DrawableLayout& p);
Result<Scene> strips_scene(const DrawableLayout& p);
Result<Scene> map_scene(const DrawableLayout& p);
Result<Scene> codomain_scene(const DrawableLayout& p);
Result<Scene> product_scene(const DrawableLayout& p);
Result<Scene> parent_scene(const PicturedValue& subject, const View& view);
Result<Scene> modes_scene(const PicturedValue& subject);
Result<Scene> f2_scene(const DrawableLayout& p);

// The possible texts of a picture's cells, and their possible colorings, the first being the default. No labels: the
// value does not have this picture.
struct PictureWords {
  std::vector<Label> labels;
  std::vector<ColorBy> colors;
};
// For a VALUE_PICTURE, in its own file: whether the value has it, and the picture. unsupported, with the reason, for a
// value without it.
#define PICTURE(...)
#define VALUE_PICTURE(name, ...)                           \
  PictureWords name##_words(const PicturedValue& subject); \
  Result<Scene> name##_scene(const PicturedValue& subject, const View& view);
#include "core/scene/pictures.def"

// One of the two that compare(A, B) is about, as a value with pictures of its own.
PicturedValue compared_side(const Compared& compared, const Value& side);

}  // namespace stridescope
