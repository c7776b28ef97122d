// Programs that the shell starts, for their output.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stridescope::gpu {

// A word quoted for a shell.
std::string shell_word(std::string_view word);

struct ShellOutput {
  std::string text;  // text of standard output, cut off
  int status = -1;   // 0: the command succeeded; -1: it did not start
};
// Waits for the command. Too slow for a frame.
ShellOutput shell_output(const std::string& command, std::size_t most_bytes);

}  // namespace stridescope::gpu
