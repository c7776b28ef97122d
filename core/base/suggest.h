// The nearest known name to a misspelt one.
#pragma once

#include <string_view>
#include <vector>

namespace stridescope {

// The candidate with the fewest edits (swaps, insertions, deletions, replacements), if few enough to be a misspelling;
// empty otherwise.
std::string_view suggest(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace stridescope
