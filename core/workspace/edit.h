// Edits of a program's text. They use the syntax tree: comments, quoted texts and the other statements stay verbatim.
// Nothing here changes a program: the caller inserts the text, so that it can be undone like typing. Positions are
// bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace stridescope {

// An edit of the program: its bytes in the span become the text. pre of applying it: the program is the one that was
// passed.
struct ProgramEdit {
  Span span;
  std::string text;
  // To the program's end: they are shown, and the caret goes to the end of the last one.
  bool adds_lines = false;
};
// The position of the inserted text in the changed program, without the line breaks around it.
Span came(const ProgramEdit& edit);

// --- the call that makes a statement's value: K = copy_kernel(A, B, C, dtype="half_t") ---

// One argument as it is written, with its place in the statement.
struct WrittenArgument {
  Span span;
  // For `option = value`; empty for the others.
  std::string_view option;
  // The argument itself if it is not an option.
  Span value;
};
// A call as it is written; its values are not looked at.
struct WrittenCall {
  std::string_view function;
  // From its name to its bracket, both included.
  Span span;
  // In the order in which they are written.
  std::vector<WrittenArgument> arguments;
};
// Nothing where `statement` is not one statement that is a call. The views are into it. Spans count from its begin.
std::optional<WrittenCall> written_call(std::string_view statement);
// The statement with `name=value` among the arguments, replaced or added after the last; empty without a call. `value`
// is inserted verbatim, with its quotation marks: with_option("K = copy_kernel(A, B, C)", "stages", "2") ends in `C,
// stages=2)`.
std::optional<std::string> with_option(std::string_view statement, std::string_view name, std::string_view value);
// The option's value in the statement, without quotation marks; empty if it does not exist.
std::string option_of(std::string_view statement, std::string_view name);

// --- programs ---

// A name like `wish` that does not occur in the program: L, else L2, L3, ... Words of comments count, so that nobody is
// misled.
std::string fresh_name(std::string_view program, std::string_view wish);
// Lines after the last one of the program that says something; blank lines at its end are replaced. `text` needs no
// line break at its end.
ProgramEdit appended_lines(std::string_view program, std::string_view text);
// The program with a name for its last value, so that it can be run; a statement a line. A value that has a name
// keeps it. The name is `wish` unless a statement has it.
std::string with_named_value(std::string_view program, std::string_view wish);
// Lines that add `text`, which was written elsewhere, to the program: verbatim, with a fresh name before each value
// without one. If values are among other words, as in a compiler's message, the words become comments and the values
// follow. `fills` are lines `n1 = 128` for the holes of `text` alone; they get the numbers that the holes then have,
// and lines `rows = 64` for names that it asks for. post: the values are those of the text itself; if names would
// change them, or there are more than 64, the text stays unchanged.
std::string pasted_lines(std::string_view program, std::string_view fills, std::string_view text);

}  // namespace stridescope
