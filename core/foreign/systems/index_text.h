// The text of a function of C++ that is read as a layout: its types, brackets, blocks and comments. For whoever finds
// such a function (core/foreign/paste/paste_systems.cpp) and index_function.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {

// What is no name of a variable before one: const, static, uint32_t.
bool is_type_word(std::string_view word);
// Both kinds of comments as blanks.
std::string without_cpp_comments(std::string_view text);
// Past the bracket, round or square, that closes the one at `open`; the end if there is none.
std::size_t behind_bracket(std::string_view text, std::size_t open);

// `{ ... }`: what stands in it, and where it ends.
struct Block {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t end = 0;  // 0: there is none
};
// The block that begins at `at`, behind blanks.
Block block_at(std::string_view text, std::size_t at);

// `T` of const T, kittens::T, T const.
std::string_view bare_type(std::string_view type);
// Of a type whose name says it; 0 of others.
std::int64_t bytes_of_type(std::string_view name);
// A cast to it leaves a coordinate or an address what it is.
bool is_wide_integer(std::string_view type);

}  // namespace stridescope
