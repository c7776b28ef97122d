// Known names for an unknown one: the nearest to a misspelled name, and those that contain it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

// The candidate with the fewest edits (swaps, insertions, deletions, replacements), if they are few enough for a
// misspelling; otherwise empty.
std::string_view suggest(std::string_view word, const std::vector<std::string_view>& candidates);

// The candidates that contain the word, in order, separated by commas; stops after 200 characters and skips names
// longer than 64. Empty for a word of less than 3 letters, which too many names contain.
std::string names_with(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace stridescope
