// A text of a lesson in a panel: blocks laid out word by word, code in its face, links that can be pointed at.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/model/prose.h"

namespace stridescope::desktop {

struct ProseLook {
  std::function<bool(const std::string& target)> lit;         // the link is marked: what it speaks of is looked at
  std::function<std::string(const std::string& target)> tip;  // over the link; may be empty
};
// Targets of links; empty: none.
struct ProseInput {
  std::string hovered;
  std::string clicked;
};

// At the cursor, in that width. `name` is unique in its window; links note their places as NAME/TARGET.
ProseInput draw_prose(std::string_view name, const std::vector<ProseBlock>& blocks, float width, const ProseLook& look);

}  // namespace stridescope::desktop
