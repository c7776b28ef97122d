// What a layout is as a function, by brute force over its domain where that is affordable.
#pragma once

#include <optional>

#include "core/value/value.h"

namespace stridescope {

// Above this many coordinates nothing is enumerated.
inline constexpr std::int64_t max_enumerated = 1 << 20;

struct FunctionFacts {
  std::optional<bool> injective;   // no two coordinates share an offset; nothing: not checked
  std::optional<bool> contiguous;  // every integer between the smallest and the largest offset is hit
};

FunctionFacts function_facts(const Value& value);

}  // namespace stridescope
