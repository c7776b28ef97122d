// The user's choices on a card: the words of a view, any of which may be missing, whether it is pinned, and its place.
// A choice is stored by the card's key and can outlive its value. It is not checked when it is made: shown_choice()
// compares it with the value's options, and unavailable ones fall back, so that a value which changes its kind for a
// moment gets its old picture again afterwards.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/records/records.h"
#include "core/scene/scene.h"

namespace stridescope {

// Empty words mean the value's default.
struct ViewChoice {
  // The picture, by its word: "grid", "tv", "lanes" (core/scene/pictures.def).
  std::string kind;
  // The texts of its cells, and their coloring.
  std::string label;
  std::string color;
  // The coordinates of modes 2, 3, ... that are shown; missing ones are 0.
  std::vector<std::int64_t> slice;
  bool pin = false;      // the card comes before the others
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
// Applies `words`; the rest stays, except the slices of another picture, which are unrelated.
void change_choice(ViewChoice& choice, std::string_view words);
// The chosen one of the pictures that a value offers, the first one if none has the kind; null: it has none. Points
// into `offered`.
const door::OfferedPicture* offered_picture(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);
// The choice among a value's options, the first one if none has its kind; empty if it offers none. Labels and colors
// that the picture does not have are removed, pin and place too; slices are kept, since a scene replaces one that does
// not exist.
ViewChoice shown_choice(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);
// The same as words of a view, for Workspace::view and make_picture.
std::string chosen_view(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);

// The next slices (1), the previous ones (-1), or the first (0), the last mode moves first: a slice word of a view.
// Empty if that step does not exist. For modes of 2 and 3 that show 0 and 2 the next is "slice=1,0", like an odometer.
std::optional<std::string> stepped(const std::vector<Scene::Slice>& slices, int by);

}  // namespace stridescope
