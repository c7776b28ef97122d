// What is said while a call is typed: how the function is called, which argument the caret is in, and which errors are
// not yet worth telling, since what they miss is still to come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/records.h"

namespace stridescope::app {

// The innermost call of a function of the language around the caret.
struct TypedCall {
  std::string function;
  // The signature that has as many arguments as are typed, in three parts, of which the second is the argument at the
  // caret; it is empty where the signature has no such argument.
  std::string before, argument, after;
  std::vector<std::string> others;  // further signatures
  std::string about;                // the documentation's first sentence, in the catalog's language
  Span span;                        // bytes of the program: from the function's name to its bracket, or to the end
  bool closed = false;              // its bracket is there
  std::vector<std::uint32_t> held;  // errors that are not shown while the caret is in it, by their place in the report

  bool operator==(const TypedCall&) const = default;
};

// `problems`: of the report of this program. An open call holds all errors from its statement on, since whatever
// follows is read as a part of it; a closed one holds those on its arguments' number and form.
std::optional<TypedCall> typed_call(std::string_view program, std::size_t caret,
                                    const std::vector<door::Problem>& problems, const Catalog& catalog);

// The same when the caret has moved and nothing was typed: of a closed call nothing is said, unless it was before.
std::optional<TypedCall> typed_call_after_move(const std::optional<TypedCall>& before, std::string_view program,
                                               std::size_t caret, const std::vector<door::Problem>& problems,
                                               const Catalog& catalog);

}  // namespace stridescope::app
