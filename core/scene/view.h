// Which picture of a value is wanted. Flat, so that it travels in a link: `kind=grid label=offset color=tile slice=0,3`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/print.h"

namespace stridescope {

enum class Picture {
  grid,    // mode 0 down, mode 1 across, one slice of the other modes
  strip,   // 1-D coordinates in order
  memory,  // offsets in order, with the gaps
};
enum class Label { offset, coord, index };
enum class ColorBy { offset, mode, tile, index };

struct View {
  Picture picture = Picture::grid;
  Label label = Label::offset;
  ColorBy color = ColorBy::offset;
  std::vector<std::int64_t> slice;  // values of modes 2, 3, ...; missing ones are 0
  IntegerMode integers = IntegerMode::cute;
};

std::string_view name_of(Picture picture);
std::string_view name_of(Label label);
std::string_view name_of(ColorBy color);

// Reads the text form onto `defaults`; unknown keys and words are ignored, so that old links still open.
View parse_view(std::string_view text, View defaults);

}  // namespace stridescope
