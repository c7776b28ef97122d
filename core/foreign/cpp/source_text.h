// A program without what is not read: comments, and the branches that C++'s preprocessor leaves out. Blanks stand in
// their places, so that every position stays what it was.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/foreign/cpp/macros.h"

namespace stridescope {

// What sort of text a program is: pasted sources have comments and statements that our own language has not.
enum class SourceKind {
  own,
  cpp,     // with an #include, a template or a brace of C++
  python,  // with an import, a def or a decorator: `//` divides there
};

struct SourceText {
  SourceKind kind = SourceKind::own;
  std::string text;           // empty: the program itself, in which nothing is to be left out
  std::vector<Span> skipped;  // branches of #if that are not read
  std::vector<Macro> macros;  // that #define and #undef say of names, in their order
};

// Comments are `#` and `//` to the end of the line and /* */; none of them begins in a text in quotation marks. Of
// `#if 0` the other branch is read, also where a macro is 0 or #ifndef asks for one that there is, of every other #if
// the first. errors: a /* that is never closed.
SourceText without_comments(std::string_view program, std::vector<Error>& errors);

}  // namespace stridescope
