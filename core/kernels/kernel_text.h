// Kernel text in which pieces are marked with modes of layouts. For highlighting: the user points at a mode, and the
// pieces of the text that compute it are highlighted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stridescope {

// The mode and layout of a piece of the text: bytes [begin, end).
struct KernelTextMode {
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  // The part of a layout, the path of the mode, and its meaning: "src: thread, mode 0.1, extent 8, stride 64".
  std::string mode;
};

// law: pieces do not overlap, and each is within the text. Text without marks is valid.
struct MarkedText {
  std::string text;
  // By position, ascending.
  std::vector<KernelTextMode> modes;
};

}  // namespace stridescope
