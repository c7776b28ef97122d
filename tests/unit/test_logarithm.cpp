// The logarithm and the power that all surfaces share: their errors, and their bits.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "core/base/bit_cast.h"
#include "core/base/logarithm.h"
#include "core/base/text.h"

namespace stridescope {

TEST_CASE("logarithm and power are near those of the library, with the same bits on every surface") {
  std::uint64_t bits = 0;
  double x = 1e-9;
  for (int i = 0; i < 2000; ++i, x *= 1.0239) {
    CAPTURE(x);
    CHECK(std::abs(logarithm(x) - std::log(x)) <= 1e-15 * std::abs(std::log(x)));
    bits = bits * 31 + bit_cast<std::uint64_t>(logarithm(x));
    for (const double exponent : {2.6, 1 / 2.6}) {
      const double power = real_power(x, exponent);
      CHECK(std::abs(power / std::pow(x, exponent) - 1) < 1e-13);
      bits = bits * 31 + bit_cast<std::uint64_t>(power);
    }
  }
#if !defined(__FP_FAST_FMA) && !defined(__FMA__)  // which round two operations once
  CHECK(bits == 18211123148302596202U);           // of the first run; a surface that rounds otherwise has others
#endif
  CHECK(logarithm(1) == 0);
  CHECK(real_power(0, 2.6) == 0);
  CHECK(std::isnan(real_power(std::nan(""), 2.6)));
  CHECK(real_power(std::numeric_limits<double>::infinity(), 2.6) == std::numeric_limits<double>::infinity());
}

TEST_CASE("powers of ten are the nearest numbers") {
  for (int i = -22; i <= 22; ++i) CHECK(power_of_ten(i) == std::stod(cat("1e", i)));
  CHECK(power_of_ten(-std::numeric_limits<double>::infinity()) == 0);
}

}  // namespace stridescope
