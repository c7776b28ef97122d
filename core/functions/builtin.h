// The functions of the language. builtins.def is the one list; a new function is a row there, a `builtin_NAME` in one
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
// tract.NAME by its name alone. Null if absent.
const Builtin* find_tract_builtin(std::string_view name);

// Documentation of a function of the table. (builtin_documentation.cpp: no program runs it)
struct Documentation {
  std::string_view signature;  // several are three blanks apart
  Term doc;
  std::string_view example;
};
const Documentation& documentation_of(const Builtin& builtin);
// The first sentence of a paragraph, in any language.
std::string first_sentence(const std::string& paragraph);
// Its signatures with `between` between them.
std::string signatures(const Builtin& builtin, std::string_view between);
// Its spelling, for hints: "append(t, x) or append<N>(t, x)".
Message signature_words(const Builtin& builtin);
// An example of argument i of a call of `count` arguments, as it is written, for a name that has no value: 128 for a
// possible integer. (builtin_documentation.cpp)
std::string_view example_argument(const Builtin& builtin, std::size_t i, std::size_t count, std::string_view name);
// True if its template arguments are modes of its argument: size<I...>(t).
bool takes_mode(const Builtin& builtin);

// The number of threads of a TiledMMA or a TiledCopy; nothing, with no fault, where the argument is neither.
// (builtins_tiled.cpp)
std::optional<Value> threads_of_tiling(const Call& c);
// The kernel, or a fault with the reason where no CUDA can be made of it, whatever the GPU. (builtins_kernels.cpp)
Value planned_kernel(const Call& c, Value kernel);

#define STRIDESCOPE_BUILTIN(name, ...) Value builtin_##name(const Call& c);
#include "core/functions/builtins.def"
#undef STRIDESCOPE_BUILTIN

}  // namespace stridescope
