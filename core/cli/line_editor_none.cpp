// Without libedit: the terminal's own line editing.
#include <cstdio>

#include "core/cli/line_editor.h"

namespace stridescope::cli {

struct LineEditor::State {};

LineEditor::LineEditor(Complete, void*) {}
LineEditor::~LineEditor() = default;

LineRead LineEditor::read(const char* prompt, std::string& line) {
  std::fputs(prompt, stdout);
  std::fflush(stdout);
  return read_plain_line(line);
}

void LineEditor::remember(const std::string&) {}

}  // namespace stridescope::cli
