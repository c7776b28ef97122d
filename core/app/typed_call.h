// Hints while the user types a call: the signature of the function, the argument at the caret, and the errors to hide
// because the missing part is still to come. Calls are found among the tokens, since an incomplete program has no
// syntax tree there. In `composition(A, coalesce(|` the call is that of coalesce. An applied layout, `A(1, |`, is not a
// call; a comment contains none, and a statement that follows does not belong to an open call before it.
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
  // The name in the call.
  std::string function;
  // The signature for the number of arguments typed so far, in three parts. The second part is the argument at the
  // caret; it is empty if the signature has no such argument. bank_conflicts(A, | is "bank_conflicts<bits>(P, ",
  // "operation", ")". Template arguments count separately: bank_conflicts<| is at "bits".
  std::string before, argument, after;
  // The other signatures of the function, whole, in their order.
  std::vector<std::string> others;
  // The first sentence of its documentation, in the catalog's language.
  std::string about;
  // Byte range in the program: from the function's name to after its closing bracket, or to the end of the program.
  Span span;
  // The call has its closing bracket, so its errors count.
  bool closed = false;
  // Errors to hide while the caret is in the call: ascending indices into the report's diagnostics.
  std::vector<std::uint32_t> held;

  bool operator==(const TypedCall&) const = default;
};

// The call around the caret, which is a byte of the program; empty outside calls. `problems`: from the report of this
// program. An open call hides all errors from its statement on, since it absorbs whatever follows; a closed call hides
// those on the number and form of its arguments. Work: one pass over the tokens. Any text is valid.
std::optional<TypedCall> typed_call(std::string_view program, std::size_t caret,
                                    const std::vector<door::Problem>& problems, const Catalog& catalog);

// The same after a move of the caret without typing: a closed call has no hint, unless it had one before.
std::optional<TypedCall> typed_call_after_move(const std::optional<TypedCall>& before, std::string_view program,
                                               std::size_t caret, const std::vector<door::Problem>& problems,
                                               const Catalog& catalog);

}  // namespace stridescope::app
