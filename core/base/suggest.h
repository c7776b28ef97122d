// Known names for an unknown one: the nearest to a misspelled name, and those that contain it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stridescope {

// The candidate with the fewest edits (swaps, insertions, deletions, replacements), if few enough to be a misspelling;
// empty otherwise.
std::string_view suggest(std::string_view word, const std::vector<std::string_view>& candidates);

// The candidates that hold the word, in their order, with commas between; no more are listed from 200 characters on,
// and none that is longer than 64. Empty for a word of less than 3 letters, which many would hold.
std::string names_with(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace stridescope
