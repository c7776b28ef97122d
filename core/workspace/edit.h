// Edits of a program's text. They use the syntax tree: comments, quoted texts and other statements stay verbatim. No
// function here changes a program: the caller inserts the text, so that the user can undo it like typing. Positions are
// bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace stridescope {

// An edit of the program: the text replaces the bytes of the span. pre: it is applied to the program that was passed.
struct ProgramEdit {
  Span span;
  std::string text;
  // Lines are added at the program's end: show them, and move the caret to the end of the last one.
  bool adds_lines = false;
};
// The span of the inserted text in the changed program, without the line breaks around it.
Span came(const ProgramEdit& edit);

// --- the call that makes a statement's value: K = copy_kernel(A, B, C, dtype="half_t") ---

// One argument as written, with its position in the statement.
struct WrittenArgument {
  Span span;
  // The name in `option = value`; empty for other arguments.
  std::string_view option;
  // The span of the value, or of the whole argument if it is not an option.
  Span value;
};
// A call as written; its values are not evaluated.
struct WrittenCall {
  std::string_view function;
  // From the name to the closing bracket, both included.
  Span span;
  // In the order of the text.
  std::vector<WrittenArgument> arguments;
};
// Empty unless `statement` is a single statement that is a call. The views point into it. Spans count from its start.
std::optional<WrittenCall> written_call(std::string_view statement);
// The statement with `name=value` among the arguments, replaced or added after the last one; empty if it is not a call.
// `value` is inserted verbatim, including quotation marks: with_option("K = copy_kernel(A, B, C)", "stages", "2") ends
// in `C, stages=2)`.
std::optional<std::string> with_option(std::string_view statement, std::string_view name, std::string_view value);
// The value of the option in the statement, without quotation marks; empty if the statement does not have it.
std::string option_of(std::string_view statement, std::string_view name);

// --- programs ---

// A name like `wish` that does not occur in the program: L, or else L2, L3, ... Names in comments count, too, to avoid
// confusion.
std::string fresh_name(std::string_view program, std::string_view wish);
// Appends lines after the last non-blank line of the program; they replace blank lines at its end. `text` needs no line
// break at its end.
ProgramEdit appended_lines(std::string_view program, std::string_view text);
// The program with a name for its last value, so that it can be run; one statement per line. A value with a name keeps
// it. The name is `wish` unless a statement already has it.
std::string with_named_value(std::string_view program, std::string_view wish);
// Lines that add `text`, which comes from elsewhere, to the program: verbatim, with a fresh name before each value
// without one. If values are among other words, for example in a compiler's message, the words become comments,
// followed by the values. `fills` are lines such as `n1 = 128` for the holes of `text`, numbered in `text` alone; they
// get the numbers of the holes in the program. Lines such as `rows = 64` are for names that `text` requires. post: the
// values are those of `text`; if names would change them, or if there are more than 64, the text stays unchanged.
std::string pasted_lines(std::string_view program, std::string_view fills, std::string_view text);

}  // namespace stridescope
