// Without libedit: the terminal's own line editing.
#include <cstdio>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <unistd.h>
#endif

#include "core/cli/line_editor.h"

namespace stridescope::cli {

bool at_terminal() {
#ifdef __EMSCRIPTEN__
  // Emscripten's isatty holds every descriptor for a terminal.
  return emscripten_run_script_int("require('tty').isatty(0)") != 0;
#else
  return isatty(STDIN_FILENO) != 0;
#endif
}

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
