// What the reader chose on a card: the same words as a view, of which any may be missing, and whether it is pinned.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/workspace.h"

namespace stridescope::desktop {

struct ViewChoice {
  std::string kind;
  std::string label;
  std::string color;
  std::vector<std::int64_t> slice;
  bool pin = false;

  bool operator==(const ViewChoice&) const = default;
};

// By card.
using Choices = std::map<std::string, ViewChoice>;

std::string print_choice(const ViewChoice& choice);
// Words that are none are left out.
ViewChoice read_choice(std::string_view text);

}  // namespace stridescope::desktop
