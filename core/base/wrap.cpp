// Breaks paragraphs at blanks to a width, with an indent; words longer than a line are kept whole.
#include "core/base/wrap.h"

#include <algorithm>
#include <utility>

namespace stridescope {

void append_wrapped(std::string& out, std::string_view text, std::size_t indent, std::size_t width,
                    std::size_t hanging) {
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (column > 0 && column + 1 + word.size() > width) {
      out.push_back('\n');
      column = 0;
      indent += std::exchange(hanging, 0);
    }
    const std::size_t blanks = column == 0 ? indent : 1;
    out.append(blanks, ' ').append(word);
    column += blanks + word.size();
  }
  out.push_back('\n');
}

}  // namespace stridescope
