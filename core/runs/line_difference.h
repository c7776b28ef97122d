// The difference of two texts by lines, like a patch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

inline constexpr std::size_t max_different_lines = 200;  // for programs and texts in comparisons

// Removed lines of `before` with a leading minus, and added lines of `after` with a leading plus, in order; common
// lines are omitted. Minimal if the changed part is short, otherwise all of it. At most `most` lines; the last one is
// "…" if there are more.
std::vector<std::string> line_difference(std::string_view before, std::string_view after, std::size_t most);

}  // namespace stridescope
