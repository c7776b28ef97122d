// What a surface shows where no line of a program has a value: beside each error how the call is written that it is
// about, and the pages of the reference on what the program uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/typed_call.h"

namespace stridescope::app {

inline constexpr std::size_t most_troubled_pages = 8;

// The innermost call of a function that the place stands in, or whose name it is; nothing where it stands in none.
std::optional<TypedCall> call_at(std::string_view program, Span place, const Catalog& catalog);

// Names of pages (library.h), each once: the functions that are called and the notations that are written, in the order
// of their first use, however broken the lines are. Never none: of a program that uses nothing those of what a program
// begins with.
std::vector<std::string> troubled_pages(std::string_view program);

}  // namespace stridescope::app
