// Preserves the programs of a window in case its process dies. Programs are written while they are typed. A window has
// one file, windows/NAME.journal, and holds its lock as long as it lives; each line of the file is the complete state.
// The next window takes over the journals of ended windows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "desktop/model/files.h"

namespace stridescope::desktop {

struct KeptProgram {
  std::string file;      // the file that it was opened from or saved to; or empty
  std::string document;  // written by print_document
  bool held = false;     // a process ended while evaluating it: it stays text until the user edits or evaluates it
  bool closed = false;   // the tab was closed
  bool operator==(const KeptProgram&) const = default;
};

struct KeptWindow {
  std::vector<KeptProgram> programs;
  std::int64_t shown = 0;   // index of the shown program
  bool evaluating = false;  // the shown program was being evaluated
  bool operator==(const KeptWindow&) const = default;
};

class Journal {
 public:
  // With an empty folder nothing is stored, and every function does nothing.
  explicit Journal(const std::string& folder);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  // All work has ended normally by then.
  ~Journal();

  // Returns the states of ended windows, newest first. Their files stay until this window has written its own.
  std::vector<KeptWindow> adopt();
  // All that the window has; nothing is written where it had that before. What is not written is tried again the next
  // time.
  void write(const KeptWindow& now);
  Message trouble;  // failure of the last write; empty without one
  // The state in the format of the files that another window can take over.
  static std::string print(const KeptWindow& window);

 private:
  bool begin();

  std::string folder_;  // folder of the journals
  std::string before_;  // where earlier versions kept their programs
  std::string path_;
  int file_ = -1;
  std::size_t bytes_ = 0;
  KeptWindow written_;
  std::vector<std::pair<std::string, int>> taken_;  // files with their locks
};

// True for a program that is worth restoring: not blank, not the first start's program, and different from its file.
bool worth_keeping(const KeptProgram& program, std::string_view first_program);

}  // namespace stridescope::desktop
