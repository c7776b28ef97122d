// Gives the color of a class and of a kind of line in an SVG or TikZ figure: the light colors of core/data/colors.def,
// for paper.
#include "core/render/drawing.h"

namespace stridescope {

// Figures are for paper, so they use the light colors.
std::string_view class_color(std::int32_t color) {
#define STRIDESCOPE_CLASS(light, dark) "#" #light,
#define STRIDESCOPE_HEAT(light, dark) "#" #light,
#define STRIDESCOPE_COLOR(name, light, dark)
#define STRIDESCOPE_MARK(name, light, dark)
#define STRIDESCOPE_VEIL(name, light, light_percent, dark, dark_percent)
  static constexpr std::string_view colors[color_classes] = {
#include "core/data/colors.def"
  };
#undef STRIDESCOPE_CLASS
#undef STRIDESCOPE_HEAT
#undef STRIDESCOPE_COLOR
#undef STRIDESCOPE_MARK
#undef STRIDESCOPE_VEIL
  return colors[static_cast<std::size_t>(color_entry(color))];
}

std::string_view ink_color(Ink ink) {
  static constexpr std::string_view colors[] = {"#16181d", "#5b6270", "#c3c8d1", "#ffffff",
                                                "#c9ced8", "#d3145a", "#c2185b", "#2b50d4"};
  return colors[static_cast<std::size_t>(ink)];
}

Ink ink_of(Drawing::Line::Kind kind) {
  switch (kind) {
    case Drawing::Line::Kind::rule:
      return Ink::line;
    case Drawing::Line::Kind::step:
      return Ink::step;
    case Drawing::Line::Kind::carry:
      return Ink::carry;
    default:
      return Ink::muted;
  }
}

bool is_dashed(Drawing::Line::Kind kind) { return kind == Drawing::Line::Kind::carry; }

}  // namespace stridescope
