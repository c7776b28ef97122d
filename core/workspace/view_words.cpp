// The words of a view and what they draw, for `stridescope help views`.
#include "core/base/text.h"
#include "core/scene/view.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// A new enumerator must be told here too: the switches have no default.
constexpr Picture pictures[] = {Picture::grid, Picture::strip,    Picture::memory, Picture::walk,    Picture::strips,
                                Picture::map,  Picture::codomain, Picture::parent, Picture::product, Picture::order};
constexpr Label labels[] = {Label::offset, Label::coord, Label::index};
constexpr ColorBy colors[] = {ColorBy::offset, ColorBy::mode,  ColorBy::tile,
                              ColorBy::index,  ColorBy::image, ColorBy::crossed};

std::string_view meaning(Picture picture) {
  switch (picture) {
    case Picture::grid:
      return "mode 0 down, mode 1 across, one slice of the others";
    case Picture::strip:
      return "the 1-D coordinates in order";
    case Picture::memory:
      return "the offsets in order, with the gaps";
    case Picture::walk:
      return "the offsets, with the order of the elements as arrows";
    case Picture::strips:
      return "coordinates over offsets, each linked to its own";
    case Picture::map:
      return "domain and range as columns, with arrows";
    case Picture::codomain:
      return "the codomain: what is hit, how often, what is not";
    case Picture::parent:
      return "the operand, with the value's elements lit or tiled";
    case Picture::product:
      return "the operands of a product over its result";
    case Picture::order:
      return "shapes by compatibility (Hasse diagram)";
  }
  return {};
}

std::string_view meaning(Label label) {
  switch (label) {
    case Label::offset:
      return "the offset";
    case Label::coord:
      return "the coordinate";
    case Label::index:
      return "the 1-D coordinate";
  }
  return {};
}

std::string_view meaning(ColorBy color) {
  switch (color) {
    case ColorBy::offset:
      return "by the offset";
    case ColorBy::mode:
      return "by the coordinate of one mode";
    case ColorBy::tile:
      return "by the tile";
    case ColorBy::index:
      return "by the 1-D coordinate";
    case ColorBy::image:
      return "hit or not, and how often";
    case ColorBy::crossed:
      return "hit numbers struck out";
  }
  return {};
}

template <class Words>
void append_words(std::string& out, std::string_view title, std::string_view key, const Words& words) {
  append_all(out, out.empty() ? "" : "\n", title, '\n');
  for (const auto word : words) {
    std::string left = cat(key, '=', name_of(word));
    left.resize(18, ' ');
    append_all(out, "    ", left, meaning(word), '\n');
  }
}

}  // namespace

std::string view_words_text() {
  std::string out;
  append_words(out, "PICTURES", "kind", pictures);
  append_words(out, "LABELS", "label", labels);
  append_words(out, "COLOURS", "color", colors);
  return out;
}

}  // namespace stridescope
