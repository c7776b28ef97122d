// Text of a kernel in which bytes stand for modes of layouts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stridescope {

// Which mode of which layout a piece of the text stands for.
struct KernelTextMode {
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  std::string mode;  // "src: threads, mode 0.1"
};

// law: pieces do not overlap, and each lies within the text.
struct MarkedText {
  std::string text;
  std::vector<KernelTextMode> modes;  // by position
};

}  // namespace stridescope
