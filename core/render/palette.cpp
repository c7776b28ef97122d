#include "core/render/drawing.h"

namespace stridescope {

std::string_view class_color(std::int32_t color) {
  static constexpr std::string_view colors[palette_size] = {"#5fcbae", "#fde68a", "#b6abf8", "#fdbd74",
                                                            "#9fdcfb", "#f6988d", "#ccdcae", "#e09bd6",
                                                            "#a2f1ec", "#c6b65c", "#afc3fc", "#bdf5c6"};
  static constexpr std::string_view heat[heat_levels] = {"#f3f7fc", "#dde9f6", "#c5daf0", "#aacae8",
                                                         "#8db9e0", "#e8c67a", "#f0a765", "#f28b6b"};
  if (color >= palette_size && color < palette_size + heat_levels) return heat[color - palette_size];
  return colors[static_cast<std::size_t>(color) % palette_size];
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
