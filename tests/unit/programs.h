// Programs as tests use them: their last value, or their first error.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "core/foreign/evaluate.h"
#include "core/value/print.h"

namespace stridescope {

// As printed.
inline std::string last(std::string_view program, IntegerMode mode = IntegerMode::cute) {
  const Evaluation e = evaluate(program, mode);
  if (!e.errors.empty()) return "error: " + english(e.errors[0].message);
  if (e.bindings.empty()) return "nothing";
  return to_text(e.bindings.back().value, mode);
}

inline Error first_error(std::string_view program) {
  const Evaluation e = evaluate(program, IntegerMode::cute);
  REQUIRE_FALSE(e.errors.empty());
  return e.errors[0];
}

}  // namespace stridescope
