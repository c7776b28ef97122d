// Hints while a call is typed: the signature of the function, the argument at the caret, and the errors that are
// premature, since the missing part is still to come. Calls are found among the tokens, not in the tree: a program that
// is being typed has no tree there. Within `composition(A, coalesce(|` the call is that of coalesce; an applied layout,
// `A(1, |`, is not a call; a comment has none, and a statement that follows does not belong to an open call before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/records/records.h"

namespace stridescope::app {

// The innermost call of a function of the language around the caret.
struct TypedCall {
  // Its name, as it is called.
  std::string function;
  // The signature with the typed number of arguments, in three parts, of which the second is the argument at the caret;
  // it is empty if the signature has no such argument. bank_conflicts(A, | is "bank_conflicts<bits>(P, ", "operation",
  // ")". Template arguments count separately: bank_conflicts<| is at "bits".
  std::string before, argument, after;
  // Further signatures of the function, in their order; each whole.
  std::vector<std::string> others;
  // The first sentence of its documentation, in the catalog's language.
  std::string about;
  // In bytes of the program: from the function's name to behind its closing bracket, or to the program's end.
  Span span;
  // It has its closing bracket: it is judged as written.
  bool closed = false;
  // Errors that are not shown while the caret is in it, by their place among the report's diagnostics, ascending.
  std::vector<std::uint32_t> held;

  bool operator==(const TypedCall&) const = default;
};

// The call around the caret, which is a byte of the program; none outside of calls. `problems`: of the report of this
// program. An open call holds all errors from its statement on, since whatever follows is read as a part of it; a
// closed one holds those on its arguments' number and form. Work: one pass over the tokens. Any text is right.
std::optional<TypedCall> typed_call(std::string_view program, std::size_t caret,
                                    const std::vector<door::Problem>& problems, const Catalog& catalog);

// The same when the caret has moved and nothing was typed: a closed call has no hint, unless it had one before.
std::optional<TypedCall> typed_call_after_move(const std::optional<TypedCall>& before, std::string_view program,
                                               std::size_t caret, const std::vector<door::Problem>& problems,
                                               const Catalog& catalog);

}  // namespace stridescope::app
