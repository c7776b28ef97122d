// Copies of kernels' texts in which something was replaced. The text itself follows from the program, and is what runs;
// a copy is the reader's own, to be read, copied and saved, and stays beside its text while the window is open.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/model/kernel_text.h"
#include "desktop/model/text_buffer.h"

namespace stridescope::desktop {

inline constexpr std::size_t max_kernel_copies = 16;

class KernelCopies {
 public:
  // That of a text; null where nothing is replaced in it. Valid until something is.
  const ListedLines* of(std::string_view text) const;
  // What stands in these places of the copy, or of the text where there is none yet, is replaced: one step of undo.
  // pre: they are in order, none within another.
  void replace(std::string_view text, const std::vector<TextBuffer::Range>& places, std::string_view with);
  // The last step is taken back; false where there is none.
  bool undo(std::string_view text);

 private:
  struct Copy {
    std::string of;
    TextBuffer buffer;
    ListedLines lines;
  };
  std::deque<Copy> copies_;  // the newest last
};

}  // namespace stridescope::desktop
