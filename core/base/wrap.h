// Paragraphs of text for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace stridescope {

// Appends the words of `text` in lines of at most `width` characters, each indented, the lines after the first by
// `hanging` more; a longer word has its own line. Ends with a line break.
void append_wrapped(std::string& out, std::string_view text, std::size_t indent, std::size_t width,
                    std::size_t hanging = 0);

}  // namespace stridescope
