// Builds text without streams, which would double the size of the page's module.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace stridescope {

// Types that are written as digits. Not booleans or characters: a char is written as a character, wider characters are
// not supported.
template <class T>
concept Whole = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
                !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

// A string, a character or an integer; valid as long as the expression that creates it, so that the joining code is
// compiled once.
class TextPart {
 public:
  TextPart(std::string_view text) : text_(text.data()), size_(text.size()) {}    // NOLINT(google-explicit-constructor)
  TextPart(const std::string& text) : text_(text.data()), size_(text.size()) {}  // NOLINT(google-explicit-constructor)
  TextPart(const char* text) : text_(text), kind_(Kind::terminated) {}           // NOLINT(google-explicit-constructor)
  TextPart(std::nullptr_t) = delete;
  // Only for char: a boolean, a double or an enumerator would convert to it.
  template <std::same_as<char> T>
  TextPart(T c)  // NOLINT(google-explicit-constructor)
      : size_(static_cast<unsigned char>(c)), kind_(Kind::character) {}
  template <Whole T>
  TextPart(T number)  // NOLINT(google-explicit-constructor)
      : size_(static_cast<std::uint64_t>(number)), kind_(std::is_signed_v<T> ? Kind::integer : Kind::natural) {}

  void append_to(std::string& out) const;

 private:
  enum class Kind : std::uint8_t { text, terminated, character, integer, natural };

  const char* text_ = nullptr;
  std::uint64_t size_ = 0;  // the length, the character or the number
  Kind kind_ = Kind::text;
};

inline void append_text(std::string& out, TextPart part) { part.append_to(out); }

void append_parts(std::string& out, const TextPart* parts, std::size_t count);
std::string join_parts(const TextPart* parts, std::size_t count);

// Appends text of an element or attribute of XML, with < > & " as entities.
void append_xml(std::string& out, std::string_view text);

// Characters of names in C++, Python and our language.
constexpr bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The line break at or after `at`, or the end.
inline std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

// Appends all parts, strings and integers alike, in order.
template <class... Parts>
void append_all(std::string& out, const Parts&... parts) {
  const TextPart all[] = {parts...};
  append_parts(out, all, sizeof...(parts));
}

// Concatenates all parts, strings and integers alike.
template <class... Parts>
std::string cat(const Parts&... parts) {
  const TextPart all[] = {parts...};
  return join_parts(all, sizeof...(parts));
}

}  // namespace stridescope
