// What the reader chose on a card: the same words as a view, of which any may be missing, whether it is pinned, and
// where it was put.
// A choice is kept by the card's key and may outlive the value that it was made for. It is not checked when it is
// made: shown_choice() holds it against what the value offers, and what is not offered falls back, so that a value
// which changes its kind for a moment has its old picture again afterwards.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/records.h"
#include "core/scene/scene.h"

namespace stridescope {

// Empty words mean the value's default.
struct ViewChoice {
  // The picture, by its word: "grid", "tv", "lanes" (core/scene/pictures.def).
  std::string kind;
  // What is written in its cells, and what colours them.
  std::string label;
  std::string color;
  // The coordinates of modes 2, 3, ... that are shown; missing ones are 0.
  std::vector<std::int64_t> slice;
  bool pin = false;      // the card stands before the others
  std::int64_t at = -1;  // its place among those that the reader has arranged; -1: that of its line

  bool operator==(const ViewChoice&) const = default;
};

// By the card's key.
using Choices = std::map<std::string, ViewChoice>;

// As in a link: only what was chosen, in this order; empty where nothing was. law: read_choice(print_choice(c)) = c.
//   "kind=tv label=coord slice=0,1 pin=1 at=2"
std::string print_choice(const ViewChoice& choice);
// Any text is right: words that are none are left out, and values are not looked at. Words are between blanks; of two
// with one key the later one counts.
ViewChoice read_choice(std::string_view text);
// What `words` name becomes theirs; the rest stays, but for the slices of another picture, which are others.
void change_choice(ViewChoice& choice, std::string_view words);
// Which of the pictures that a value offers is chosen, the first one where there is none of the kind; null: it has
// none. Points into `offered`.
const door::OfferedPicture* offered_picture(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);
// The choice among what a value offers, the first one where there is nothing of its kind; empty where it offers none.
// Labels and colours that the picture does not have are left out, pin and place too; slices are kept as they are,
// since a scene shows another where one is not there.
ViewChoice shown_choice(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);
// The same as words of a view, for Workspace::view and make_picture.
std::string chosen_view(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);

// The slices a step on (1), a step back (-1), or at the first (0), the last mode first to move: a slice word of a
// view. Nothing where there is no such step. Of modes of 2 and 3 that show 0 and 2 the next is "slice=1,0", as an
// odometer goes.
std::optional<std::string> stepped(const std::vector<Scene::Slice>& slices, int by);

}  // namespace stridescope
