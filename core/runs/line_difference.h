// Two texts line by line: what one has and the other has not, as a patch says it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

inline constexpr std::size_t max_different_lines = 200;  // of the programs and texts that a reader compares

// Lines of `before` that are gone, with a minus before them, and those of `after` that are new, with a plus, in their
// order; common ones are left out. The fewest lines where the changed part is short, else all of it. At most `most`
// lines, the last one "…" where there are more.
std::vector<std::string> line_difference(std::string_view before, std::string_view after, std::size_t most);

}  // namespace stridescope
