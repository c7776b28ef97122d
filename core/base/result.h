// A value or an Error. The core throws nothing: a function that can fail returns a Result, and the caller checks it
// before dereferencing. A function that cannot fail returns its value directly, so a Result in a signature means that
// some inputs have no result; the comment above it names the codes.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/base/error.h"

namespace stridescope {

// tl::expected is std::expected of C++23: `if (!r) return failure(std::move(r.error()));`, then `*r`. Result<void>
// answers only whether a condition holds, and why not. Error is some hundred bytes; T is moved in and out, never
// copied.
//
//   const Result<Lesson> lesson = read_lesson(text);
//   if (!lesson) return failure(lesson.error());
//   return lesson->steps.size();
//
template <class T>
using Result = tl::expected<T, Error>;

// The return value of a function that fails. It converts to a Result of any type.
inline tl::unexpected<Error> failure(Error error) { return tl::unexpected<Error>(std::move(error)); }

// From the parts, without a span or a replacement, which the evaluator adds. The command line shows `error: MESSAGE`,
// the line of the program below it, and then `= HINT`.
inline tl::unexpected<Error> failure(ErrorCode code, Message message, Message hint = {}) {
  return failure(Error{code, std::move(message), std::move(hint), {}, {}});
}

}  // namespace stridescope
