// Quotes words, and reads the output of a command by popen.
#include "gpu_runner/shell.h"

#include <algorithm>
#include <cstdio>

namespace stridescope::gpu {

std::string shell_word(std::string_view word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

ShellOutput shell_output(const std::string& command, std::size_t most_bytes) {
  ShellOutput out;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  char buffer[65536];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    out.text.append(buffer, std::min(got, most_bytes - out.text.size()));
  out.status = pclose(pipe);
  return out;
}

}  // namespace stridescope::gpu
