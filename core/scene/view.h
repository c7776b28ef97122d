// Which picture of a value is wanted. Flat, so that it travels in a link, a lesson or an option of the command line:
// `kind=grid label=offset color=tile slice=0,3`. A view names what to show and never how: no sizes, no colours, no
// themes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/value/print.h"

namespace stridescope {

// The kinds of pictures. Their words in links and on the command line are the names here. pictures.def tells of each
// what it answers; `stridescope help views` prints that table.
enum class Picture {
#define PICTURE(name, title, question, like, colours, others, meaning) name,
#include "core/scene/pictures.def"
};
// What is written in a cell: the offset, a coordinate, the 1-D coordinate, who holds the element.
enum class Label {
#define LABEL(name, word, meaning) name,
#include "core/scene/pictures.def"
};
// What two cells of one colour have in common. The words are the names here, but for `registers`, which is
// `register`.
enum class ColorBy {
#define COLOR(name, word, meaning) name,
#include "core/scene/pictures.def"
};

// A default one is a picture that every layout of rank 2 or more has. Which labels and colourings a picture has is
// offered_views' answer; make_scene takes any, Workspace::view corrects to what is offered.
// `slice` of a picture of a layout (M,N,K,L) has two numbers: of mode 2 and of mode 3. slice=1,3 shows L(_,_,1,3).
struct View {
  // In a text: kind=, label=, color=.
  Picture picture = Picture::grid;
  Label label = Label::offset;
  ColorBy color = ColorBy::offset;
  // Show all of what threads hold, also where it is too large for labels; `whole=1`.
  bool whole = false;
  // Values of modes 2, 3, ... of a picture that shows two modes; missing ones are 0. Of a picture that is played, its
  // step. One that is not there is shown as the nearest, and the scene's note says so.
  std::vector<std::int64_t> slice;
  // How integers are printed in the picture's words; the report's mode, not in the text form.
  IntegerMode integers = IntegerMode::cute;

  bool operator==(const View&) const = default;
};

// The words of the text form. Static memory, as all that follows.
std::string_view name_of(Picture picture);
std::string_view name_of(Label label);
std::string_view name_of(ColorBy color);
// What a reader sees in their place; of a picture whose value says it, nothing (`where in A`).
Term title_of(Picture picture);
Term title_of(Label label);
Term title_of(ColorBy color);
// What the picture answers, as a question in every language: "Which thread holds which element?"
Term question_of(Picture picture);
// The picture of the same whose place it takes; itself where there is none: a walk is like memory, so a switch
// between pictures has one entry for both.
Picture like(Picture picture);
// Whether ColorBy decides its colours; else it has colours of its own, which its legend tells.
bool has_chosen_colors(Picture picture);
// Are its slices steps, for a player? So of requests and wavefronts, which follow each other in time.
bool is_played(Picture picture);

// Reads the text form onto `defaults`: words apart by one blank, key=value. Never fails: unknown keys and words are
// ignored, so that old links still open, and a slice that is no number is 0; Workspace::check_view tells them
// instead. At most 64 slices are read.
// law: the words of a view, written with name_of, read back as that view, but for `integers`.
View parse_view(std::string_view text, View defaults);

}  // namespace stridescope
