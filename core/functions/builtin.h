// The functions of the language. builtins.def is the only list; a new function is a row there, a `builtin_NAME` in one
// of the builtins_*.cpp, and a golden line.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/lang/call.h"

namespace stridescope {

// Sorted by name.
std::span<const Builtin> builtins();
// Null if no function has that name.
const Builtin* find_builtin(std::string_view name);
// Finds tract.NAME by its name alone. Null if absent.
const Builtin* find_tract_builtin(std::string_view name);

// Documentation of a function of the table. (builtin_documentation.cpp: evaluating a program does not need it)
struct Documentation {
  std::string_view signature;  // several signatures are separated by three blanks
  Term doc;
  std::string_view example;
};
const Documentation& documentation_of(const Builtin& builtin);
// The first sentence of a paragraph, in any language.
std::string first_sentence(const std::string& paragraph);
// The signatures of a function, separated by `between`.
std::string signatures(const Builtin& builtin, std::string_view between);
// The spelling of a function, for hints: "append(t, x) or append<N>(t, x)".
Message signature_words(const Builtin& builtin);
// An example of argument i of a call with `count` arguments, for a name without a value: 128 for a possible integer.
// (builtin_documentation.cpp)
std::string_view example_argument(const Builtin& builtin, std::size_t i, std::size_t count, std::string_view name);
// True if the template arguments are modes of the argument: size<I...>(t).
bool takes_mode(const Builtin& builtin);

// The number of threads of a TiledMMA or a TiledCopy; empty, without a fault, for any other argument.
// (builtins_tiled.cpp)
std::optional<Value> threads_of_tiling(const Call& c);
// The kernel, or a fault with the reason if no CUDA text can be generated for any GPU. (builtins_kernels.cpp)
Value planned_kernel(const Call& c, Value kernel);

// Reads a layout of the system that has the function's name: triton, tilelang, ... (builtins_systems.cpp)
Value builtin_foreign_layout(const Call& c);

#define STRIDESCOPE_BUILTIN(name, ...) Value builtin_##name(const Call& c);
#define STRIDESCOPE_ALIAS(name, ...)
#include "core/functions/builtins.def"
#undef STRIDESCOPE_BUILTIN

}  // namespace stridescope
