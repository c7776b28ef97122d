// log(x) = e log(2) + 2 artanh((m - 1) / (m + 1)) for x = m 2^e with m near 1; exp(x) likewise, by its series.
#include "core/base/logarithm.h"

#include <algorithm>
#include <cmath>

namespace stridescope {

static constexpr double log_of_2 = 0.693147180559945309;

double logarithm(double x) {
  if (std::isinf(x)) return x;
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.7071) m *= 2, --e;
  const double s = (m - 1) / (m + 1);
  double sum = 0;
  for (int k = 23; k > 0; k -= 2) sum = sum * (s * s) + 2.0 / k;
  return e * log_of_2 + s * sum;
}

double real_power(double x, double exponent) {
  if (!(x > 0) || std::isinf(x)) return x;
  const double t = exponent * logarithm(x);
  const double e = std::floor(t / log_of_2 + 0.5);
  const double rest = t - e * log_of_2;
  double sum = 1;
  for (int k = 14; k > 0; --k) sum = 1 + sum * rest / k;
  return std::ldexp(sum, static_cast<int>(e));
}

double power_of_ten(double exponent) {
  double out = 1;
  for (double i = std::min(std::fabs(exponent), 400.0); i > 0; --i) out *= 10;
  return exponent < 0 ? 1 / out : out;
}

}  // namespace stridescope
