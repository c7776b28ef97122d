// Scans the text of a C++ function that is read as a layout: its types, brackets, blocks and comments. For the finder
// of such functions (core/foreign/paste/paste_systems.cpp) and index_function.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {

// Words before the name of a variable: const, static, uint32_t.
bool is_type_word(std::string_view word);
// Replaces both kinds of comments by blanks.
std::string without_cpp_comments(std::string_view text);
// Past the bracket, round or square, that closes the one at `open`; the end if absent.
std::size_t behind_bracket(std::string_view text, std::size_t open);

// `{ ... }`: its contents, and its end.
struct Block {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t end = 0;  // 0: absent
};
// The block that begins at `at`, after blanks.
Block block_at(std::string_view text, std::size_t at);

// `T` of const T, kittens::T, T const.
std::string_view bare_type(std::string_view type);
// Bytes of a type from its name; 0 for others.
std::int64_t bytes_of_type(std::string_view name);
// A cast to it does not change a coordinate or an address.
bool is_wide_integer(std::string_view type);

}  // namespace stridescope
