// Reading lines from a person: with history, completion and editing where there is libedit (line_editor_libedit.cpp),
// plainly where there is none (line_editor_none.cpp). The build chooses by file.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::cli {

inline constexpr std::size_t max_line_bytes = 1 << 20;

enum class LineRead {
  line,
  interrupted,  // Ctrl-C: what was typed is to be forgotten
  too_long,     // more than max_line_bytes; it was skipped
  end,
};

// Whether stdin is a person's terminal.
bool at_terminal();

// The next line of stdin without its line break.
LineRead read_plain_line(std::string& line);

// What may stand at the cursor: words for the last `replace` bytes of the line up to there.
struct Offer {
  std::size_t replace = 0;
  std::vector<std::string> words;
};

class LineEditor {
 public:
  using Complete = Offer (*)(void* context, std::string_view before);

  // The history is kept in a file of the user's state folder; where it cannot be, it is forgotten at the end.
  LineEditor(Complete complete, void* context);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  LineRead read(const char* prompt, std::string& line);
  // Puts the line into the history.
  void remember(const std::string& line);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stridescope::cli
