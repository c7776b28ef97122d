// Text of a kernel whose bytes belong to modes of layouts. Used for highlighting: a user points at a mode, and sees the
// bytes of the text that compute with it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stridescope {

// The mode and layout of a piece of the text: bytes [begin, end).
struct KernelTextMode {
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  // The layout's part, the path of the mode, and what it is: "src: thread, mode 0.1, extent 8, stride 64".
  std::string mode;
};

// law: pieces do not overlap, and each lies within the text. A text without marks is legal.
struct MarkedText {
  std::string text;
  // By position, ascending.
  std::vector<KernelTextMode> modes;
};

}  // namespace stridescope
