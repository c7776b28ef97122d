// Reads and writes texts of other systems for tests, with a budget that no sample exhausts.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "core/foreign/systems/interchange.h"
#include "core/value/print.h"

namespace stridescope {

inline Value read(std::string_view system, std::string_view text, const ForeignShape& shape = {}) {
  Budget budget(400'000'000, 1 << 28);
  Arith arith(&budget);
  const ForeignSystem* found = find_foreign_system(system);
  REQUIRE(found != nullptr);
  Value out = found->read(arith, text, shape);
  const std::string why = arith.failed() ? english(arith.error().value().message) : "";
  CAPTURE(text);
  CHECK(why == "");
  return out;
}

// The error message for an invalid text.
inline std::string refused(std::string_view system, std::string_view text, const ForeignShape& shape = {}) {
  Budget budget(400'000'000, 1 << 28);
  Arith arith(&budget);
  (void)find_foreign_system(system)->read(arith, text, shape);
  return arith.failed() ? english(arith.error().value().message) : "";
}

inline std::string write(std::string_view system, const Value& layout, const ForeignShape& shape = {}) {
  Budget budget(4'000'000'000, 1 << 28);
  Arith arith(&budget);
  const std::string out = find_foreign_system(system)->write(arith, layout, shape);
  return arith.failed() ? "error: " + english(arith.error().value().message) : out;
}

inline std::string shown(const Value& value) { return to_text(value, IntegerMode::teaching); }

}  // namespace stridescope
