// The requested picture of a value. Flat, so that it travels in a link, a lesson or an option of the command line:
// `kind=grid label=offset color=tile slice=0,3`. A view names the content and never the appearance: no sizes, no
// colors, no themes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/value/print.h"

namespace stridescope {

// The kinds of pictures. Their words in links and on the command line are the names here. pictures.def gives the
// question of each; `stridescope help views` prints that table.
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

// The default is a picture that every layout of rank 2 or more has. offered_views lists the labels and colorings of a
// picture; make_scene accepts any, Workspace::view corrects to the offered ones. `slice` of a picture of a layout
// (M,N,K,L) has two numbers: of mode 2 and of mode 3. slice=1,3 shows L(_,_,1,3).
struct View {
  // In a text: kind=, label=, color=.
  Picture picture = Picture::grid;
  Label label = Label::offset;
  ColorBy color = ColorBy::offset;
  // Show all of what threads hold, also where it is too large for labels; `whole=1`.
  bool whole = false;
  // Values of modes 2, 3, ... of a picture that shows two modes; missing ones are 0. For a played picture, its step. A
  // value that does not exist is replaced by the nearest, and the scene's note says so.
  std::vector<std::int64_t> slice;
  // The form of integers in the picture's words; the report's mode, not in the text form.
  IntegerMode integers = IntegerMode::cute;

  bool operator==(const View&) const = default;
};

// The words of the text form. Static memory, as all that follows.
std::string_view name_of(Picture picture);
std::string_view name_of(Label label);
std::string_view name_of(ColorBy color);
// Shown in their place; empty for a picture whose value gives it (`place in A`).
Term title_of(Picture picture);
Term title_of(Label label);
Term title_of(ColorBy color);
// The question that the picture answers, in every language: "Which thread holds which element?"
Term question_of(Picture picture);
// The picture of the same subject that it replaces; itself if it replaces none: a walk is like memory, so a switch
// between pictures has one entry for both.
Picture like(Picture picture);
// True if ColorBy decides its colors; otherwise its legend explains them.
bool has_chosen_colors(Picture picture);
// Are its slices steps, for a player? So of requests and wavefronts, which follow each other in time.
bool is_played(Picture picture);

// Reads the text form onto `defaults`: words separated by one blank, key=value. Never fails: unknown keys and words are
// ignored, so that old links still open, and a slice that is not a number is 0; Workspace::check_view reports them
// instead. At most 64 slices are read. law: the words of a view, written with name_of, read back as that view, except
// `integers`.
View parse_view(std::string_view text, View defaults);

}  // namespace stridescope
