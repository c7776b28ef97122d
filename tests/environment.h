// Environment variables that ctest passes to a test program.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

namespace stridescope {

// The value of a required environment variable.
inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  REQUIRE_MESSAGE(value != nullptr, name << " is not set");
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace stridescope
