// What the reader chose on a card: the same words as a view, of which any may be missing, and whether it is pinned.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/records.h"

namespace stridescope {

struct ViewChoice {
  std::string kind;
  std::string label;
  std::string color;
  std::vector<std::int64_t> slice;  // of modes 2, 3, ...
  bool pin = false;                 // the card stands before the others

  bool operator==(const ViewChoice&) const = default;
};

// By the card's key.
using Choices = std::map<std::string, ViewChoice>;

// "kind=tv label=coord slice=0,1 pin=1", as in a link.
std::string print_choice(const ViewChoice& choice);
// Words that are none are left out.
ViewChoice read_choice(std::string_view text);
// What `words` name becomes theirs; the rest stays.
void change_choice(ViewChoice& choice, std::string_view words);
// The choice among what a value offers, the first one where there is nothing of its kind: words of a view.
std::string chosen_view(const ViewChoice& choice, const std::vector<door::OfferedPicture>& offered);

}  // namespace stridescope
