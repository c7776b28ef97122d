// The last value of a program, or its first error, for tests.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/foreign/evaluate.h"
#include "core/value/print.h"

namespace stridescope {

// The last value, printed.
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

// The parts of a program that its note names.
inline std::vector<Span> skipped_spans(const Evaluation& e) {
  std::vector<Span> out;
  for (const Remainder& one : e.remainders) {
    if (remainder_note(one.kind) != RemainderNote::quiet) out.push_back(one.span);
  }
  return out;
}

}  // namespace stridescope
