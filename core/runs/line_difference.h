// Line differences of two texts, in the form of a patch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

inline constexpr std::size_t max_different_lines = 200;  // of the programs and texts that a reader compares

// Removed lines of `before`, with a minus before them, and new ones of `after`, with a plus, in their order; common
// ones are omitted. Minimal if the changed part is short, otherwise all of it. At most `most` lines, the last one "…"
// if there are more.
std::vector<std::string> line_difference(std::string_view before, std::string_view after, std::size_t most);

}  // namespace stridescope
