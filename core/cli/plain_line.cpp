// A line from standard input as it comes, for pipes and where there is no line editor.
#include <cstdio>

#include "core/cli/line_editor.h"

namespace stridescope::cli {

LineRead read_plain_line(std::string& line) {
  line.clear();
  bool too_long = false;
  for (int c = std::getc(stdin); c != EOF; c = std::getc(stdin)) {
    if (c == '\n') return too_long ? LineRead::too_long : LineRead::line;
    if (line.size() < max_line_bytes)
      line.push_back(static_cast<char>(c));
    else
      too_long = true;
  }
  if (too_long) return LineRead::too_long;
  return line.empty() ? LineRead::end : LineRead::line;
}

}  // namespace stridescope::cli
