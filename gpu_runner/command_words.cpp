// Splits a command line into words, without any expansion.
#include "gpu_runner/command_words.h"

#include <utility>

namespace stridescope::gpu {

std::vector<std::string> command_words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  char quote = 0;
  bool any = false;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
      any = true;
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      if (any) out.push_back(std::move(word));
      word.clear();
      any = false;
    } else {
      word.push_back(c);
      any = true;
    }
  }
  if (any) out.push_back(std::move(word));
  return out;
}

}  // namespace stridescope::gpu
