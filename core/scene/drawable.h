// Internal to core/scene: a layout prepared for drawing in a view, with axes and color classes.
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
  std::int64_t step;  // difference of the 1-D coordinates of two neighbors
};

// A value with a domain, prepared for its pictures. It refers to the subject, which must outlive it.
struct DrawableLayout {
  const PicturedValue& subject;
  const View& view;
  const Layout* domain;                    // layout of `subject`; its swizzle or iterator is in `function`
  std::optional<OffsetFunction> function;  // coordinate -> offset in elements; empty for layouts of coordinates
  std::vector<Axis> axes;                  // top-level modes, fastest first
  std::int64_t size;                       // the product of the axes: number of 1-D coordinates

  // The label of the element with 1-D coordinate `id`, up to two lines. pre: 0 <= id < size; `offset` is its offset
  // (used only by Label::offset).
  std::string label(Label what, std::int64_t id, std::int64_t offset) const;
};

// unsupported: the value has no domain; too_large: too many coordinates or offsets to draw (scene.h). post: size > 0 is
// the product of the sizes of the axes.
Result<DrawableLayout> drawable_layout(const PicturedValue& subject, const View& view);

// The share of one axis in the color class of a coordinate, and the factor for the next axis.
struct ClassPart {
  std::vector<std::int64_t> of;  // by shown coordinate of the axis
  std::int64_t count = 1;
};
// pre: `axis` is mode number `mode` of p, 0 < shown <= axis.size. post: of.size() = shown, each entry in [0, count).
ClassPart class_part(const DrawableLayout& p, ColorBy color, const Axis& axis, int mode, std::int64_t shown);

// The color classes of 1-D coordinates 0 ... shown-1, before reduction modulo the palette.
class Classes {
 public:
  // p must outlive the classes.
  Classes(const DrawableLayout& p, ColorBy color, std::int64_t shown);
  // ColorBy::offset uses the offset, the others the 1-D coordinate. post: in [0, count()), except for offsets.
  std::int64_t of(std::int64_t id, std::int64_t offset) const;
  std::int64_t count() const { return count_; }

 private:
  const DrawableLayout& p_;
  ColorBy color_;
  std::vector<ClassPart> parts_;
  std::int64_t count_ = 1;
};

// The class of an offset: modulo 8, like the shading of CuTe's pictures.
std::int64_t offset_class(std::int64_t offset);
// The bits of an offset that choose its chunk: four banks of shared memory, if the width of the elements is known, or
// the bits that a swizzle changes. mask 0: neither.
struct ChunkBits {
  int shift = 0;
  std::int64_t mask = 0;
  bool banks = false;
  bool swizzled = false;

  std::int64_t of(std::int64_t offset) const { return offset >> shift & mask; }
  // Adds title and legend.
  void explain(Scene& scene) const;
};
ChunkBits chunk_bits(const Value& value);
// Colors all elements of a scene by ColorBy::chunk or ColorBy::order, with title and legend; other colorings stay.
void color_by_place(Scene& scene, const DrawableLayout& p);
// A class as a palette entry: modulo palette_size, also for negative classes.
std::int32_t palette_class(std::int64_t x);
// The legend for colors by tile or mode; none for other colorings.
void add_class_legend(Scene& scene, ColorBy color, std::int64_t classes);
// "color: tile", the scene's title.
Message color_title(ColorBy color);

// Labels the cells of a matrix without gaps, unless there are too many.
void label_cells(Scene& scene, const DrawableLayout& p);
// "3, 15, ...": a class and those with the same color.
std::string class_numbers(std::int64_t number, std::int64_t classes);
// Heads of one axis; empty if they are too many. The 1-D coordinate and, for a nested mode, the natural coordinate: as
// text for a short axis, with one level per leaf for a long one.
std::vector<std::vector<Message>> axis_heads(const Axis& axis, std::int64_t shown);
// Heads of wrapped lines: the first index or address of each line, and the position within the line.
void add_line_heads(Scene& scene, std::int64_t first);

// The offsets of all elements, and their range. pre: the value has a function, and its size fits memory.
struct Image {
  std::vector<std::int64_t> offsets;
  std::int64_t low = 0;   // smallest offset
  std::int64_t high = 0;  // largest offset
};
Image image_of(const DrawableLayout& p);

// True if the value is the result of coalesce applied to a layout.
bool has_merged_modes(const PicturedValue& subject);

// The pictures, each in a file of its own.
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

// The possible cell texts and colorings of a picture, the default first. Without labels the value does not have this
// picture.
struct PictureWords {
  std::vector<Label> labels;
  std::vector<ColorBy> colors;
};
// Two functions of each VALUE_PICTURE, in its own file: whether the value has the picture, and the scene. unsupported,
// with the reason, for a value without it.
#define PICTURE(...)
#define VALUE_PICTURE(name, ...)                           \
  PictureWords name##_words(const PicturedValue& subject); \
  Result<Scene> name##_scene(const PicturedValue& subject, const View& view);
#include "core/scene/pictures.def"

// One side of compare(A, B), as a value with pictures of its own.
PicturedValue compared_side(const Compared& compared, const Value& side);

}  // namespace stridescope
