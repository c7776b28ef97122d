// Which picture of a value is wanted. Flat, so that it travels in a link: `kind=grid label=offset color=tile
// slice=0,3`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/value/print.h"

namespace stridescope {

// The kinds of pictures. Their words in links and on the command line are the names here (registers is `register`).
// The words are told in pictures.def.
enum class Picture {
#define PICTURE(name, title, question, like, colours, others, meaning) name,
#include "core/scene/pictures.def"
};
enum class Label {
#define LABEL(name, word, meaning) name,
#include "core/scene/pictures.def"
};
enum class ColorBy {
#define COLOR(name, word, meaning) name,
#include "core/scene/pictures.def"
};

struct View {
  Picture picture = Picture::grid;
  Label label = Label::offset;
  ColorBy color = ColorBy::offset;
  bool whole = false;               // show all of what threads hold, also where it is too large for labels
  std::vector<std::int64_t> slice;  // values of modes 2, 3, ...; missing ones are 0
  IntegerMode integers = IntegerMode::cute;

  bool operator==(const View&) const = default;
};

// The words of the text form.
std::string_view name_of(Picture picture);
std::string_view name_of(Label label);
std::string_view name_of(ColorBy color);
// What a reader sees in their place; of a picture whose value says it, nothing.
Term title_of(Picture picture);
Term title_of(Label label);
Term title_of(ColorBy color);
// What the picture answers, in every language.
Term question_of(Picture picture);
// The picture of the same whose place it takes; itself where there is none.
Picture like(Picture picture);
// What the view's colouring decides in the picture; else it has colours of its own.
bool has_chosen_colors(Picture picture);
// Are its slices steps, for a player?
bool is_played(Picture picture);

// Reads the text form onto `defaults`; unknown keys and words are ignored, so that old links still open.
View parse_view(std::string_view text, View defaults);

}  // namespace stridescope
