// Environment that ctest gives a test program.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

namespace stridescope {

// The value of an environment variable without which the test cannot run.
inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  REQUIRE_MESSAGE(value != nullptr, name << " is not set");
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace stridescope
