// What `stridescope repl` remembers: the statements entered so far, as a program that every new entry is evaluated
// after. Only what a name still stands for is kept, so redefining names costs nothing in the long run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/workspace.h"

namespace stridescope::cli {

// Statements of one session: each entry evaluates them again.
inline constexpr std::size_t max_session_statements = 1000;

class Session {
 public:
  explicit Session(IntegerMode mode) : mode_(mode) {}

  // Evaluates one or more statements after those so far, prints their values and errors, and keeps what has a name.
  // False if there was an error.
  bool enter(std::string_view entry, bool quiet = false);

  // A value for a command: that of the name, of an expression, or the last one when the argument is empty. The error,
  // if there is none, is printed.
  struct NamedBinding {
    Workspace* workspace;
    int binding;
  };
  std::optional<NamedBinding> subject(std::string_view argument);

  IntegerMode mode() const { return mode_; }
  // Evaluates everything again. Where a statement has no value in the other mode, the mode stays and false is returned.
  bool set_mode(IntegerMode mode);
  void clear();

  // The statements, a line each; with the value of each as a comment.
  std::string program() const;
  std::string listing();
  // What may stand at the end of the text, after what was entered before.
  Completions complete(std::string_view text) const;

 private:
  struct Statement {
    std::string name;
    std::string text;
  };
  // False when there are more than the cap.
  bool keep_live();
  bool print_errors(const Workspace& workspace, std::size_t entry_begin) const;

  IntegerMode mode_;
  std::vector<Statement> statements_;
  Workspace workspace_;  // of the last entry
  Workspace scratch_;    // of the last expression that a command asked for
};

}  // namespace stridescope::cli
