// Tests of numbers as people read them: quotients are those of the nearest decimal, also beyond 64 bits in between.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "core/base/number_text.h"

namespace stridescope {

TEST_CASE("numbers: a quotient is the nearest decimal, and whole without decimals") {
  CHECK(quotient(536870912, 4800000, 2) == "111.85");
  CHECK(quotient(6, 3, 2) == "2");
  CHECK(quotient(0, 3, 2) == "0");
  CHECK(quotient(1, 3, 0) == "0");
  CHECK(quotient(2, 3, 0) == "1");
  CHECK(quotient(1, 8, 2) == "0.13");
  CHECK(quotient(999, 1000, 2) == "1.00");
  CHECK(quotient(9999, 1000, 1) == "10.0");
  CHECK(quotient(INT64_MAX - 1, INT64_MAX, 3) == "1.000");
  CHECK(quotient(INT64_MAX, 2, 1) == "4611686018427387903.5");
  CHECK(percent_text(2, 3) == "66.7%");
  CHECK(percent_text(1, 8) == "12.5%");
  CHECK(percent_text(4, 4) == "100%");
  CHECK(percent_text(0, 0) == "0%");
  CHECK(percent_text(INT64_MAX, INT64_MAX) == "100.0%");
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto n = static_cast<std::int64_t>(random() % 1000000);
    const auto d = static_cast<std::int64_t>(random() % 1000 + 1);
    const double shown = std::stod(quotient(n, d, 3));
    CAPTURE(n);
    CAPTURE(d);
    CHECK(std::abs(shown - static_cast<double>(n) / static_cast<double>(d)) <= 0.0005 + 1e-9);
  }
}

}  // namespace stridescope
