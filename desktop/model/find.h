// Looking for a word in a text, and putting another in its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/model/text_buffer.h"

namespace stridescope::desktop {

// Limit of found places; users do not go through more.
inline constexpr std::size_t max_found = 10'000;

// Positions of the word, from the first to the last, without overlaps. Ignores case, unless the word has a capital
// letter; only ASCII letters have cases. Empty for an empty word.
std::vector<TextBuffer::Range> find_all(std::string_view text, std::string_view word);

// Index of the next place from a position on, or (back) of the previous one; wraps around. pre: at least one place.
std::size_t next_found(const std::vector<TextBuffer::Range>& found, std::size_t from, bool back);

// Number of a range among the places, as "3 / 17"; "– / 17" if absent. pre: at least one place.
std::string found_text(const std::vector<TextBuffer::Range>& found, TextBuffer::Range range);

// The text with another word in all these places.
std::string replaced(std::string_view text, const std::vector<TextBuffer::Range>& found, std::string_view with);

}  // namespace stridescope::desktop
