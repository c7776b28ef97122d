// Characters, types and blocks of an index function.
#include "core/foreign/systems/index_text.h"

#include <algorithm>

#include "core/base/brackets.h"
#include "core/tiled/atom.h"

namespace stridescope {

// Words before the name of a variable: const, static, uint32_t.
bool is_type_word(std::string_view word) {
  static constexpr std::string_view words[] = {"const",    "constexpr", "static",     "inline",   "auto",     "int",
                                               "unsigned", "long",      "size_t",     "uint32_t", "uint64_t", "int32_t",
                                               "int64_t",  "uintptr_t", "__device__", "uint",     "bool"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Replaces both kinds of comments by blanks.
std::string without_cpp_comments(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i + 1 < out.size(); ++i) {
    if (out[i] != '/' || (out[i + 1] != '/' && out[i + 1] != '*')) continue;
    const bool line = out[i + 1] == '/';
    const std::size_t end = std::min(text.find(line ? "\n" : "*/", i + 2), text.size());
    const std::size_t stop = std::min(line ? end : end + 2, text.size());
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(i), out.begin() + static_cast<std::ptrdiff_t>(stop), ' ');
    i = stop;
  }
  return out;
}

// Past the bracket that closes the one at `open`; the end if absent.
std::size_t behind_bracket(std::string_view text, std::size_t open) {
  return std::min(past_bracket(text, open, {.braces = false, .quotes = Quotes::none}), text.size());
}

Block block_at(std::string_view text, std::size_t at) {
  const std::size_t open = text.find_first_not_of(" \t\r\n", at);
  if (open == std::string_view::npos || text[open] != '{') return {};
  const std::size_t end = past_bracket(text, open, {.quotes = Quotes::none});
  return end == std::string_view::npos ? Block() : Block{open + 1, end - 1, end};
}

// `T` of const T, kittens::T, T const.
std::string_view bare_type(std::string_view type) {
  type = trimmed(type);
  for (const std::string_view word : {"const ", "typename ", "volatile "}) {
    if (type.starts_with(word)) type = trimmed(type.substr(word.size()));
  }
  if (type.ends_with(" const")) type = trimmed(type.substr(0, type.size() - 6));
  if (const std::size_t colons = type.rfind("::"); colons != std::string_view::npos && type.back() != '>')
    type.remove_prefix(colons + 2);
  return type;
}

// Bytes of a type from its name; 0 for others.
std::int64_t bytes_of_type(std::string_view name) {
  static constexpr std::pair<std::string_view, std::int64_t> others[] = {
      {"fp8e8m0", 1}, {"bf16_2", 4}, {"half_2", 4}, {"half2", 4},     {"__half2", 4},  {"__nv_bfloat162", 4},
      {"float2", 8},  {"int2", 8},   {"uint2", 8},  {"uintptr_t", 8}, {"intptr_t", 8}, {"double2", 16}};
  for (const auto& [other, bytes] : others) {
    if (name == other) return bytes;
  }
  const auto type = type_named(name);
  return type && type->bits % 8 == 0 ? type->bits / 8 : 0;
}

// A cast to it does not change a coordinate or an address.
bool is_wide_integer(std::string_view type) {
  static constexpr std::string_view words[] = {
      "int",      "unsigned",  "unsigned int", "uint",          "int32_t",
      "uint32_t", "int64_t",   "uint64_t",     "size_t",        "intptr_t",
      "long",     "uintptr_t", "long long",    "unsigned long", "unsigned long long",
      "ptrdiff_t"};
  return std::find(std::begin(words), std::end(words), type) != std::end(words);
}

}  // namespace stridescope
