// Writes values as source text to paste into a program: CuTe C++, CuTe DSL, pycute, and plain Python. The text depends
// on the value alone and is formatted for readers.
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
  pycute,  // pycute: Layout((2, 4), (1, 2)); pycute has no static integers
  python,  // without a library: shape and stride as tuples, all offsets as nested lists
};

// Limits: the text of one value, and the offsets in a Python list; larger layouts have no list.
inline constexpr std::size_t max_emitted_bytes = 8 << 20;
inline constexpr std::int64_t max_listed_offsets = 4096;

// cpp, dsl, pycute, python.
std::optional<Language> language_named(std::string_view name);

// One expression, without a trailing semicolon. Law: in CuTe C++ it has the value's type, static integers included; in
// the other languages its shape, strides and offsets. unsupported: the language cannot express the value; the error
// gives the reason.
Result<std::string> code(const Value& value, Language language);

// One statement of a program that is translated as a whole.
struct CodeStatement {
  std::string_view name;    // empty for a bare expression, which gets a generated name
  std::string_view source;  // the right-hand side as the user wrote it, on one line; becomes a comment
  const Value& value;
};

// One statement per line, `auto A = ...;` or `A = ...`. Every name is declared once: a rebound name, or one that the
// language or its library uses, gets a suffix. A value without a form becomes a comment with the reason.
Result<std::string> code(std::span<const CodeStatement> statements, Language language);

// The expressions of single languages.
Result<std::string> cpp_code(const Value& value);
Result<std::string> python_code(const Value& value, Language language);
// For atoms and tilings (tiled.cpp). CuTe C++: make_tiled_mma and make_tiled_copy_impl, with the recovered arguments of
// make_tiled_mma. Plain Python: their layouts.
Result<std::string> tiled_code(const Value& value, Language language);
// A string literal, the same in C++ and Python.
std::string quoted(std::string_view text);

}  // namespace stridescope
