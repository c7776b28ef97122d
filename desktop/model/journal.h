// Keeps what a window would lose if its process died: its programs, written down as they are typed. A window has one
// file, windows/NAME.journal, and holds its lock as long as it lives; each line of the file is its whole state. The
// next window takes over what ended windows have left.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "desktop/model/files.h"

namespace stridescope::desktop {

struct KeptProgram {
  std::string file;      // that it was opened from or saved to, or empty
  std::string document;  // as print_document has it
  bool held = false;     // a process ended while it evaluated it: it is text until somebody edits or evaluates it
  bool closed = false;   // the tab was closed
  bool operator==(const KeptProgram&) const = default;
};

struct KeptWindow {
  std::vector<KeptProgram> programs;
  std::int64_t shown = 0;   // of the programs
  bool evaluating = false;  // the one that is shown
  bool operator==(const KeptWindow&) const = default;
};

class Journal {
 public:
  // An empty folder: nothing is kept, and every function does nothing.
  explicit Journal(const std::string& folder);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  // All that was under way has ended well by then.
  ~Journal();

  // Returns what ended windows have left, the newest first. Their files stay until this window has written its own.
  std::vector<KeptWindow> take_over();
  // All that the window has; nothing is written where it had that before. What is not written is tried again the next
  // time.
  void write(const KeptWindow& now);
  Message trouble;  // with the last write; empty without one
  // As a file that a window takes over.
  static std::string print(const KeptWindow& window);

 private:
  bool begin();

  std::string folder_;  // of the journals
  std::string before_;  // where earlier versions kept their programs
  std::string path_;
  int file_ = -1;
  std::size_t bytes_ = 0;
  KeptWindow written_;
  std::vector<std::pair<std::string, int>> taken_;  // files, and their locks
};

// A program that somebody would miss: neither blank, nor the one that a first start shows, nor what its file holds.
bool worth_keeping(const KeptProgram& program, std::string_view first_program);

}  // namespace stridescope::desktop
