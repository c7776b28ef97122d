// Code of C++ or Python inside a program: the end of a statement, whether it is about layouts, and the names that it
// declares. Uses only brackets and words: paste_statement.cpp reads the contents.
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
// The end of a statement of C++: after its `;`, or before a brace that does not belong to a value.
std::size_t cpp_end(std::string_view text, std::size_t begin, std::size_t& looked_at);
// Lines of hexadecimal words only, a debugger's view of memory: their number of bytes, and their end. No bytes for
// fewer than four words.
struct MemoryDump {
  std::size_t bytes = 0;
  std::size_t end = 0;
};
MemoryDump memory_dump(std::string_view text, std::size_t begin, std::size_t& looked_at);
// The integers in a text, up to `most`; integers of more than 15 digits are cut.
std::vector<std::int64_t> integers_of(std::string_view text, std::size_t most);
// The first byte from `at` on that is not a blank.
std::size_t skip_blanks(std::string_view text, std::size_t at);
// True if it calls a function of layouts, or names a type of them.
bool calls_layouts(std::string_view text);
// The same, also for our own functions, or if it names an atom.
bool is_about_layouts(std::string_view text);
// Params p { a, b }: a struct that is not one of CuTe's.
bool fills_members(std::string_view text);
// x |= f(y): the changed value becomes unknown.
bool assigns_in_place(std::string_view text);
// True for a call and nothing else, f<Shape<_2>>(L), x.f(Shape<_2>{}), with or without `name =` before it: types in it
// are not results. False for the name of a kernel as printed by a profiler, f<Shape<_2>>(float*, int).
bool is_call(std::string_view text);
// return n <= 1 ? 0 : 1 + log2(n / 2): of a function on integers. A name alone can be a layout.
bool returns_number(std::string_view text);
// float alpha = 1.0f, half_t x{}, auto s = 1.f / 8, alpha: float = 1.0: a number with a point, which is not part of a
// layout.
bool declares_float(std::string_view text);
// In Python all names before the `=`: a, (b, _) = f(x).
std::vector<Span> declared_names(std::string_view text, std::size_t begin, std::size_t end, SourceKind kind);

}  // namespace stridescope
