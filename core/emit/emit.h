// Values as source text in the languages of the field, to be pasted into a program: CuTe C++, CuTe DSL, pycute, and
// plain Python. Pure text of the value, readable, because users read it.
// Sources: CUTLASS include/cute (layout.hpp, swizzle.hpp, numeric/arithmetic_tuple.hpp), python/pycute,
// python/CuTeDSL/cutlass/cute/core.py.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace stridescope {

enum class Language {
  cpp,     // CuTe C++: Layout<Shape<_2,_4>,Stride<_1,_2>>{}, make_layout(make_shape(Int<2>{}, 4), ...)
  dsl,     // CuTe DSL: cute.make_layout((2, 4), stride=(1, 2)); a comment marks dynamic integers
  pycute,  // pycute: Layout((2, 4), (1, 2)); it knows no static integers
  python,  // no library: shape and stride as tuples, all offsets as nested lists
};

// Caps: the text of one value, and the offsets that a Python list holds; larger layouts go without the list.
inline constexpr std::size_t max_emitted_bytes = 8 << 20;
inline constexpr std::int64_t max_listed_offsets = 4096;

// cpp, dsl, pycute, python.
std::string_view name_of(Language language);
std::optional<Language> language_named(std::string_view name);

// One expression, without a trailing semicolon. Law: in CuTe C++ it has the value's type, static integers included; in
// the others, its shape, strides and offsets. `unsupported` says why a value has no form in a language.
Result<std::string> code(const Value& value, Language language);

// One statement of a program, for a whole that runs in the other language.
struct CodeStatement {
  std::string_view name;    // empty for a bare expression, which gets a name of its own
  std::string_view source;  // the right-hand side as the user wrote it, one line: a comment
  const Value& value;
};

// A statement a line, `auto A = ...;` or `A = ...`. Every name is declared once: a name bound again, or one that the
// language or its library uses, gets a suffix. A value without a form becomes a comment that says why.
Result<std::string> code(std::span<const CodeStatement> statements, Language language);

// The expressions of one language each.
Result<std::string> cpp_code(const Value& value);
Result<std::string> python_code(const Value& value, Language language);
// For atoms and tilings (tiled.cpp). In CuTe C++ make_tiled_mma and make_tiled_copy_impl, with the layouts that a
// TiledMMA was made from recovered; in plain Python their layouts.
Result<std::string> tiled_code(const Value& value, Language language);
// A string literal, the same in C++ and Python.
std::string quoted(std::string_view text);

}  // namespace stridescope
