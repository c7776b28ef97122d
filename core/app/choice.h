// What the reader chose on a card: the same words as a view, of which any may be missing, whether it is pinned, and
// where it was put.
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

struct ViewChoice {
  std::string kind;
  std::string label;
  std::string color;
  std::vector<std::int64_t> slice;  // of modes 2, 3, ...
  bool pin = false;                 // the card stands before the others
  std::int64_t at = -1;             // its place among those that the reader has arranged; -1: that of its line

  bool operator==(const ViewChoice&) const = default;
};

// By the card's key.
using Choices = std::map<std::string, ViewChoice>;

// "kind=tv label=coord slice=0,1 pin=1 at=2", as in a link.
std::string print_choice(const ViewChoice& choice);
// Words that are none are left out.
ViewChoice read_choice(std::string_view text);
// What `words` name becomes theirs; the rest stays, but for the slices of another picture, which are others.
void change_choice(ViewChoice& choice, std::string_view words);
// Which of the pictures that a value offers is chosen, the first one where there is none of the kind; null: it has
// none.
const door::OfferedPicture* offered_picture(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);
// The choice among what a value offers, the first one where there is nothing of its kind; empty where it offers none.
ViewChoice shown_choice(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);
// The same as words of a view.
std::string chosen_view(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);

// The slices a step on (1), a step back (-1), or at the first (0), the last mode first to move: a slice word of a view.
// Nothing where there is no such step.
std::optional<std::string> stepped(const std::vector<Scene::Slice>& slices, int by);

}  // namespace stridescope
