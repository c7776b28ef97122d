// Removes the unread parts of a program: comments, and the branches that C++'s preprocessor excludes. Blanks replace
// them, so every position stays the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/foreign/cpp/macros.h"

namespace stridescope {

// The kind of a program's text: pasted sources have comments and statements that are not in our language.
enum class SourceKind {
  own,
  cpp,     // with an #include, a template or a brace of C++
  python,  // with an import, a def or a decorator: `//` is a division
};

struct SourceText {
  SourceKind kind = SourceKind::own;
  std::string text;           // empty: nothing is removed, and the program itself is used
  std::vector<Span> skipped;  // inactive branches of #if
  std::vector<Macro> macros;  // the definitions by #define and #undef, in order
};

// Comments are `#` and `//` to the end of the line and /* */; none of them begins in quoted text. For `#if 0` the other
// branch is read, also if a macro is 0 or #ifndef names a defined one; for every other #if the first branch. errors: a
// /* that is never closed.
SourceText without_comments(std::string_view program, std::vector<Error>& errors);

}  // namespace stridescope
