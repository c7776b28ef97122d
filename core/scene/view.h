// A request for a picture of a value. Flat, so that it fits into a link, a lesson or an option of the command line:
// `kind=grid label=offset color=tile slice=0,3`. A view selects the content, not the appearance: no sizes, colors or
// themes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/value/print.h"

namespace stridescope {

// The kinds of pictures. The names here are the words in links and on the command line. pictures.def has the question
// of each; `stridescope help views` prints that table.
enum class Picture {
#define PICTURE(name, title, question, like, colours, others, meaning) name,
#include "core/scene/pictures.def"
};
// The text of a cell: the offset, a coordinate, the 1-D coordinate, the owners of the element.
enum class Label {
#define LABEL(name, word, meaning) name,
#include "core/scene/pictures.def"
};
// The common property of two cells of one color. The words are the names here, except `registers`, which is `register`.
enum class ColorBy {
#define COLOR(name, word, meaning) name,
#include "core/scene/pictures.def"
};

// The default is a picture of every layout of rank 2 or more. offered_views lists the labels and colorings of a
// picture; make_scene accepts any; Workspace::view replaces others by offered ones. `slice` for a layout (M,N,K,L) has
// two numbers, for modes 2 and 3: slice=1,3 shows L(_,_,1,3).
struct View {
  // In text form: kind=, label=, color=.
  Picture picture = Picture::grid;
  Label label = Label::offset;
  ColorBy color = ColorBy::offset;
  // Show all owners, even if the picture is too large for labels; `whole=1`.
  bool whole = false;
  // Values of modes 2, 3, ... in a two-dimensional picture; missing ones are 0. For a played picture, its step. A value
  // that does not exist is replaced by the nearest one, and the scene's note says so.
  std::vector<std::int64_t> slice;
  // The form of integers in the picture's texts: that of the report; not in the text form.
  IntegerMode integers = IntegerMode::cute;

  bool operator==(const View&) const = default;
};

// The words of the text form. Static memory, like all following texts.
std::string_view name_of(Picture picture);
std::string_view name_of(Label label);
std::string_view name_of(ColorBy color);
// The title on a switch; empty if the value defines it (`place in A`).
Term title_of(Picture picture);
Term title_of(Label label);
Term title_of(ColorBy color);
// The question that the picture answers: "Which thread holds which element?"
Term question_of(Picture picture);
// The picture of the same subject that it replaces; otherwise itself. A walk replaces memory, so a switch between
// pictures has one entry for both.
Picture like(Picture picture);
// True if ColorBy determines its colors; otherwise its legend explains them.
bool has_chosen_colors(Picture picture);
// True if its slices are steps for a player: requests and wavefronts, which follow each other in time.
bool is_played(Picture picture);

// Reads the text form onto `defaults`: key=value words separated by single blanks. Never fails: unknown keys and words
// are ignored, so that old links still open, and a slice that is not a number is 0; Workspace::check_view reports them
// instead. At most 64 slices are read. law: the words of a view, written with name_of, are read back as that view,
// except `integers`.
View parse_view(std::string_view text, View defaults);

}  // namespace stridescope
