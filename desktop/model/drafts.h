// What was typed, kept for each window by itself, and whether it was proven to be evaluated without harm. In the folder
// `drafts` a draft is two files: NAME.stride, what was typed, and NAME.lock, which its process holds locked as long as
// it lives and in which it notes the program that it is about to evaluate. What a process leaves behind, however it
// ended, the next one finds: a program that was under evaluation then comes back as text alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "desktop/model/files.h"

namespace stridescope::desktop {

struct Draft {
  std::string name;
  std::string file;  // that the program was opened from or saved to, or empty
  Document document;
  bool unproven = false;     // its process ended while it evaluated this program
  std::int64_t changed = 0;  // nanoseconds since 1970
};

class Drafts {
 public:
  // An empty folder: nothing is kept, and every function does nothing.
  explicit Drafts(std::string folder);
  Drafts(const Drafts&) = delete;
  Drafts& operator=(const Drafts&) = delete;
  // Leaves the own draft to the next process: all that was under way has ended well by then, unless it is `held`.
  ~Drafts();
  bool held = false;  // it was never evaluated, and stays as unproven as it was

  bool kept() const { return !folder_.empty(); }
  // Those that no process has, the newest first.
  std::vector<Draft> left() const;
  // Begins one of its own.
  void begin();
  // Takes over one of those that are left, and leaves its own. Nothing where another process was faster.
  std::optional<Draft> take(const std::string& name);
  void discard(const std::string& name) const;

  // Of the own draft; empty: there is none.
  const std::string& name() const { return name_; }
  // Where the own draft is kept; empty: nowhere. A file of print_draft.
  std::string path() const;
  // Before an evaluation of the program: if the process ends before `proven`, the draft is unproven.
  void about_to_evaluate(const Document& document);
  void proven();
  bool evaluating() const { return evaluating_; }

 private:
  std::string folder_;
  std::string name_;
  int lock_ = -1;  // of the own draft
  bool evaluating_ = false;
};

// The file's name in the first line, then the document.
std::string print_draft(const std::string& file, const Document& document);
Draft read_draft(std::string_view text);

// A program that somebody would miss: neither blank, nor the one that a first start shows, nor what its file holds.
bool worth_keeping(const Draft& draft, std::string_view first_program);

}  // namespace stridescope::desktop
