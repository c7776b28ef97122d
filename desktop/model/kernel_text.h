// The generated CUDA of a kernel value, with the mode that each piece of it stands for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::desktop {

struct KernelText {
  struct Mode {
    std::size_t begin = 0;  // bytes of the text
    std::size_t end = 0;
    std::string mode;  // "src: threads, mode 0.1"
  };
  std::string name;
  std::string text;
  std::vector<Mode> modes;
  std::vector<std::size_t> lines;  // where each begins
  std::int64_t blocks = 0, threads = 0, shared_bytes = 0;
  std::string needs;

  std::string_view line(std::size_t i) const;
  // The smallest piece that holds the byte, or null.
  const Mode* mode_at(std::size_t byte) const;
};

// Of `emit --format cuda_json`.
KernelText read_kernel_text(std::string_view json);

struct InstructionCount {
  std::string name;
  int count = 0;
};
// How often each instruction stands in PTX or SASS, the most frequent first.
std::vector<InstructionCount> instruction_mix(std::string_view assembly);

}  // namespace stridescope::desktop
