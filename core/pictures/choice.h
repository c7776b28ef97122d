// The user's choices on a card: the words of a view, each of which can be missing, whether the card is pinned, and its
// place. A choice is stored by the card's key and can outlive its value. It is not checked when it is made:
// shown_choice() compares it with the value's options, and replaces unavailable ones by defaults. So a value that
// changes its kind temporarily gets its old picture again afterwards.
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

// Empty words mean the value's defaults.
struct ViewChoice {
  // The word of the picture: "grid", "tv", "lanes" (core/scene/pictures.def).
  std::string kind;
  // The words for the texts of its cells, and for their coloring.
  std::string label;
  std::string color;
  // The displayed coordinates of modes 2, 3, ...; missing ones are 0.
  std::vector<std::int64_t> slice;
  bool pin = false;      // the card comes before the others
  std::int64_t at = -1;  // its place among the cards that the user has arranged; -1: that of its line

  bool operator==(const ViewChoice&) const = default;
};

// By the card's key.
using Choices = std::map<std::string, ViewChoice>;

// The form in a link: only the chosen words, in this order; empty if none was chosen. law: read_choice(print_choice(c))
// = c.
//   "kind=tv label=coord slice=0,1 pin=1 at=2"
std::string print_choice(const ViewChoice& choice);
// Any text is valid: unknown words are ignored, and values are not checked. Blanks separate words; of two words with
// the same key the later one counts.
ViewChoice read_choice(std::string_view text);
// Applies `words`; the rest stays, except the slices if the picture changes.
void change_choice(ViewChoice& choice, std::string_view words);
// The chosen picture among those that a value offers, or the first one if none has the kind; null if it offers none.
// Points into `offered`.
const door::OfferedPicture* offered_picture(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);
// The choice restricted to a value's options: the first picture if none has its kind; empty if the value offers none.
// Removes labels and colors that the picture does not have, and pin and place; keeps slices, since a scene replaces one
// that does not exist.
ViewChoice shown_choice(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);
// The same as words of a view, for Workspace::view and make_picture.
std::string chosen_view(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);

// The next slices (1), the previous ones (-1), or the first (0), as a slice word of a view; the last mode changes
// first. Empty if that step does not exist. For modes of extents 2 and 3 that show 0 and 2, the next is "slice=1,0",
// like an odometer.
std::optional<std::string> stepped(const std::vector<Scene::Slice>& slices, int by);

}  // namespace stridescope
