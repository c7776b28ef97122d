// Code of C++ or Python inside a program: where a statement ends, whether it is about layouts, which names it declares.
// By brackets and words alone: what it says is read by paste_statement.cpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/foreign/cpp/source_text.h"

namespace stridescope {

inline constexpr std::size_t max_paste = 1 << 16;  // characters of one statement, and of one type

// The end of code that starts at `begin`: before the `;` or line break outside brackets. With an unclosed bracket, the
// end of the line.
std::size_t code_end(std::string_view text, std::size_t begin, std::size_t& looked_at);
// The end of a statement of C++: after its `;`, or before a brace that is not a value's.
std::size_t cpp_end(std::string_view text, std::size_t begin, std::size_t& looked_at);
// Lines of hexadecimal words only, as a debugger shows memory: their number of bytes, and their end. No bytes for fewer
// than four words.
struct MemoryDump {
  std::size_t bytes = 0;
  std::size_t end = 0;
};
MemoryDump memory_dump(std::string_view text, std::size_t begin, std::size_t& looked_at);
// The integers in a text, up to `most`; one of more than 15 digits is cut.
std::vector<std::int64_t> integers_of(std::string_view text, std::size_t most);
// The first byte from `at` on that is not a blank.
std::size_t skip_blanks(std::string_view text, std::size_t at);
// True if it calls a function, or names a type, of layouts.
bool calls_layouts(std::string_view text);
// The same of our own functions and of types, or names an atom.
bool is_about_layouts(std::string_view text);
// Params p { a, b }: of a struct that is none of CuTe's.
bool fills_members(std::string_view text);
// x |= f(y): what it changes is known no more.
bool assigns_in_place(std::string_view text);
// True for a call and nothing else, f<Shape<_2>>(L), x.f(Shape<_2>{}), with or without `name =` before it: types in it
// are not an answer. False for the name of a kernel as a profiler prints it, f<Shape<_2>>(float*, int).
bool is_call(std::string_view text);
// return n <= 1 ? 0 : 1 + log2(n / 2): of a function on integers. A name alone may be a layout's.
bool returns_number(std::string_view text);
// float alpha = 1.0f, half_t x{}, auto s = 1.f / 8, alpha: float = 1.0: a number with a point, which is not a part of
// layouts.
bool declares_float(std::string_view text);
// In Python all names before the `=`: a, (b, _) = f(x).
std::vector<Span> declared_names(std::string_view text, std::size_t begin, std::size_t end, SourceKind kind);

}  // namespace stridescope
