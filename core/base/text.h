// Building text without streams: streams would double the size of the page's module.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace stridescope {

inline void append_text(std::string& out, std::string_view text) { out.append(text); }
inline void append_text(std::string& out, char c) { out.push_back(c); }

template <std::integral T>
  requires(!std::same_as<T, char> && !std::same_as<T, bool>)
void append_text(std::string& out, T number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, end);
}

// Appends all parts, strings and integers alike, in order.
template <class... Parts>
void append_all(std::string& out, const Parts&... parts) {
  (append_text(out, parts), ...);
}

// Concatenates all parts, strings and integers alike.
template <class... Parts>
std::string cat(const Parts&... parts) {
  std::string out;
  append_all(out, parts...);
  return out;
}

}  // namespace stridescope
