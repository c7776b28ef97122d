// The table of functions from builtins.def.
#include "core/functions/builtin.h"

#include <algorithm>

namespace stridescope {
namespace {

constexpr int any_number = 64;  // upper bound of the number of arguments

// The rows use these names.
using namespace roles;

constexpr Builtin table[] = {
#define STRIDESCOPE_BUILTIN(name, min_t, max_t, min_a, max_a, signature, doc, example, ...) \
  Builtin{#name, min_t, max_t, min_a, max_a, &builtin_##name, {__VA_ARGS__}},
#define STRIDESCOPE_TRACT_BUILTIN(name, min_t, max_t, min_a, max_a, signature, doc, example, ...) \
  Builtin{"tract." #name, min_t, max_t, min_a, max_a, &builtin_tract_##name, {__VA_ARGS__}},
#define STRIDESCOPE_ALIAS(name, of, min_t, max_t, min_a, max_a, signature, doc, example, ...) \
  Builtin{#name, min_t, max_t, min_a, max_a, &builtin_##of, {__VA_ARGS__}},
#include "core/functions/builtins.def"
#undef STRIDESCOPE_BUILTIN
};

static_assert(std::is_sorted(std::begin(table), std::end(table),
                             [](const Builtin& a, const Builtin& b) { return a.name < b.name; }),
              "builtins.def must stay sorted by name");

}  // namespace

std::span<const Builtin> builtins() { return table; }

const Builtin* find_builtin(std::string_view name) { return find_builtin(builtins(), name); }

const Builtin* find_tract_builtin(std::string_view name) { return find_tract_builtin(builtins(), name); }

}  // namespace stridescope
