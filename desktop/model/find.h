// Finds a word in a text, and replaces it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/model/text_buffer.h"

namespace stridescope::desktop {

// Limit of matches.
inline constexpr std::size_t max_found = 10'000;

// Positions of the word in order, without overlaps. Ignores case, unless the word has a capital letter; only ASCII
// letters have case. Empty for an empty word.
std::vector<TextBuffer::Range> find_all(std::string_view text, std::string_view word);

// Index of the next match from a position on, or (back) of the previous one; wraps around. pre: at least one match.
std::size_t next_found(const std::vector<TextBuffer::Range>& found, std::size_t from, bool back);

// The number of a range among the matches, as "3 / 17"; "– / 17" if it is not one. pre: at least one match.
std::string found_text(const std::vector<TextBuffer::Range>& found, TextBuffer::Range range);

// The text with all matches replaced.
std::string replaced(std::string_view text, const std::vector<TextBuffer::Range>& found, std::string_view with);

}  // namespace stridescope::desktop
