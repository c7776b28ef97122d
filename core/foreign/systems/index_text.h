// Scans the text of a function of C++ that is read as a layout: its types, brackets, blocks and comments. For the
// finder of such functions (core/foreign/paste/paste_systems.cpp) and index_function.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {

// Words before a variable's name that are not one: const, static, uint32_t.
bool is_type_word(std::string_view word);
// Both kinds of comments as blanks.
std::string without_cpp_comments(std::string_view text);
// Past the bracket, round or square, that closes the one at `open`; the end if absent.
std::size_t behind_bracket(std::string_view text, std::size_t open);

// `{ ... }`: its contents, and its end.
struct Block {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t end = 0;  // 0: absent
};
// The block that begins at `at`, behind blanks.
Block block_at(std::string_view text, std::size_t at);

// `T` of const T, kittens::T, T const.
std::string_view bare_type(std::string_view type);
// Bytes of a type from its name; 0 for others.
std::int64_t bytes_of_type(std::string_view name);
// A cast to it leaves a coordinate or an address what it is.
bool is_wide_integer(std::string_view type);

}  // namespace stridescope
