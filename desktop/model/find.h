// Looking for a word in a text, and putting another in its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/model/text_buffer.h"

namespace stridescope::desktop {

// So many places are found; nobody goes through more.
inline constexpr std::size_t max_found = 10'000;

// Where the word stands, from the first to the last, none within another. Letters of either case, unless the word has
// one that is large; ASCII letters alone have cases. Nothing of an empty word.
std::vector<TextBuffer::Range> find_all(std::string_view text, std::string_view word);

// Which of the places is the next one from a position on, or (back) the one before it; round the end. pre: there is
// one.
std::size_t next_found(const std::vector<TextBuffer::Range>& found, std::size_t from, bool back);

// Which of the places a range is, as "3 / 17"; "– / 17" where it is none of them. pre: there is one.
std::string found_text(const std::vector<TextBuffer::Range>& found, TextBuffer::Range range);

// The text with another word in all these places.
std::string replaced(std::string_view text, const std::vector<TextBuffer::Range>& found, std::string_view with);

}  // namespace stridescope::desktop
